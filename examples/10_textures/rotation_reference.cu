// Shows: an image is rotated by reading it through a texture reference that wraps and filters.
// From: X-028, X-078, X-116 of the guides.
// Try next: rotation_object.cu, as programs do it since CUDA 5.
#include "rotation.h"

texture<float, cudaTextureType2D, cudaReadModeElementType> texRef;

__global__ void rotate(float* out, int width, int height, float angle) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const float u = x / static_cast<float>(width) - 0.5f;
  const float v = y / static_cast<float>(height) - 0.5f;
  const float tu = u * cosf(angle) - v * sinf(angle) + 0.5f;
  const float tv = v * cosf(angle) + u * sinf(angle) + 0.5f;
  out[y * width + x] = tex2D(texRef, tu, tv);
}

int main() {
  const int width = 128, height = 64;
  const float angle = 0.8f;
  const std::vector<float> image = rampImage(width, height);
  const size_t rowBytes = width * sizeof(float);
  const cudaChannelFormatDesc format =
      cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  cudaArray_t array;
  CHECK_CUDA(cudaMallocArray(&array, &format, width, height));
  CHECK_CUDA(cudaMemcpy2DToArray(array, 0, 0, image.data(), rowBytes, rowBytes, height,
                                 cudaMemcpyHostToDevice));
  texRef.addressMode[0] = cudaAddressModeWrap;
  texRef.addressMode[1] = cudaAddressModeWrap;
  texRef.filterMode = cudaFilterModeLinear;
  texRef.normalized = true;
  CHECK_CUDA(cudaBindTextureToArray(texRef, array, format));

  float* out;
  CHECK_CUDA(cudaMalloc(&out, rowBytes * height));
  const dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
  rotate<<<grid, block>>>(out, width, height, angle);
  CHECK_CUDA(cudaGetLastError());
  std::vector<float> rotated(width * height);
  CHECK_CUDA(cudaMemcpy(rotated.data(), out, rowBytes * height, cudaMemcpyDeviceToHost));
  checkRotation(image, rotated, width, height, angle);
  CHECK_CUDA(cudaUnbindTexture(texRef));
  CHECK_CUDA(cudaFreeArray(array));
  CHECK_CUDA(cudaFree(out));
  return report();
}
