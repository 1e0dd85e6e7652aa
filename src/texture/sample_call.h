// The parameters of a call of the sampler, decoded from the bits that compiled kernels pass.
#pragma once

#include "ir/texture.h"

#include <cstdint>

namespace heddle::texture {

constexpr unsigned kMostDimensions = 3;

struct SampleCall {
  explicit SampleCall(std::uint32_t bits)
      : geometry(bits >> TextureCallGeometryShift & 7),
        operation(bits >> TextureCallOperationShift & 3),
        component(bits >> TextureCallComponentShift & 3), integers(bits & TextureCallIntegers),
        offsets(bits & TextureCallOffsets), asksResidency(bits & TextureCallResidency) {
    isCube = geometry == TextureGeometryCube || geometry == TextureGeometryLayeredCube;
    layered = geometry == TextureGeometryLayered1D || geometry == TextureGeometryLayered2D ||
              geometry == TextureGeometryLayeredCube;
    dimensions = geometry == TextureGeometry1D || geometry == TextureGeometryLayered1D ? 1
                 : geometry == TextureGeometry3D                                       ? 3
                                                                                       : 2;
    coordinates = isCube ? 3 : dimensions;
  }

  const std::uint32_t geometry, operation, component;
  const bool integers, offsets, asksResidency;
  bool isCube, layered;
  unsigned dimensions;  // of the texture that is filtered; 2 for a face of a cube
  unsigned coordinates; // that the program passes; 3 for a cube
};

// A one-dimensional fetch with integer coordinates reads linear memory, and one with floats reads
// arrays. The other two combinations read zeros.
inline bool isReadable(const Texture& texture, const SampleCall& call) {
  return texture.levels &&
         (call.geometry != TextureGeometry1D || call.operation != TextureOperationPlain ||
          static_cast<bool>(texture.isLinear) == call.integers);
}

// Whether the coordinates are fractions of the extent. Those of a cube always are.
inline bool usesNormalizedCoordinates(const Texture& texture, const TextureSampler& sampler,
                                      const SampleCall& call) {
  return ((texture.sampler.normalized && sampler.normalized) || call.isCube) && !call.integers;
}

} // namespace heddle::texture
