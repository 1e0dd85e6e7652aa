// L-283 L-284 L-285 L-286 L-289 L-291 R-295: linear filtering in one, two and three dimensions,
// with weights of eight bits; of floats, halves and normalized integers; a table looked up with it.
#include <cuda_fp16.h>

#include "texture.h"

using namespace conformance;

namespace {

constexpr int kSize = 4, kSteps = 16; // steps of a texel

__global__ void read1D(cudaTextureObject_t texture, float step, float* out) {
  const int i = threadIdx.x;
  out[i] = tex1D<float>(texture, 0.5f + i * step);
}
__global__ void read2D(cudaTextureObject_t texture, float* out) {
  const int i = threadIdx.x, j = threadIdx.y;
  out[j * blockDim.x + i] =
      tex2D<float>(texture, 0.5f + i * (1.0f / kSteps), 0.5f + j * (1.0f / kSteps));
}
__global__ void read3D(cudaTextureObject_t texture, float* out) {
  const int i = threadIdx.x, j = threadIdx.y;
  out[j * blockDim.x + i] =
      tex3D<float>(texture, 0.5f + i * (1.0f / kSteps), 0.5f + j * (1.0f / kSteps), 1.25f);
}

} // namespace

int main() {
  const cudaTextureDesc desc = sampler(cudaFilterModeLinear);
  // Steps of less than a weight's last bit: 1024 to a texel, of which every fourth makes a weight.
  Buffer<float> fine(1024);
  const cudaTextureObject_t edge =
      textureOf(arrayOf(std::vector<float>{0, 1}, make_cudaExtent(2, 0, 0)), desc);
  read1D<<<1, 1024>>>(edge, 1.0f / 1024, fine.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  fine.download();
  for (int i = 0; i < 1024; ++i)
    EXPECT_EQ_AT(i, fine[i], (i + 2) / 4 / 256.0f);

  // A plane is reproduced by filtering, whatever is done to weights as long as they add up.
  std::vector<float> plane(kSize * kSize), volume(kSize * kSize * kSize);
  for (int k = 0; k < kSize; ++k)
    for (int j = 0; j < kSize; ++j)
      for (int i = 0; i < kSize; ++i) {
        plane[j * kSize + i] = static_cast<float>(i + 8 * j);
        volume[(k * kSize + j) * kSize + i] = static_cast<float>(i + 8 * j + 64 * k);
      }
  const dim3 threads(32, 32);
  Buffer<float> out(threads.x * threads.y);
  read2D<<<1, threads>>>(textureOf(arrayOf(plane, make_cudaExtent(kSize, kSize, 0)), desc),
                         out.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  out.download();
  for (int j = 0; j < 32; ++j)
    for (int i = 0; i < 32; ++i)
      EXPECT_EQ_AT(j * 32 + i, out[j * 32 + i], (i + 8 * j) / static_cast<float>(kSteps));
  read3D<<<1, threads>>>(textureOf(arrayOf(volume, make_cudaExtent(kSize, kSize, kSize)), desc),
                         out.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  out.download();
  for (int j = 0; j < 32; ++j)
    for (int i = 0; i < 32; ++i)
      EXPECT_EQ_AT(j * 32 + i, out[j * 32 + i], (i + 8 * j) / static_cast<float>(kSteps) + 48);
  // All eight corners count, each as much as its weights say.
  std::vector<float> corners(8, 0.0f);
  for (int corner = 0; corner < 8; ++corner) {
    corners.assign(8, 0.0f);
    corners[corner] = 256;
    read3D<<<1, 1>>>(textureOf(arrayOf(corners, make_cudaExtent(2, 2, 2)), desc), out.device());
    CUDA_CHECK(cudaDeviceSynchronize());
    out.download();
    EXPECT_EQ_AT(corner, out[0], corner == 0 ? 64.0f : corner == 4 ? 192.0f : 0.0f);
  }

  // Halves become floats, bytes fractions.
  std::vector<__half> halves(kSize);
  for (int i = 0; i < kSize; ++i)
    halves[i] = __float2half(0.5f * i);
  const cudaChannelFormatDesc half = cudaCreateChannelDescHalf();
  cudaArray_t array;
  CUDA_CHECK(cudaMallocArray(&array, &half, kSize, 0));
  CUDA_CHECK(cudaMemcpy2DToArray(array, 0, 0, halves.data(), kSize * 2, kSize * 2, 1,
                                 cudaMemcpyHostToDevice));
  Buffer<float> row(3 * kSteps);
  read1D<<<1, 3 * kSteps>>>(textureOf(array, desc), 1.0f / kSteps, row.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  row.download();
  for (int i = 0; i < 3 * kSteps; ++i)
    EXPECT_EQ_AT(i, row[i], 0.5f * i / kSteps);
  const std::vector<unsigned char> bytes = {0, 255, 0, 0};
  read1D<<<1, kSteps + 1>>>(textureOf(arrayOf(bytes, make_cudaExtent(kSize, 0, 0)),
                                      sampler(cudaFilterModeLinear, false, cudaAddressModeClamp,
                                              cudaReadModeNormalizedFloat)),
                            1.0f / kSteps, row.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  row.download();
  for (int i = 0; i <= kSteps; ++i)
    CHECK(row[i] > i / 16.0f - 1e-4f && row[i] < i / 16.0f + 1e-4f);
  EXPECT_EQ(row[0], 0.0f);
  EXPECT_EQ(row[kSteps], 1.0f);

  // A table on [0, R]: exact at its ends.
  const std::vector<float> table = {3, 5, 9, 17};
  const float range = 10;
  read1D<<<1, 2>>>(textureOf(arrayOf(table, make_cudaExtent(kSize, 0, 0)), desc),
                   (kSize - 1) / range * range, row.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  row.download();
  EXPECT_EQ(row[0], 3.0f);
  EXPECT_EQ(row[1], 17.0f);
  puts("ok");
}
