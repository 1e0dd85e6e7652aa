// Shows: an image is rotated by reading it through a texture object that wraps around and filters.
// From: X-071, X-072 of the guide.
// Try next: cudaAddressModeClamp, and look at the corners.
#include "rotation.h"

__global__ void rotate(float* out, cudaTextureObject_t texture, int width, int height,
                       float angle) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const float u = x / static_cast<float>(width) - 0.5f;
  const float v = y / static_cast<float>(height) - 0.5f;
  const float tu = u * cosf(angle) - v * sinf(angle) + 0.5f;
  const float tv = v * cosf(angle) + u * sinf(angle) + 0.5f;
  out[y * width + x] = tex2D<float>(texture, tu, tv);
}

int main() {
  const int width = 1024, height = 1024;
  const float angle = 0.5f;
  const std::vector<float> image = rampImage(width, height);
  const size_t rowBytes = width * sizeof(float);
  const cudaChannelFormatDesc format =
      cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  cudaArray_t array;
  CHECK_CUDA(cudaMallocArray(&array, &format, width, height));
  CHECK_CUDA(cudaMemcpy2DToArray(array, 0, 0, image.data(), rowBytes, rowBytes, height,
                                 cudaMemcpyHostToDevice));

  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.addressMode[0] = cudaAddressModeWrap;
  description.addressMode[1] = cudaAddressModeWrap;
  description.filterMode = cudaFilterModeLinear;
  description.readMode = cudaReadModeElementType;
  description.normalizedCoords = 1;
  // The other members of the description, which this program leaves at 0.
  EXPECT(description.sRGB == 0 && description.maxAnisotropy == 0);
  EXPECT(description.mipmapFilterMode == cudaFilterModePoint && description.mipmapLevelBias == 0);
  EXPECT(description.minMipmapLevelClamp == 0 && description.maxMipmapLevelClamp == 0);
  EXPECT(description.borderColor[3] == 0 && description.addressMode[2] == cudaAddressModeWrap);
  cudaTextureObject_t texture = 0;
  CHECK_CUDA(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  cudaTextureDesc back;
  CHECK_CUDA(cudaGetTextureObjectTextureDesc(&back, texture));
  EXPECT(back.filterMode == cudaFilterModeLinear && back.normalizedCoords == 1);

  float* out;
  CHECK_CUDA(cudaMalloc(&out, rowBytes * height));
  rotate<<<dim3(width / 16, height / 16), dim3(16, 16)>>>(out, texture, width, height, angle);
  CHECK_CUDA(cudaGetLastError());
  std::vector<float> rotated(width * height);
  CHECK_CUDA(cudaMemcpy(rotated.data(), out, rowBytes * height, cudaMemcpyDeviceToHost));
  checkRotation(image, rotated, width, height, angle);
  CHECK_CUDA(cudaDestroyTextureObject(texture));
  CHECK_CUDA(cudaFreeArray(array));
  CHECK_CUDA(cudaFree(out));
  return report();
}
