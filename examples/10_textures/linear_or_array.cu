// Shows: what textures of linear memory and of arrays do beyond the ends and between the texels.
// From: T-040, derived from the article.
// Try next: cudaAddressModeMirror and cudaAddressModeBorder.
#include "texture_object.h"

__global__ void readLinear(cudaTextureObject_t texture, int first, float* out) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, first + static_cast<int>(threadIdx.x));
}
__global__ void readColours(cudaTextureObject_t texture, float4* out) {
  out[threadIdx.x] = tex1Dfetch<float4>(texture, threadIdx.x);
}
__global__ void readArray(cudaTextureObject_t texture, const float* x, float* out) {
  out[threadIdx.x] = tex1D<float>(texture, x[threadIdx.x]);
}

static void linear() {
  const DeviceArray<float> memory(std::vector<float>{5, 6, 7, 8});
  const cudaTextureObject_t texture = linearTexture<float>(memory, 4);
  DeviceArray<float> out(6);
  readLinear<<<1, 6>>>(texture, 0, out);
  EXPECT(out.values() == (std::vector<float>{5, 6, 7, 8, 0, 0})); // zero out of range
  readLinear<<<1, 6>>>(texture, -2, out);
  EXPECT(out.values() == (std::vector<float>{0, 0, 5, 6, 7, 8}));
  CHECK_CUDA(cudaDestroyTextureObject(texture));
}

// Bytes become floats from -1 to 1.
static void colours() {
  const DeviceArray<char4> memory(
      std::vector<char4>{make_char4(127, 0, -127, -128), make_char4(64, 1, -64, -1)});
  const cudaTextureObject_t texture = linearTexture<char4>(memory, 2, cudaReadModeNormalizedFloat);
  DeviceArray<float4> out(2);
  readColours<<<1, 2>>>(texture, out);
  const std::vector<float4> seen = out.values();
  EXPECT(seen[0].x == 1 && seen[0].y == 0 && seen[0].z == -1 && seen[0].w == -1);
  EXPECT(seen[1].x == 64 / 127.0f && seen[1].z == -64 / 127.0f);
  EXPECT(seen[1].y == 1 / 127.0f && seen[1].w == -1 / 127.0f);
  CHECK_CUDA(cudaDestroyTextureObject(texture));
}

static std::vector<float> read(cudaTextureAddressMode mode, const std::vector<float>& x) {
  cudaArray_t array = filledArray(std::vector<float>{10, 20, 30, 40}, make_cudaExtent(4, 0, 0));
  cudaTextureDesc description = {};
  description.addressMode[0] = mode;
  description.filterMode = cudaFilterModeLinear;
  description.normalizedCoords = 1;
  const cudaTextureObject_t texture = textureOf(array, description);
  DeviceArray<float> places(x), out(x.size());
  readArray<<<1, static_cast<unsigned>(x.size())>>>(texture, places, out);
  const std::vector<float> seen = out.values();
  CHECK_CUDA(cudaDestroyTextureObject(texture));
  CHECK_CUDA(cudaFreeArray(array));
  return seen;
}

int main() {
  linear();
  colours();
  // Texels are at 0.125, 0.375, 0.625 and 0.875; 0.25 is half way between two of them.
  const std::vector<float> places = {0.125f, 0.25f, 0.875f, 1.125f, -0.125f, 0.3125f};
  EXPECT(read(cudaAddressModeClamp, places) == (std::vector<float>{10, 15, 40, 40, 10, 17.5f}));
  EXPECT(read(cudaAddressModeWrap, places) == (std::vector<float>{10, 15, 40, 10, 40, 17.5f}));
  return report();
}
