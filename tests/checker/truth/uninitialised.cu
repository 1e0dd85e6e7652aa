// Reads of global memory that nobody has written, by kernels and by copies of the API.
#include "truth.h"

template <typename T> static T* unwritten(std::size_t count) {
  T* memory = nullptr;
  cudaMalloc(&memory, count * sizeof(T));
  return memory;
}
__global__ void copy(const int* from, int* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[i] = from[i];
}
CASE(initcheck, read_of_nothing) {
  copy<<<1, 32>>>(unwritten<int>(32), zeros<int>(32), 32);
}
CASE(clean, read_of_zeros) {
  copy<<<1, 32>>>(zeros<int>(32), unwritten<int>(32), 32);
}
CASE(initcheck, read_of_half) {
  int* from = unwritten<int>(64);
  cudaMemset(from, 0, 32 * sizeof(int));
  copy<<<1, 64>>>(from, zeros<int>(64), 64);
}
CASE(initcheck, last_not_copied) {
  static int host[32];
  int* from = unwritten<int>(33);
  cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
  copy<<<2, 32>>>(from, zeros<int>(33), 33);
}
CASE(clean, all_copied) {
  static int host[33];
  int* from = unwritten<int>(33);
  cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
  copy<<<2, 32>>>(from, zeros<int>(33), 33);
}
CASE(clean, written_by_kernel) {
  int* middle = unwritten<int>(32);
  copy<<<1, 32>>>(zeros<int>(32), middle, 32);
  copy<<<1, 32>>>(middle, zeros<int>(32), 32);
}
CASE(initcheck, half_written_by_kernel) {
  int* middle = unwritten<int>(32);
  copy<<<1, 32>>>(zeros<int>(32), middle, 16);
  copy<<<1, 32>>>(middle, zeros<int>(32), 32);
}
CASE(initcheck, freed_and_allocated_again) {
  cudaFree(zeros<int>(32));
  copy<<<1, 32>>>(unwritten<int>(32), zeros<int>(32), 32);
}
CASE(initcheck, stream_ordered) {
  int* from;
  cudaMallocAsync(&from, 32 * sizeof(int), nullptr);
  copy<<<1, 32>>>(from, zeros<int>(32), 32);
}
CASE(clean, stream_ordered_written) {
  int* from;
  cudaMallocAsync(&from, 32 * sizeof(int), nullptr);
  cudaMemsetAsync(from, 0, 32 * sizeof(int), nullptr);
  copy<<<1, 32>>>(from, zeros<int>(32), 32);
}
CASE(initcheck, managed) {
  int* from;
  cudaMallocManaged(&from, 32 * sizeof(int));
  copy<<<1, 32>>>(from, zeros<int>(32), 32);
}
CASE(clean, managed_written_by_host) {
  int* from;
  cudaMallocManaged(&from, 32 * sizeof(int));
  std::memset(from, 0, 32 * sizeof(int));
  copy<<<1, 32>>>(from, zeros<int>(32), 32);
}
__device__ int variable[4];
__global__ void readVariable(int* result) {
  *result = variable[threadIdx.x + 2];
}
CASE(clean, device_variable) {
  readVariable<<<1, 1>>>(zeros<int>(1));
}
__global__ void readWide(const int4* from, int4* to) {
  to[threadIdx.x] = from[threadIdx.x];
}
CASE(initcheck, vector_with_unwritten_part) {
  int* from = unwritten<int>(4);
  cudaMemset(from, 0, 3 * sizeof(int));
  readWide<<<1, 1>>>(reinterpret_cast<int4*>(from), zeros<int4>(1));
}
__global__ void readBytes(const char* from, char* to) {
  to[threadIdx.x] = from[threadIdx.x];
}
CASE(initcheck, byte) {
  char* from = unwritten<char>(8);
  cudaMemset(from, 0, 5);
  readBytes<<<1, 6>>>(from, zeros<char>(8));
}
CASE(clean, bytes) {
  char* from = unwritten<char>(8);
  cudaMemset(from, 0, 5);
  readBytes<<<1, 5>>>(from, zeros<char>(8));
}
__global__ void increment(int* value) {
  atomicAdd(value, 1);
}
CASE(initcheck, atomic) {
  increment<<<1, 1>>>(unwritten<int>(1));
}
CASE(clean, atomic_on_zero) {
  increment<<<1, 32>>>(zeros<int>(1));
}
CASE(initcheck, copy_out_by_api) {
  static int host[32];
  cudaMemcpy(host, unwritten<int>(32), sizeof host, cudaMemcpyDeviceToHost);
}
CASE(initcheck, copy_out_of_half_by_api) {
  static int host[32];
  int* from = unwritten<int>(32);
  cudaMemset(from, 0, 64);
  cudaMemcpy(host, from, sizeof host, cudaMemcpyDeviceToHost);
}
CASE(clean, copy_out_by_api_of_written) {
  static int host[32];
  cudaMemcpy(host, zeros<int>(32), sizeof host, cudaMemcpyDeviceToHost);
}
CASE(initcheck, copy_between_by_api) {
  cudaMemcpy(zeros<int>(32), unwritten<int>(32), 128, cudaMemcpyDeviceToDevice);
}
CASE(initcheck, copy_between_and_read) {
  int* middle = zeros<int>(32);
  cudaMemcpy(middle, unwritten<int>(32), 128, cudaMemcpyDeviceToDevice);
  copy<<<1, 32>>>(middle, zeros<int>(32), 32);
}
CASE(initcheck, rows_copied_out_by_api) {
  static int host[8][4];
  int* from = unwritten<int>(64);
  cudaMemset2D(from, 32, 0, 12, 8);
  cudaMemcpy2D(host, 16, from, 32, 16, 8, cudaMemcpyDeviceToHost);
}
CASE(clean, rows_copied_out_by_api_of_written) {
  static int host[8][3];
  int* from = unwritten<int>(64);
  cudaMemset2D(from, 32, 0, 12, 8);
  cudaMemcpy2D(host, 12, from, 32, 12, 8, cudaMemcpyDeviceToHost);
}
__global__ void heapRead(int* result) {
  int* values = static_cast<int*>(malloc(4 * sizeof(int)));
  *result = static_cast<volatile int*>(values)[2];
  free(values);
}
CASE(initcheck, heap) {
  heapRead<<<1, 1>>>(zeros<int>(1));
}
__global__ void sharedRead(int* result) {
  __shared__ int tile[32];
  if (threadIdx.x > 0)
    tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  result[threadIdx.x] = tile[31 - threadIdx.x];
}
CASE(initcheck, shared_memory) {
  sharedRead<<<1, 32>>>(zeros<int>(32));
}
