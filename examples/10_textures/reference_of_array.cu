// Shows: a reference bound to a CUDA array: found by address or name, or by the template.
// From: X-026, X-027, X-076, X-077, X-114, X-115 of the guides.
// Try next: linear filtering, which arrays have and linear memory has not.
#include <vector>

#include "../example.h"

texture<float, cudaTextureType2D, cudaReadModeElementType> texRef;

__global__ void read(float* out, int width) {
  const int x = threadIdx.x, y = threadIdx.y;
  out[y * width + x] = tex2D(texRef, x + 0.5f, y + 0.5f);
}

const int width = 16, height = 8;

static std::vector<float> readThrough() {
  float* out;
  CHECK_CUDA(cudaMalloc(&out, width * height * sizeof(float)));
  read<<<1, dim3(width, height)>>>(out, width);
  CHECK_CUDA(cudaGetLastError());
  std::vector<float> seen(width * height);
  CHECK_CUDA(cudaMemcpy(seen.data(), out, seen.size() * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK_CUDA(cudaFree(out));
  return seen;
}

static cudaArray_t arrayWith(const std::vector<float>& values) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  const size_t rowBytes = width * sizeof(float);
  cudaArray_t array;
  CHECK_CUDA(cudaMallocArray(&array, &format, width, height));
  CHECK_CUDA(cudaMemcpy2DToArray(array, 0, 0, values.data(), rowBytes, rowBytes, height,
                                 cudaMemcpyHostToDevice));
  return array;
}

int main() {
  std::vector<float> first(width * height), second(width * height);
  for (int i = 0; i < width * height; ++i) {
    first[i] = 2.0f * i;
    second[i] = -3.0f * i;
  }
  cudaArray_t arrays[] = {arrayWith(first), arrayWith(second)};

  const textureReference *reference = nullptr, *byName = nullptr;
  cudaChannelFormatDesc format;
  CHECK_CUDA(cudaGetTextureReference(&byName, "texRef"));
  CHECK_CUDA(cudaGetTextureReference(&reference, &texRef));
  EXPECT(byName == reference);
  CHECK_CUDA(cudaGetChannelDesc(&format, arrays[0]));
  EXPECT(format.x == 32 && format.f == cudaChannelFormatKindFloat);
  CHECK_CUDA(cudaBindTextureToArray(reference, arrays[0], &format));
  EXPECT(readThrough() == first);

  CHECK_CUDA(cudaBindTextureToArray(texRef, arrays[1])); // takes the format from the array
  EXPECT(readThrough() == second);
  CHECK_CUDA(cudaUnbindTexture(texRef));
  for (cudaArray_t array : arrays)
    CHECK_CUDA(cudaFreeArray(array));
  return report();
}
