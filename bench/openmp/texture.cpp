#include "kernels.h"
#include "openmp/buffer.h"
#include "openmp/line.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace heddle::bench {
namespace {

constexpr unsigned kN = size::picture;
// A texel more on each side repeats the edge, so that a clamped coordinate needs no second look.
constexpr unsigned kBorder = 1;
constexpr unsigned kRow = size::texture + 2 * kBorder; // texels with the border

std::vector<float> withBorder(const std::vector<float>& texels) {
  std::vector<float> bordered;
  const auto clamped = [](unsigned i) { return std::clamp(i, kBorder, size::texture) - kBorder; };
  for (unsigned row = 0; row < kRow; ++row) {
    for (unsigned column = 0; column < kRow; ++column) {
      bordered.push_back(texels[clamped(row) * size::texture + clamped(column)]);
    }
  }
  return bordered;
}

// Two texels that lie side by side, which are read as one.
struct [[gnu::packed, gnu::aligned(4), gnu::may_alias]] TexelPair {
  std::uint64_t bits;

  float left() const { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }
  float right() const { return std::bit_cast<float>(static_cast<std::uint32_t>(bits >> 32)); }
};

inline float interpolate(TexelPair pair, float weight) {
  return pair.left() + weight * (pair.right() - pair.left());
}

inline float sample(const float* texels, float x, float y) {
  constexpr float kLast = size::texture;
  // Relative to the centre of the first texel of the border.
  const float fromLeft = std::min(std::max(x + (kBorder - 0.5f), 0.0f), kLast);
  const float fromTop = std::min(std::max(y + (kBorder - 0.5f), 0.0f), kLast);
  const int column = static_cast<int>(fromLeft);
  const int row = static_cast<int>(fromTop);
  const float* corner = texels + row * static_cast<int>(kRow) + column;
  const float weight = fromLeft - static_cast<float>(column);
  const float top = interpolate(*reinterpret_cast<const TexelPair*>(corner), weight);
  const float bottom = interpolate(*reinterpret_cast<const TexelPair*>(corner + kRow), weight);
  return top + (fromTop - static_cast<float>(row)) * (bottom - top);
}

class Texture : public Workload {
public:
  void run() override {
    const float* texels = texels_.data();
    float* picture = picture_.data();
    // Tiles rather than rows: what the turned rows of a tile read is in the cache together.
    constexpr unsigned kTile = 64;
#pragma omp parallel for collapse(2)
    for (unsigned top = 0; top < kN; top += kTile) {
      for (unsigned left = 0; left < kN; left += kTile) {
        for (unsigned row = top; row < top + kTile; ++row) {
          for (unsigned column = left; column < left + kTile; column += kLine) {
            drawLine(texels, row, column, picture + std::size_t{row} * kN + column);
          }
        }
      }
    }
  }

  std::vector<float> result() override {
    run();
    return picture_.read();
  }

private:
  static void drawLine(const float* texels, unsigned row, unsigned first, float* out) {
    alignas(sizeof(Line)) float pixels[kLine];
#pragma omp simd
    for (unsigned i = 0; i < kLine; ++i) {
      const float column = static_cast<float>(first + i);
      const float x = kPictureX + column * kPictureCos - static_cast<float>(row) * kPictureSin;
      const float y = kPictureY + column * kPictureSin + static_cast<float>(row) * kPictureCos;
      const float sides =
          sample(texels, x - kSampleDistance, y) + sample(texels, x + kSampleDistance, y) +
          sample(texels, x, y - kSampleDistance) + sample(texels, x, y + kSampleDistance);
      pixels[i] = kCentreWeight * sample(texels, x, y) + kSideWeight * sides;
    }
    stream(out, load<Line>(pixels));
  }

  Buffer<float> texels_{
      withBorder(randomFloats(std::size_t{size::texture} * size::texture, 0.0f, 1.0f, 1))};
  Buffer<float> picture_{std::size_t{kN} * kN};
};

} // namespace

std::unique_ptr<Workload> makeTexture() {
  return std::make_unique<Texture>();
}

} // namespace heddle::bench
