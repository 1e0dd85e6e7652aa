// Memory that was forgotten to be written, or written in part.
#include "truth.h"

#include <cuda_pipeline.h>

template <typename T> T* unwritten(std::size_t count) {
  T* memory = nullptr;
  cudaMalloc(&memory, count * sizeof(T));
  return memory;
}

__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}
CASE(initcheck, second_operand_not_copied) {
  add<<<2, 64>>>(zeros<float>(128), unwritten<float>(128), unwritten<float>(128), 128);
}
CASE(clean, result_needs_no_value) {
  add<<<2, 64>>>(zeros<float>(128), zeros<float>(128), unwritten<float>(128), 128);
}
CASE(initcheck, copied_by_count_instead_of_bytes) {
  static float host[128];
  float* a = unwritten<float>(128);
  cudaMemcpy(a, host, 128, cudaMemcpyHostToDevice);
  add<<<2, 64>>>(a, zeros<float>(128), unwritten<float>(128), 128);
}
__global__ void accumulate(float* sums, const float* values) {
  sums[threadIdx.x] += values[threadIdx.x];
}
CASE(initcheck, sum_without_zero) {
  accumulate<<<1, 32>>>(unwritten<float>(32), zeros<float>(32));
}
__global__ void histogram(const int* values, int* bins) {
  atomicAdd(&bins[values[threadIdx.x]], 1);
}
CASE(initcheck, bins_without_zero) {
  histogram<<<1, 32>>>(zeros<int>(32), unwritten<int>(4));
}
struct Padded {
  char tag;
  int value;
};
__global__ void copyStruct(const Padded* from, Padded* to) {
  to[threadIdx.x] = from[threadIdx.x];
}
__global__ void writeMembers(Padded* to) {
  to[threadIdx.x].tag = 1;
  to[threadIdx.x].value = 2;
}
CASE(initcheck, struct_with_padding_copied) {
  Padded* from = unwritten<Padded>(8);
  writeMembers<<<1, 8>>>(from);
  copyStruct<<<1, 8>>>(from, unwritten<Padded>(8));
}
CASE(initcheck, struct_with_padding_copied_out) {
  static Padded host[8];
  Padded* from = unwritten<Padded>(8);
  writeMembers<<<1, 8>>>(from);
  cudaMemcpy(host, from, sizeof host, cudaMemcpyDeviceToHost);
}
__global__ void readValue(const Padded* from, int* to) {
  to[threadIdx.x] = from[threadIdx.x].value;
}
CASE(clean, member_of_struct_with_padding) {
  Padded* from = unwritten<Padded>(8);
  writeMembers<<<1, 8>>>(from);
  readValue<<<1, 8>>>(from, unwritten<int>(8));
}
__global__ void writeTag(Padded* to) {
  to[threadIdx.x].tag = 1;
}
CASE(initcheck, member_not_written) {
  Padded* from = unwritten<Padded>(8);
  writeTag<<<1, 8>>>(from);
  readValue<<<1, 8>>>(from, unwritten<int>(8));
}
__global__ void evens(int* values) {
  values[2 * threadIdx.x] = 1;
}
__global__ void copy(const int* from, int* to) {
  to[threadIdx.x] = from[threadIdx.x];
}
CASE(initcheck, every_second_written) {
  int* from = unwritten<int>(64);
  evens<<<1, 32>>>(from);
  copy<<<1, 64>>>(from, unwritten<int>(64));
}
CASE(initcheck, asynchronous_fill_of_half) {
  int* from = unwritten<int>(64);
  cudaMemsetAsync(from, 0, 128, 0);
  copy<<<1, 64>>>(from, unwritten<int>(64));
}
CASE(initcheck, copied_on_device_from_unwritten) {
  int* to = unwritten<int>(64);
  cudaMemcpyAsync(to, unwritten<int>(64), 256, cudaMemcpyDeviceToDevice, 0);
  cudaDeviceSynchronize();
}
__global__ void asynchronous(const int* from, int* to) {
  __shared__ int tile[32];
  __pipeline_memcpy_async(&tile[threadIdx.x], &from[threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  to[threadIdx.x] = tile[threadIdx.x];
}
CASE(initcheck, asynchronous_copy_in_kernel) {
  asynchronous<<<1, 32>>>(unwritten<int>(32), unwritten<int>(32));
}
__global__ void cached(const int4* from, int* to) {
  to[threadIdx.x] = __ldg(&from[threadIdx.x]).y;
}
CASE(initcheck, cached_vector) {
  cached<<<1, 8>>>(unwritten<int4>(8), unwritten<int>(8));
}
__global__ void inFunction(const int* from, int* to);
__device__ __noinline__ int get(const int* from) {
  return *from;
}
__global__ void inFunction(const int* from, int* to) {
  to[threadIdx.x] = get(&from[threadIdx.x]);
}
CASE(initcheck, read_in_function) {
  inFunction<<<1, 32>>>(unwritten<int>(32), unwritten<int>(32));
}
__global__ void conditional(const int* from, int* to, int n) {
  if (threadIdx.x < n)
    to[threadIdx.x] = from[threadIdx.x];
}
CASE(clean, only_written_part_read) {
  int* from = unwritten<int>(64);
  cudaMemset(from, 0, 40);
  conditional<<<1, 64>>>(from, unwritten<int>(64), 10);
}
CASE(initcheck, pitched_rows_with_gap) {
  int* from;
  std::size_t pitch;
  cudaMallocPitch(&from, &pitch, 60, 4);
  cudaMemset2D(from, pitch, 0, 60, 4);
  copy<<<1, 16>>>(from, unwritten<int>(16));
}
CASE(initcheck, pool) {
  int* from;
  cudaMallocAsync(&from, 128, 0);
  copy<<<1, 32>>>(from, unwritten<int>(32));
}
__global__ void compareExchange(int* value, int* result) {
  *result = atomicCAS(value, 0, 1);
}
CASE(initcheck, compare_and_exchange) {
  compareExchange<<<1, 1>>>(unwritten<int>(1), unwritten<int>(1));
}
__global__ void doubles(const double* from, double* to) {
  to[threadIdx.x] = from[threadIdx.x] * 2;
}
CASE(initcheck, double_half_written) {
  double* from = unwritten<double>(8);
  cudaMemset(from, 0, 60);
  doubles<<<1, 8>>>(from, unwritten<double>(8));
}
__global__ void rows(const int* matrix, int* sums, int width) {
  int sum = 0;
  for (int x = 0; x < width; ++x)
    sum += matrix[threadIdx.x * width + x];
  sums[threadIdx.x] = sum;
}
CASE(initcheck, last_row_not_written) {
  int* matrix = unwritten<int>(64);
  cudaMemset(matrix, 0, 56 * sizeof(int));
  rows<<<1, 8>>>(matrix, unwritten<int>(8), 8);
}
