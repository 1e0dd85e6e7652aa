// Shows: element x of an array is at x in a texture and at byte 4 * x in a surface of floats.
// From: X-033 of the guide.
// Try next: an array of float4.
#include "texture_object.h"

__global__ void readLine(cudaTextureObject_t texture, cudaSurfaceObject_t surface, float2* out) {
  const int x = threadIdx.x;
  out[x] = make_float2(tex1D<float>(texture, x), surf1Dread<float>(surface, 4 * x));
}
__global__ void readPlane(cudaTextureObject_t texture, cudaSurfaceObject_t surface, float2* out) {
  const int x = threadIdx.x, y = threadIdx.y;
  out[y * blockDim.x + x] =
      make_float2(tex2D<float>(texture, x, y), surf2Dread<float>(surface, 4 * x, y));
}

static void compare(cudaExtent extent) {
  const int width = static_cast<int>(extent.width);
  const int height = extent.height ? static_cast<int>(extent.height) : 1;
  std::vector<float> values(width * height);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = 0.5f * i + 1;
  cudaArray_t array = filledArray(values, extent, cudaArraySurfaceLoadStore);
  const cudaTextureObject_t texture = textureOf(array, {});
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  CHECK_CUDA(cudaCreateSurfaceObject(&surface, &resource));

  DeviceArray<float2> out(values.size());
  if (extent.height == 0)
    readLine<<<1, width>>>(texture, surface, out);
  else
    readPlane<<<1, dim3(width, height)>>>(texture, surface, out);
  const std::vector<float2> seen = out.values();
  for (size_t i = 0; i < values.size(); ++i)
    EXPECT(seen[i].x == values[i] && seen[i].y == values[i]);
  CHECK_CUDA(cudaDestroyTextureObject(texture));
  CHECK_CUDA(cudaDestroySurfaceObject(surface));
  CHECK_CUDA(cudaFreeArray(array));
}

int main() {
  compare(make_cudaExtent(64, 0, 0));
  compare(make_cudaExtent(16, 8, 0));
  return report();
}
