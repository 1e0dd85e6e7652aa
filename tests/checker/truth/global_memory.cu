// Accesses of kernels to global memory: allocations of all kinds, variables and constants.
#include "truth.h"

#include <cstdlib>

__global__ void writeUpTo(int n, int* values) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n)
    values[i] = i;
}
CASE(memcheck, write_behind) {
  writeUpTo<<<2, 64>>>(100, zeros<int>(100));
}
CASE(clean, write_all) {
  writeUpTo<<<2, 64>>>(99, zeros<int>(100));
}
CASE(memcheck, write_behind_in_second_block) {
  writeUpTo<<<4, 32>>>(64, zeros<int>(64));
}
CASE(memcheck, write_behind_managed) {
  int* values;
  cudaMallocManaged(&values, 100 * sizeof(int));
  writeUpTo<<<2, 64>>>(100, values);
}
CASE(clean, write_managed) {
  int* values;
  cudaMallocManaged(&values, 100 * sizeof(int));
  writeUpTo<<<2, 64>>>(99, values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
CASE(memcheck, write_behind_pinned) {
  int* values;
  cudaMallocHost(&values, 100 * sizeof(int));
  writeUpTo<<<2, 64>>>(100, values);
}
CASE(clean, write_pinned) {
  int* values;
  cudaMallocHost(&values, 100 * sizeof(int));
  writeUpTo<<<2, 64>>>(99, values);
  cudaDeviceSynchronize();
  cudaFreeHost(values);
}
CASE(memcheck, write_freed) {
  int* values = zeros<int>(100);
  cudaFree(values);
  writeUpTo<<<2, 64>>>(99, values);
}
CASE(memcheck, write_behind_stream_ordered) {
  int* values;
  cudaMallocAsync(&values, 100 * sizeof(int), nullptr);
  writeUpTo<<<2, 64>>>(100, values);
}
CASE(clean, write_stream_ordered) {
  int* values;
  cudaMallocAsync(&values, 100 * sizeof(int), nullptr);
  writeUpTo<<<2, 64>>>(99, values);
  cudaFreeAsync(values, nullptr);
}
CASE(memcheck, write_freed_in_stream_order) {
  int* values;
  cudaMallocAsync(&values, 100 * sizeof(int), nullptr);
  cudaFreeAsync(values, nullptr);
  writeUpTo<<<2, 64>>>(99, values);
}
CASE(memcheck, write_freed_in_stream_order_after_synchronisation) {
  int* values;
  cudaMallocAsync(&values, 100 * sizeof(int), nullptr);
  cudaFreeAsync(values, nullptr);
  cudaStreamSynchronize(nullptr);
  writeUpTo<<<2, 64>>>(99, values);
}
CASE(memcheck, write_far_behind) {
  writeUpTo<<<2, 64>>>(99, zeros<int>(100) + (1 << 28));
}

__global__ void readAt(const int* values, int index, int* result) {
  result[threadIdx.x] = values[index];
}
CASE(memcheck, read_behind) {
  readAt<<<1, 1>>>(zeros<int>(100), 100, zeros<int>(1));
}
CASE(memcheck, read_before) {
  readAt<<<1, 1>>>(zeros<int>(100), -1, zeros<int>(1));
}
CASE(clean, read_last) {
  readAt<<<1, 1>>>(zeros<int>(100), 99, zeros<int>(1));
}
CASE(memcheck, read_null) {
  readAt<<<1, 1>>>(nullptr, 0, zeros<int>(1));
}
CASE(memcheck, read_near_null) {
  readAt<<<1, 1>>>(nullptr, 4, zeros<int>(1));
}
CASE(memcheck, read_freed) {
  int* values = zeros<int>(100);
  cudaFree(values);
  readAt<<<1, 1>>>(values, 7, zeros<int>(1));
}
CASE(memcheck, write_null) {
  readAt<<<1, 1>>>(zeros<int>(1), 0, nullptr);
}
CASE(memcheck, write_behind_by_warp) {
  readAt<<<1, 32>>>(zeros<int>(1), 0, zeros<int>(28));
}
CASE(memcheck, read_behind_registered) {
  void* page = nullptr;
  if (posix_memalign(&page, 4096, 4096) != 0)
    return;
  cudaHostRegister(page, 4096, cudaHostRegisterMapped);
  readAt<<<1, 1>>>(static_cast<int*>(page), 1024, zeros<int>(1));
}
CASE(clean, read_registered) {
  void* page = nullptr;
  if (posix_memalign(&page, 4096, 4096) != 0)
    return;
  std::memset(page, 0, 4096);
  cudaHostRegister(page, 4096, cudaHostRegisterMapped);
  readAt<<<1, 1>>>(static_cast<int*>(page), 1023, zeros<int>(1));
  cudaDeviceSynchronize();
  cudaHostUnregister(page);
  std::free(page);
}

template <typename T> __global__ void readAs(const char* bytes, int offset, T* result) {
  *result = *reinterpret_cast<const T*>(bytes + offset);
}
CASE(memcheck, misaligned_int) {
  readAs<int><<<1, 1>>>(zeros<char>(64), 1, zeros<int>(1));
}
CASE(memcheck, misaligned_short) {
  readAs<short><<<1, 1>>>(zeros<char>(64), 3, zeros<short>(1));
}
CASE(memcheck, misaligned_double) {
  readAs<double><<<1, 1>>>(zeros<char>(64), 4, zeros<double>(1));
}
CASE(memcheck, misaligned_vector) {
  readAs<float4><<<1, 1>>>(zeros<char>(64), 8, zeros<float4>(1));
}
CASE(clean, aligned_vector) {
  readAs<float4><<<1, 1>>>(zeros<char>(64), 48, zeros<float4>(1));
}
CASE(memcheck, vector_read_over_end) {
  readAs<float4><<<1, 1>>>(zeros<char>(40), 32, zeros<float4>(1));
}
CASE(memcheck, short_read_behind) {
  readAs<short><<<1, 1>>>(zeros<char>(10), 10, zeros<short>(1));
}
CASE(memcheck, double_read_behind) {
  readAs<double><<<1, 1>>>(zeros<char>(40), 40, zeros<double>(1));
}
CASE(memcheck, byte_read_behind) {
  readAs<char><<<1, 1>>>(zeros<char>(101), 101, zeros<char>(1));
}
CASE(clean, byte_read_last) {
  readAs<char><<<1, 1>>>(zeros<char>(101), 100, zeros<char>(1));
}

template <typename T> __global__ void writeAs(char* bytes, int offset, T value) {
  *reinterpret_cast<T*>(bytes + offset) = value;
}
CASE(memcheck, misaligned_write) {
  writeAs<int><<<1, 1>>>(zeros<char>(64), 6, 1);
}
CASE(memcheck, vector_write_over_end) {
  writeAs<int4><<<1, 1>>>(zeros<char>(24), 16, int4{1, 2, 3, 4});
}
CASE(memcheck, pair_write_behind) {
  writeAs<int2><<<1, 1>>>(zeros<char>(24), 24, int2{1, 2});
}
CASE(memcheck, byte_write_behind) {
  writeAs<char><<<1, 1>>>(zeros<char>(3), 3, 'x');
}

__global__ void addAt(int* values, int index) {
  atomicAdd(&values[index], 1);
}
CASE(memcheck, atomic_behind) {
  addAt<<<1, 2>>>(zeros<int>(4), 4);
}
CASE(memcheck, atomic_freed) {
  int* values = zeros<int>(100);
  cudaFree(values);
  addAt<<<1, 2>>>(values, 4);
}
CASE(clean, atomic_last) {
  addAt<<<1, 64>>>(zeros<int>(4), 3);
}
__global__ void exchangeAt(unsigned long long* values, int index, unsigned long long* result) {
  *result = atomicExch(&values[index], 1ull);
}
CASE(memcheck, atomic_exchange_behind) {
  exchangeAt<<<1, 1>>>(zeros<unsigned long long>(4), 4, zeros<unsigned long long>(1));
}
__global__ void compareAt(int* values, int index, int* result) {
  *result = atomicCAS(&values[index], 0, 1);
}
CASE(memcheck, atomic_compare_before) {
  compareAt<<<1, 1>>>(zeros<int>(4), -2, zeros<int>(1));
}

__device__ int variable[10];
__global__ void writeVariable(int index) {
  variable[index] = 1;
}
CASE(memcheck, device_variable_behind) {
  writeVariable<<<1, 1>>>(1 << 24);
}
CASE(clean, device_variable) {
  writeVariable<<<1, 1>>>(9);
}

__constant__ int factors[16] = {1, 2, 3};
__global__ void readFactor(int index, int* result) {
  result[threadIdx.x] = factors[index + threadIdx.x];
}
CASE(memcheck, constant_far_behind) {
  readFactor<<<1, 2>>>(1 << 20, zeros<int>(2));
}
CASE(clean, constant) {
  readFactor<<<1, 2>>>(14, zeros<int>(2));
}

struct Node {
  int value;
  Node* next;
};
__global__ void sumList(const Node* node, int* sum) {
  for (int i = 0; i < 3; ++i) {
    *sum += node->value;
    node = node->next;
  }
}
CASE(memcheck, list_without_end) {
  Node* node = zeros<Node>(1);
  sumList<<<1, 1>>>(node, zeros<int>(1));
}
__global__ void readThrough(int* const* tables, int* result) {
  result[threadIdx.x] = tables[threadIdx.x][0];
}
CASE(memcheck, host_pointer_in_table) {
  int** tables = zeros<int*>(2);
  int* first = zeros<int>(1);
  int* second = reinterpret_cast<int*>(0x10);
  cudaMemcpy(tables, &first, sizeof first, cudaMemcpyHostToDevice);
  cudaMemcpy(tables + 1, &second, sizeof second, cudaMemcpyHostToDevice);
  readThrough<<<1, 2>>>(tables, zeros<int>(2));
}
__device__ int inlined(const int* values, int index) {
  return values[index] + 1;
}
__device__ __noinline__ int called(const int* values, int index) {
  return values[index] + 1;
}
__global__ void callInlined(const int* values, int index, int* result) {
  *result = inlined(values, index);
}
__global__ void callFunction(const int* values, int index, int* result) {
  *result = called(values, index);
}
CASE(memcheck, read_behind_inlined) {
  callInlined<<<1, 1>>>(zeros<int>(4), 4, zeros<int>(1));
}
CASE(memcheck, read_behind_called) {
  callFunction<<<1, 1>>>(zeros<int>(4), 4, zeros<int>(1));
}
__global__ void fillBytes(char* bytes, int count) {
  memset(bytes, 1, count);
}
CASE(memcheck, device_memset_behind) {
  fillBytes<<<1, 1>>>(zeros<char>(10), 11);
}
__global__ void readConstantly(const int* __restrict__ values, int index,
                               int* __restrict__ result) {
  *result = __ldg(values + index);
}
CASE(memcheck, cached_read_behind) {
  readConstantly<<<1, 1>>>(zeros<int>(4), 4, zeros<int>(1));
}
__global__ void writeRows(char* rows, std::size_t pitch, int height) {
  reinterpret_cast<int*>(rows + threadIdx.y * pitch)[threadIdx.x] = height;
}
CASE(memcheck, row_behind_pitched) {
  char* rows;
  std::size_t pitch;
  cudaMallocPitch(reinterpret_cast<void**>(&rows), &pitch, 400, 4);
  writeRows<<<1, dim3(1, 5)>>>(rows, pitch, 4);
}
CASE(clean, rows_pitched) {
  char* rows;
  std::size_t pitch;
  cudaMallocPitch(reinterpret_cast<void**>(&rows), &pitch, 400, 4);
  writeRows<<<1, dim3(100, 4)>>>(rows, pitch, 4);
}
CASE(memcheck, second_launch_is_wrong) {
  int* values = zeros<int>(100);
  writeUpTo<<<2, 64>>>(99, values);
  writeUpTo<<<2, 64>>>(101, values);
}
CASE(memcheck, wrong_size_of_element) {
  writeUpTo<<<2, 64>>>(99, reinterpret_cast<int*>(zeros<char>(100)));
}
