// Shows: tex2Dgather reads one component of the four texels that a filter would use.
// From: X-029, X-079, X-080 of the guides.
// Try next: the other components.
#include "texture_object.h"

__global__ void gather(cudaTextureObject_t texture, float x, float y, uint4* out) {
  *out = tex2Dgather<uint4>(texture, x, y, 2);
}

static uint4 gathered(cudaTextureObject_t texture, float x, float y) {
  DeviceArray<uint4> out(1);
  gather<<<1, 1>>>(texture, x, y, out);
  return out.values()[0];
}

int main() {
  // The values come in this order: lower left, lower right, upper right, upper left. "Lower" is the
  // row with the larger y.
  const std::vector<uint4> texels = {make_uint4(251, 22, 30, 250), make_uint4(249, 16, 37, 253),
                                     make_uint4(253, 20, 31, 255), make_uint4(250, 25, 29, 254)};
  cudaArray_t array = filledArray(texels, make_cudaExtent(2, 2, 0), cudaArrayTextureGather);
  cudaTextureDesc description = {};
  description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t texture = textureOf(array, description);
  const uint4 seen = gathered(texture, 1, 1);
  std::printf("(%u, %u, %u, %u)\n", seen.x, seen.y, seen.z, seen.w);
  EXPECT(seen.x == 31 && seen.y == 29 && seen.z == 37 && seen.w == 30);
  CHECK_CUDA(cudaDestroyTextureObject(texture));
  CHECK_CUDA(cudaFreeArray(array));

  // Coordinates have eight bits behind the point: 2.49805 - 0.5 is as good as 2.
  std::vector<uint4> row(8);
  for (unsigned i = 0; i < 8; ++i)
    row[i] = make_uint4(0, 0, i % 4, 0);
  array = filledArray(row, make_cudaExtent(4, 2, 0), cudaArrayTextureGather);
  texture = textureOf(array, description);
  const uint4 rounded = gathered(texture, 2.49805f, 1);
  EXPECT(rounded.x == 2 && rounded.y == 3 && rounded.z == 3 && rounded.w == 2);
  const uint4 below = gathered(texture, 2.45f, 1);
  EXPECT(below.x == 1 && below.y == 2);
  CHECK_CUDA(cudaDestroyTextureObject(texture));
  CHECK_CUDA(cudaFreeArray(array));
  return report();
}
