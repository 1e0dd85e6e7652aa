// The rotation of an image through a texture: its data, and what a host makes of it.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "../example.h"

inline std::vector<float> rampImage(int width, int height) {
  std::vector<float> image(width * height);
  for (size_t i = 0; i < image.size(); ++i)
    image[i] = static_cast<float>(i);
  return image;
}

// Compares a rotated image with the host's. The hardware has eight bits for the place between two
// texels, so that each of two directions may be off by half of 1/256 of what the texels around
// differ by.
inline void checkRotation(const std::vector<float>& image, const std::vector<float>& rotated,
                          int width, int height, float angle) {
  auto texel = [&](int x, int y) {
    return image[(y % height + height) % height * width + (x % width + width) % width];
  };
  for (int y = 0; y < height; ++y) {
    for (int x = y % 5; x < width; x += 5) { // a fifth of the pixels, to be quick
      const float u = x / static_cast<float>(width) - 0.5f;
      const float v = y / static_cast<float>(height) - 0.5f;
      const float tu = u * std::cos(angle) - v * std::sin(angle) + 0.5f;
      const float tv = v * std::cos(angle) + u * std::sin(angle) + 0.5f;
      const float tx = tu * width - 0.5f, ty = tv * height - 0.5f;
      const int left = static_cast<int>(std::floor(tx)), top = static_cast<int>(std::floor(ty));
      const float a = tx - left, b = ty - top;
      const float value = (1 - b) * ((1 - a) * texel(left, top) + a * texel(left + 1, top)) +
                          b * ((1 - a) * texel(left, top + 1) + a * texel(left + 1, top + 1));
      float low = value, high = value;
      for (int dy = -1; dy <= 2; ++dy) {
        for (int dx = -1; dx <= 2; ++dx) {
          low = std::min(low, texel(left + dx, top + dy));
          high = std::max(high, texel(left + dx, top + dy));
        }
      }
      EXPECT(std::fabs(rotated[y * width + x] - value) <= (high - low) / 128 + 1e-3f * width);
    }
  }
}
