#include "texture/cube_faces.h"

#include <algorithm>
#include <cmath>

namespace heddle::texture {
namespace {

// The faces of a cube: the axis that a face is perpendicular to, and the axes of s and t on it.
struct CubeFace {
  unsigned axis;
  float sign;
  unsigned sAxis;
  float sSign;
  unsigned tAxis;
  float tSign;
};
constexpr CubeFace kFaces[] = {{0, 1, 2, -1, 1, -1}, {0, -1, 2, 1, 1, -1}, {1, 1, 0, 1, 2, 1},
                               {1, -1, 0, 1, 2, -1}, {2, 1, 0, 1, 1, -1},  {2, -1, 0, -1, 1, -1}};

} // namespace

// If two components have the same magnitude, z takes precedence over y, and y over x.
CubePosition cubePositionOf(float x, float y, float z) {
  const float direction[] = {x, y, z};
  const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  const unsigned axis = az >= ax && az >= ay ? 2 : ay >= ax ? 1 : 0;
  const std::uint32_t number = 2 * axis + (direction[axis] >= 0 ? 0 : 1);
  const CubeFace& face = kFaces[number];
  const float largest = std::fabs(direction[axis]);
  if (largest == 0)
    return {number, 0.5F, 0.5F};
  return {number, (face.sSign * direction[face.sAxis] / largest + 1) / 2,
          (face.tSign * direction[face.tAxis] / largest + 1) / 2};
}

void crossEdge(std::uint32_t& face, std::int32_t& x, std::int32_t& y, std::uint32_t extent) {
  // The direction from the centre of the cube to the texel's centre, in the plane of its face.
  const auto size = static_cast<float>(extent);
  const float s = (2 * static_cast<float>(x) + 1) / size - 1;
  const float t = (2 * static_cast<float>(y) + 1) / size - 1;
  const CubeFace& plane = kFaces[face];
  float direction[3];
  direction[plane.axis] = plane.sign;
  direction[plane.sAxis] = plane.sSign * s;
  direction[plane.tAxis] = plane.tSign * t;
  const CubePosition position = cubePositionOf(direction[0], direction[1], direction[2]);
  const auto texel = [&](float fraction) {
    return std::clamp(static_cast<std::int32_t>(fraction * size), 0,
                      static_cast<std::int32_t>(extent) - 1);
  };
  face = position.face;
  x = texel(position.s);
  y = texel(position.t);
}

} // namespace heddle::texture
