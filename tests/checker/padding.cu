// A copy of a structure copies its padding, which nobody has written; using it is a mistake.
// check: --tool initcheck --initcheck-address-space all
// finds: Uninitialized __global__ memory read of size 4 bytes
// finds: in padding.cu:@wrong
// lacks: padding.cu:@copy
// lacks: padding.cu:@local
// errors: 1
#include <cuda_runtime.h>

struct Entry {
  char tag;
  int value;
};

__global__ void fill(Entry* entries) {
  entries[threadIdx.x].tag = 'a';
  entries[threadIdx.x].value = 1;
}

__global__ void copy(const Entry* from, Entry* to) {
  __shared__ Entry tile[8];
  tile[threadIdx.x] = from[threadIdx.x]; // copy
  __syncthreads();
  to[threadIdx.x] = tile[7 - threadIdx.x]; // local
}

__global__ void use(const int* words, int* result) {
  *result = words[0] + 1; // wrong
}

int main() {
  Entry *from, *to;
  cudaMalloc(&from, 8 * sizeof(Entry));
  cudaMalloc(&to, 8 * sizeof(Entry));
  int* result;
  cudaMalloc(&result, sizeof(int));
  fill<<<1, 8>>>(from);
  copy<<<1, 8>>>(from, to);
  use<<<1, 1>>>(reinterpret_cast<int*>(to), result);
  return cudaDeviceSynchronize();
}
