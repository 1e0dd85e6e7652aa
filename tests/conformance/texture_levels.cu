// R-306: mipmapped textures: the level that is asked for, rounded or mixed of two, the clamps and
// the bias, and the level that gradients ask for.
#include "texture.h"

using namespace conformance;

namespace {

constexpr int kSize = 16, kLevels = 5, kSteps = 41;

__global__ void read(cudaTextureObject_t texture, float* out) {
  const float level = -0.5f + threadIdx.x * 0.125f;
  out[threadIdx.x] = tex2DLod<float>(texture, 0.3f, 0.6f, level);
}
__global__ void readGradients(cudaTextureObject_t texture, float* out) {
  const float step = (1 << threadIdx.x) / static_cast<float>(kSize);
  out[2 * threadIdx.x] =
      tex2DGrad<float>(texture, 0.3f, 0.6f, make_float2(step, 0), make_float2(0, 0.01f));
  out[2 * threadIdx.x + 1] =
      tex2DGrad<float>(texture, 0.3f, 0.6f, make_float2(0, 0.01f), make_float2(0, step));
}

float clamped(float value, float least, float most) {
  return value < least ? least : value > most ? most : value;
}

} // namespace

int main() {
  const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t mipmap;
  CUDA_CHECK(
      cudaMallocMipmappedArray(&mipmap, &channels, make_cudaExtent(kSize, kSize, 0), kLevels));
  for (int level = 0; level < kLevels; ++level) {
    const int size = kSize >> level;
    const std::vector<float> values(size * size, static_cast<float>(level));
    cudaArray_t array;
    CUDA_CHECK(cudaGetMipmappedArrayLevel(&array, mipmap, level));
    CUDA_CHECK(cudaMemcpy2DToArray(array, 0, 0, values.data(), size * 4, size * 4, size,
                                   cudaMemcpyHostToDevice));
  }
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = mipmap;
  Buffer<float> out(kSteps);
  const struct {
    bool linear;
    float bias, least, most;
  } cases[] = {{false, 0, 0, kLevels - 1}, {true, 0, 0, kLevels - 1}, {true, 0.5f, 0, kLevels - 1},
               {true, 0, 0.75f, 2.25f},    {true, 0, 0, 100},         {false, 0, 1, 3}};
  for (const auto& c : cases) {
    cudaTextureDesc desc = sampler(cudaFilterModeLinear, true);
    desc.mipmapFilterMode = c.linear ? cudaFilterModeLinear : cudaFilterModePoint;
    desc.mipmapLevelBias = c.bias;
    desc.minMipmapLevelClamp = c.least;
    desc.maxMipmapLevelClamp = c.most;
    cudaTextureObject_t texture;
    CUDA_CHECK(cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
    read<<<1, kSteps>>>(texture, out.device());
    CUDA_CHECK(cudaDeviceSynchronize());
    out.download();
    for (int i = 0; i < kSteps; ++i) {
      float level = clamped(clamped(-0.5f + i * 0.125f + c.bias, c.least, c.most), 0, kLevels - 1);
      if (!c.linear) {
        if (level - static_cast<int>(level) == 0.5f)
          continue; // either neighbour will do
        level = static_cast<float>(static_cast<int>(level + 0.5f));
      }
      EXPECT_EQ_AT(i, out[i], level);
    }
    if (c.linear && c.bias == 0 && c.least == 0) {
      readGradients<<<1, kLevels>>>(texture, out.device());
      CUDA_CHECK(cudaDeviceSynchronize());
      out.download();
      for (int i = 0; i < 2 * kLevels; ++i)
        CHECK(out[i] > i / 2 - 0.15f && out[i] < i / 2 + 0.15f);
    }
    CUDA_CHECK(cudaDestroyTextureObject(texture));
  }
  puts("ok");
}
