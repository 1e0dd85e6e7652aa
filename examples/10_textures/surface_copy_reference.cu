// Shows: a kernel copies an image of four bytes a pixel from one surface reference to another.
// From: X-034, X-120 of the guides.
// Try next: cudaBoundaryModeClamp, and coordinates out of the image.
#include <vector>

#include "../example.h"

surface<void, 2> inputSurface, outputSurface;

__global__ void copy(int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    uchar4 pixel;
    surf2Dread(&pixel, inputSurface, x * 4, y);
    surf2Dwrite(pixel, outputSurface, x * 4, y);
  }
}

int main() {
  const int width = 100, height = 60;
  const size_t rowBytes = width * sizeof(uchar4);
  std::vector<unsigned char> image(rowBytes * height), back(rowBytes * height);
  for (size_t i = 0; i < image.size(); ++i)
    image[i] = static_cast<unsigned char>(i * 13 >> 2);
  const cudaChannelFormatDesc format =
      cudaCreateChannelDesc(8, 8, 8, 8, cudaChannelFormatKindUnsigned);
  cudaArray_t input, output;
  CHECK_CUDA(cudaMallocArray(&input, &format, width, height, cudaArraySurfaceLoadStore));
  CHECK_CUDA(cudaMallocArray(&output, &format, width, height, cudaArraySurfaceLoadStore));
  CHECK_CUDA(cudaMemcpy2DToArray(input, 0, 0, image.data(), rowBytes, rowBytes, height,
                                 cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaBindSurfaceToArray(inputSurface, input));
  CHECK_CUDA(cudaBindSurfaceToArray(outputSurface, output));
  const dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
  copy<<<grid, block>>>(width, height);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaMemcpy2DFromArray(back.data(), rowBytes, output, 0, 0, rowBytes, height,
                                   cudaMemcpyDeviceToHost));
  EXPECT(back == image);
  CHECK_CUDA(cudaFreeArray(input));
  CHECK_CUDA(cudaFreeArray(output));
  return report();
}
