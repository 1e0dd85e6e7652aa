// A fetch from level 0 is the plain fetch, bit for bit: floats with bilinear filtering, at
// coordinates inside and far outside of the texture, on the edges of texels, and at numbers that
// are hardly coordinates. An implementation may have quicker code for the plain fetch of such
// textures.
#include "texture.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace conformance;

namespace {

constexpr int kWidth = 37, kHeight = 19;

// The threads of the last block are not a whole warp, and some of them return before they fetch.
__global__ void readBoth(cudaTextureObject_t texture, const float* coordinates, int count,
                         float* plain, float* ofLevel) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count * count)
    return;
  const float x = coordinates[i % count], y = coordinates[i / count];
  plain[i] = tex2D<float>(texture, x, y);
  ofLevel[i] = tex2DLod<float>(texture, x, y, 0);
}

// Texels that need all digits of a float, of both signs and very different sizes.
std::vector<float> texels() {
  std::vector<float> result(kWidth * kHeight);
  for (int i = 0; i < kWidth * kHeight; ++i)
    result[i] = std::ldexp(static_cast<float>(i * 7919 % 4093) / 4093 - 0.5f, i % 11 * 3 - 15);
  return result;
}

std::vector<float> coordinatesFor(float scale) {
  const float infinity = std::numeric_limits<float>::infinity();
  std::vector<float> result = {0.0f,          -0.0f, 1e-40f, -1e-40f,     infinity,   -infinity,
                               std::nanf(""), 3e38f, -3e38f, 16777216.0f, -8388608.5f};
  for (int i = -24; i < 60; ++i)
    result.push_back(scale *
                     (0.5f * static_cast<float>(i) + static_cast<float>(i * i % 256) / 512));
  return result;
}

void check(cudaTextureAddressMode mode, bool normalized) {
  const cudaTextureObject_t texture =
      textureOf(arrayOf(texels(), make_cudaExtent(kWidth, kHeight, 0)),
                sampler(cudaFilterModeLinear, normalized, mode));
  const std::vector<float> numbers = coordinatesFor(normalized ? 1.0f / 29 : 1.0f);
  const int count = static_cast<int>(numbers.size());
  Buffer<float> coordinates(count), plain(count * count), ofLevel(count * count);
  for (int i = 0; i < count; ++i)
    coordinates[i] = numbers[i];
  coordinates.upload();
  readBoth<<<(count * count + 95) / 96, 96>>>(texture, coordinates.device(), count, plain.device(),
                                              ofLevel.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  plain.download();
  ofLevel.download();
  for (int i = 0; i < count * count; ++i) {
    unsigned a, b;
    std::memcpy(&a, &plain[i], sizeof a);
    std::memcpy(&b, &ofLevel[i], sizeof b);
    EXPECT_EQ_AT(i, a, b);
  }
}

} // namespace

int main() {
  check(cudaAddressModeClamp, false);
  check(cudaAddressModeClamp, true);
  check(cudaAddressModeWrap, true);
  check(cudaAddressModeMirror, true);
  check(cudaAddressModeBorder, false);
  puts("ok");
}
