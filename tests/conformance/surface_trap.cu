// A surface access beyond the edge is a fault of the kernel where no boundary mode says otherwise.
// Row L-317.
#include "check.h"

__global__ void store(cudaSurfaceObject_t surface, int byte) {
  surf2Dwrite(1.0f, surface, byte, 0);
}

int main() {
  const int width = 16;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CUDA_CHECK(cudaMallocArray(&array, &format, width, width, cudaArraySurfaceLoadStore));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  CUDA_CHECK(cudaCreateSurfaceObject(&surface, &resource));
  store<<<1, 1>>>(surface, (width - 1) * sizeof(float));
  CUDA_CHECK(cudaDeviceSynchronize());
  float value = 0;
  CUDA_CHECK(cudaMemcpy2DFromArray(&value, sizeof value, array, (width - 1) * sizeof(float), 0,
                                   sizeof value, 1, cudaMemcpyDeviceToHost));
  EXPECT_EQ(value, 1.0f);
  store<<<1, 1>>>(surface, 4 * width * sizeof(float));
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  CUDA_CHECK(cudaDeviceReset());
  return ok();
}
