// What is read has been written: by the host, by other kernels, by atomics, as vectors, by
// copies between arrays, and by the module.
// check: --tool initcheck
// lacks: Uninitialized
// errors: 0
#include <cuda_runtime.h>

__device__ int variable[4];
__managed__ int managedValue;

__global__ void write(int* values, int4* vectors, char* bytes) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  values[i] = i;
  vectors[i] = make_int4(i, i, i, i);
  for (int k = 0; k < 3; ++k)
    bytes[3 * i + k] = 1;
}

__global__ void add(const int* values, const int4* vectors, const char* bytes, const int* set,
                    unsigned long long* sum, int* onHost) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int4 v = vectors[i];
  __shared__ int tile[64];
  tile[threadIdx.x] = values[i];
  __syncthreads();
  int* const generic = i % 2 ? &tile[63 - threadIdx.x] : onHost;
  atomicAdd(sum, v.x + v.w + bytes[i] + set[i] + variable[i % 4] + managedValue + *generic);
}

int main() {
  int *values, *set, *onHost, *pinned;
  int4 *vectors, *copy;
  char* bytes;
  unsigned long long* sum;
  cudaMalloc(&values, 128 * sizeof(int));
  cudaMalloc(&set, 128 * sizeof(int));
  cudaMalloc(&vectors, 128 * sizeof(int4));
  cudaMalloc(&copy, 128 * sizeof(int4));
  cudaMalloc(&bytes, 384);
  cudaMalloc(&sum, sizeof *sum);
  cudaMallocManaged(&onHost, sizeof(int));
  cudaMallocHost(&pinned, 128 * sizeof(int));
  cudaMemset(set, 1, 128 * sizeof(int));
  cudaMemset(sum, 0, sizeof *sum);
  write<<<2, 64>>>(values, vectors, bytes);
  cudaMemcpy(copy, vectors, 128 * sizeof(int4), cudaMemcpyDeviceToDevice);
  add<<<2, 64>>>(values, copy, bytes, set, sum, onHost);
  add<<<2, 64>>>(pinned, copy, bytes, set, sum, onHost);
  return cudaDeviceSynchronize();
}
