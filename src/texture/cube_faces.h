// The faces of a cube map.
#pragma once

#include <cstdint>

namespace heddle::texture {

// Where a direction from the centre meets the cube: the face, and the coordinates on it from 0
// to 1.
struct CubePosition {
  std::uint32_t face;
  float s, t;
};
CubePosition cubePositionOf(float x, float y, float z);

// Replaces a texel that lies beyond one edge of its face by the one at that place on the next face.
void crossEdge(std::uint32_t& face, std::int32_t& x, std::int32_t& y, std::uint32_t extent);

} // namespace heddle::texture
