// Shows: a reference bound to pitched memory: found by address or name, or by the template.
// From: X-024, X-025, X-074, X-075, X-112, X-113 of the guides.
// Try next: an address that is not aligned, and the offset that comes back.
#include <vector>

#include "../example.h"

texture<float, cudaTextureType2D, cudaReadModeElementType> texRef;

__global__ void read(float* out, int width) {
  const int x = threadIdx.x, y = threadIdx.y;
  out[y * width + x] = tex2D(texRef, x + 0.5f, y + 0.5f);
}

static std::vector<float> readThrough(int width, int height) {
  float* out;
  CHECK_CUDA(cudaMalloc(&out, width * height * sizeof(float)));
  read<<<1, dim3(width, height)>>>(out, width);
  CHECK_CUDA(cudaGetLastError());
  std::vector<float> seen(width * height);
  CHECK_CUDA(cudaMemcpy(seen.data(), out, seen.size() * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK_CUDA(cudaFree(out));
  return seen;
}

int main() {
  const int width = 20, height = 12;
  std::vector<float> values(width * height);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = 0.25f * i;
  float* memory;
  size_t pitch, offset = 1;
  CHECK_CUDA(cudaMallocPitch(&memory, &pitch, width * sizeof(float), height));
  CHECK_CUDA(cudaMemcpy2D(memory, pitch, values.data(), width * sizeof(float),
                          width * sizeof(float), height, cudaMemcpyHostToDevice));

  // The functions of C: the reference by its name, as CUDA 4 had it, or its address, and the format
  // told.
  const textureReference *reference = nullptr, *byName = nullptr;
  CHECK_CUDA(cudaGetTextureReference(&byName, "texRef"));
  CHECK_CUDA(cudaGetTextureReference(&reference, &texRef));
  EXPECT(byName == reference);
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  CHECK_CUDA(cudaBindTexture2D(&offset, reference, memory, &format, width, height, pitch));
  EXPECT(offset == 0); // the memory is aligned
  EXPECT(readThrough(width, height) == values);
  CHECK_CUDA(cudaUnbindTexture(reference));

  // The templates of C++, which know the format; it may be told as well.
  CHECK_CUDA(cudaMemset2D(memory, pitch, 0, sizeof(float), 1));
  values[0] = 0;
  values[1] = -1;
  CHECK_CUDA(cudaMemcpy(memory + 1, &values[1], sizeof(float), cudaMemcpyHostToDevice));
  offset = 1;
  CHECK_CUDA(cudaBindTexture2D(&offset, texRef, memory, format, width, height, pitch));
  EXPECT(offset == 0);
  EXPECT(readThrough(width, height) == values);
  CHECK_CUDA(cudaUnbindTexture(texRef));
  CHECK_CUDA(cudaFree(memory));
  return report();
}
