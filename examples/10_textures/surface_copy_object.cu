// Shows: surface objects: a kernel reads one array and writes another, addressed in bytes.
// From: X-081 of the guide.
// Try next: swap two colours on the way.
#include <cstring>
#include <vector>

#include "../example.h"

__global__ void copy(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    uchar4 pixel;
    surf2Dread(&pixel, in, x * 4, y);
    surf2Dwrite(pixel, out, x * 4, y);
  }
}

static cudaSurfaceObject_t surfaceOf(cudaArray_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  CHECK_CUDA(cudaCreateSurfaceObject(&surface, &resource));
  return surface;
}

int main() {
  const int width = 1024, height = 1024;
  const size_t rowBytes = width * sizeof(uchar4);
  std::vector<unsigned char> image(rowBytes * height), back(rowBytes * height);
  for (size_t i = 0; i < image.size(); ++i)
    image[i] = static_cast<unsigned char>(i * 7 >> 3);
  const cudaChannelFormatDesc format =
      cudaCreateChannelDesc(8, 8, 8, 8, cudaChannelFormatKindUnsigned);
  cudaArray_t in, out;
  CHECK_CUDA(cudaMallocArray(&in, &format, width, height, cudaArraySurfaceLoadStore));
  CHECK_CUDA(cudaMallocArray(&out, &format, width, height, cudaArraySurfaceLoadStore));
  CHECK_CUDA(cudaMemcpy2DToArray(in, 0, 0, image.data(), rowBytes, rowBytes, height,
                                 cudaMemcpyHostToDevice));
  const cudaSurfaceObject_t inSurface = surfaceOf(in), outSurface = surfaceOf(out);
  copy<<<dim3(width / 16, height / 16), dim3(16, 16)>>>(inSurface, outSurface, width, height);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaMemcpy2DFromArray(back.data(), rowBytes, out, 0, 0, rowBytes, height,
                                   cudaMemcpyDeviceToHost));
  EXPECT(back == image);
  CHECK_CUDA(cudaDestroySurfaceObject(inSurface));
  CHECK_CUDA(cudaDestroySurfaceObject(outSurface));
  CHECK_CUDA(cudaFreeArray(in));
  CHECK_CUDA(cudaFreeArray(out));
  return report();
}
