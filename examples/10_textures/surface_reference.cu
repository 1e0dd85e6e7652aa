// Shows: surface references of CUDA before 12, bound to an array in both ways.
// From: X-030, X-031, X-032, X-117, X-118, X-119 of the guides.
// Try next: surface_copy_object.cu.
#include <vector>

#include "../example.h"

surface<void, 2> surfRef;

__global__ void add(float value) {
  const int x = threadIdx.x, y = threadIdx.y;
  float old;
  surf2Dread(&old, surfRef, x * 4, y);
  surf2Dwrite(old + value, surfRef, x * 4, y);
}

int main() {
  const int width = 16, height = 8;
  const size_t rowBytes = width * sizeof(float);
  std::vector<float> values(width * height);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(i);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CHECK_CUDA(cudaMallocArray(&array, &format, width, height, cudaArraySurfaceLoadStore));
  CHECK_CUDA(cudaMemcpy2DToArray(array, 0, 0, values.data(), rowBytes, rowBytes, height,
                                 cudaMemcpyHostToDevice));

  const surfaceReference *reference = nullptr, *byName = nullptr;
  cudaChannelFormatDesc ofArray;
  CHECK_CUDA(cudaGetSurfaceReference(&byName, "surfRef"));
  CHECK_CUDA(cudaGetSurfaceReference(&reference, &surfRef));
  EXPECT(byName == reference);
  CHECK_CUDA(cudaGetChannelDesc(&ofArray, array));
  CHECK_CUDA(cudaBindSurfaceToArray(reference, array, &ofArray));
  add<<<1, dim3(width, height)>>>(100);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaBindSurfaceToArray(surfRef, array));
  add<<<1, dim3(width, height)>>>(1000);
  CHECK_CUDA(cudaGetLastError());

  CHECK_CUDA(cudaMemcpy2DFromArray(values.data(), rowBytes, array, 0, 0, rowBytes, height,
                                   cudaMemcpyDeviceToHost));
  for (size_t i = 0; i < values.size(); ++i)
    EXPECT(values[i] == i + 1100.0f);
  CHECK_CUDA(cudaFreeArray(array));
  return report();
}
