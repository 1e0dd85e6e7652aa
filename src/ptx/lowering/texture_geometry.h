// The geometries of textures and surfaces. A texture, sampler or surface is the address of its
// description (ir/texture.h), be it an object's handle or a variable.
#pragma once

#include "ir/texture.h"
#include "ptx/modifiers.h"

#include <optional>

namespace heddle::ptx {

struct GeometryInfo {
  TextureGeometry geometry;
  unsigned coordinates; // without the layer
  bool layered;
};

// None for textures with several samples, which only graphics makes.
std::optional<GeometryInfo> geometryInfo(Geometry geometry);

// Words of a texel.
constexpr unsigned kTexelWords = 4;

} // namespace heddle::ptx
