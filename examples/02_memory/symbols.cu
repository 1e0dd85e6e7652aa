// Shows: variables of the device at file scope: the host copies to and from them by their names.
// From: X-008, X-045, X-097 of the guides.
// Try next: cudaGetSymbolAddress and cudaGetSymbolSize.
#include <vector>

#include "../example.h"

__constant__ float constants[256];
__device__ float number;
__device__ float* pointer;

__global__ void read(float* out) {
  int i = threadIdx.x;
  out[i] = constants[i] + number * pointer[i];
}

int main() {
  float table[256], readBack[256];
  for (int i = 0; i < 256; ++i)
    table[i] = static_cast<float>(i);
  CHECK_CUDA(cudaMemcpyToSymbol(constants, table, sizeof table));
  CHECK_CUDA(cudaMemcpyFromSymbol(readBack, constants, sizeof readBack));
  for (int i = 0; i < 256; ++i)
    EXPECT(readBack[i] == table[i]);

  const float three = 3;
  float numberBack = 0;
  CHECK_CUDA(cudaMemcpyToSymbol(number, &three, sizeof three));
  CHECK_CUDA(cudaMemcpyFromSymbol(&numberBack, number, sizeof numberBack));
  EXPECT(numberBack == 3);

  float *memory, *out, *pointerBack = nullptr;
  CHECK_CUDA(cudaMalloc(&memory, sizeof table));
  CHECK_CUDA(cudaMalloc(&out, sizeof table));
  CHECK_CUDA(cudaMemcpy(memory, table, sizeof table, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpyToSymbol(pointer, &memory, sizeof memory));
  CHECK_CUDA(cudaMemcpyFromSymbol(&pointerBack, pointer, sizeof pointerBack));
  EXPECT(pointerBack == memory);

  read<<<1, 256>>>(out);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaMemcpy(readBack, out, sizeof readBack, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 256; ++i)
    EXPECT(readBack[i] == 4.0f * i);
  CHECK_CUDA(cudaFree(memory));
  CHECK_CUDA(cudaFree(out));
  return report();
}
