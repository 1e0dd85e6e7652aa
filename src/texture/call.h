// What a call of the sampler is about, taken apart.
#pragma once

#include "ir/texture.h"

#include <cstdint>

namespace heddle::texture {

constexpr unsigned kMostDimensions = 3;

struct Call {
  explicit Call(std::uint32_t bits)
      : geometry(bits >> TextureCallGeometryShift & 7),
        operation(bits >> TextureCallOperationShift & 3),
        component(bits >> TextureCallComponentShift & 3), integers(bits & TextureCallIntegers),
        offsets(bits & TextureCallOffsets) {
    isCube = geometry == TextureGeometryCube || geometry == TextureGeometryLayeredCube;
    layered = geometry == TextureGeometryLayered1D || geometry == TextureGeometryLayered2D ||
              geometry == TextureGeometryLayeredCube;
    dimensions = geometry == TextureGeometry1D || geometry == TextureGeometryLayered1D ? 1
                 : geometry == TextureGeometry3D                                       ? 3
                                                                                       : 2;
    coordinates = isCube ? 3 : dimensions;
  }

  const std::uint32_t geometry, operation, component;
  const bool integers, offsets;
  bool isCube, layered;
  unsigned dimensions;  // of what is filtered
  unsigned coordinates; // that the program gives
};

// Linear memory is for integers, and integers in one dimension for linear memory.
inline bool isReadable(const Texture& texture, const Call& call) {
  return texture.levels &&
         (call.geometry != TextureGeometry1D || call.operation != TextureOperationPlain ||
          static_cast<bool>(texture.isLinear) == call.integers);
}

// The coordinates of cubes are always fractions.
inline bool takesFractions(const Texture& texture, const TextureSampler& sampler,
                           const Call& call) {
  return ((texture.sampler.normalized && sampler.normalized) || call.isCube) && !call.integers;
}

} // namespace heddle::texture
