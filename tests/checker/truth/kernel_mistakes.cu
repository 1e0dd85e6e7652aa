// Mistakes that people make in the kernels of textbooks, with accesses out of bounds or misaligned.
#include "truth.h"

#include <cooperative_groups.h>
#include <cuda_fp16.h>

__global__ void transpose(const float* from, float* to, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    to[x * width + y] = from[y * width + x];
}
CASE(memcheck, transposed_with_wrong_stride) {
  transpose<<<dim3(4, 2), dim3(8, 8)>>>(zeros<float>(32 * 16), zeros<float>(32 * 16), 32, 16);
}
__global__ void stencil(const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float left = from[i - 1];
    to[i] = left + from[i];
  }
}
CASE(memcheck, stencil_without_halo) {
  float* from = zeros<float>(128);
  stencil<<<1, 128>>>(from, zeros<float>(128), 128);
}
__global__ void stencilRight(const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[i] = from[i] + from[i + 1];
}
CASE(memcheck, stencil_over_end) {
  stencilRight<<<1, 128>>>(zeros<float>(128), zeros<float>(128), 128);
}
__global__ void sumRows(const int* matrix, int* sums, int width) {
  int sum = 0;
  for (int x = 0; x <= width; ++x)
    sum += matrix[threadIdx.x * width + x];
  sums[threadIdx.x] = sum;
}
CASE(memcheck, loop_one_too_far) {
  sumRows<<<1, 8>>>(zeros<int>(64), zeros<int>(8), 8);
}
__global__ void reversed(int* values, int n) {
  const int i = threadIdx.x;
  values[n - i] = i;
}
CASE(memcheck, reversed_without_minus_one) {
  reversed<<<1, 32>>>(zeros<int>(32), 32);
}
__global__ void gather(const int* indices, const int* from, int* to) {
  to[threadIdx.x] = from[indices[threadIdx.x]];
}
CASE(memcheck, gather_by_wrong_index) {
  int indices[32] = {};
  indices[7] = 1000000;
  int* given = zeros<int>(32);
  cudaMemcpy(given, indices, sizeof indices, cudaMemcpyHostToDevice);
  gather<<<1, 32>>>(given, zeros<int>(32), zeros<int>(32));
}
CASE(memcheck, gather_by_negative_index) {
  int indices[32] = {};
  indices[9] = -40;
  int* given = zeros<int>(32);
  cudaMemcpy(given, indices, sizeof indices, cudaMemcpyHostToDevice);
  gather<<<1, 32>>>(given, zeros<int>(32), zeros<int>(32));
}
__global__ void overflow(char* values, int a, int b) {
  values[a * b] = 1;
}
CASE(memcheck, index_overflows) {
  overflow<<<1, 1>>>(zeros<char>(64), 65536, 40000);
}
struct Particle {
  float position[3];
  int id;
};
__global__ void moveParticles(Particle* particles, int n) {
  const int i = threadIdx.x;
  if (i <= n)
    particles[i].id = i;
}
CASE(memcheck, member_behind) {
  moveParticles<<<1, 32>>>(zeros<Particle>(16), 16);
}
__global__ void histogram(const unsigned char* values, int* bins, int n) {
  const int i = threadIdx.x;
  if (i < n)
    atomicAdd(&bins[values[i]], 1);
}
CASE(memcheck, histogram_with_too_few_bins) {
  unsigned char values[64];
  for (int i = 0; i < 64; ++i)
    values[i] = i;
  unsigned char* given = zeros<unsigned char>(64);
  cudaMemcpy(given, values, 64, cudaMemcpyHostToDevice);
  histogram<<<1, 64>>>(given, zeros<int>(60), 64);
}
__global__ void atomic64(unsigned long long* values, int i) {
  atomicMax(&values[i], 7ull);
}
CASE(memcheck, wide_atomic_behind) {
  atomic64<<<1, 1>>>(zeros<unsigned long long>(4), 4);
}
__global__ void atomicMisaligned(char* values) {
  atomicAdd(reinterpret_cast<int*>(values + 2), 1);
}
CASE(memcheck, atomic_misaligned) {
  atomicMisaligned<<<1, 1>>>(zeros<char>(64));
}
__global__ void sharedVector(float* result) {
  __shared__ float tile[64];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const float4 four = *reinterpret_cast<float4*>(&tile[threadIdx.x]);
  result[threadIdx.x] = four.x + four.y + four.z + four.w;
}
CASE(memcheck, shared_vector_misaligned) {
  sharedVector<<<1, 32>>>(zeros<float>(64));
}
__global__ void floatFour(const float* from, float* to) {
  const float4 four = *reinterpret_cast<const float4*>(from + threadIdx.x);
  to[threadIdx.x] = four.x + four.y + four.z + four.w;
}
CASE(memcheck, vector_misaligned_by_one_number) {
  floatFour<<<1, 8>>>(zeros<float>(64), zeros<float>(8));
}
__global__ void floatFourPart(const float4* from, float* to) {
  to[threadIdx.x] = from[threadIdx.x].w;
}
CASE(memcheck, member_of_vector_behind) {
  floatFourPart<<<1, 8>>>(zeros<float4>(7), zeros<float>(8));
}
__global__ void storeFour(float* to) {
  *reinterpret_cast<float4*>(to + 2 * threadIdx.x) = make_float4(1, 2, 3, 4);
}
CASE(memcheck, vector_store_misaligned) {
  storeFour<<<1, 2>>>(zeros<float>(64));
}
__global__ void doubleTwo(const double* from, double2* to) {
  to[0] = *reinterpret_cast<const double2*>(from + 1);
}
CASE(memcheck, double_vector_misaligned) {
  doubleTwo<<<1, 1>>>(zeros<double>(8), zeros<double2>(1));
}
__global__ void halfTwo(const half* from, half2* to) {
  to[0] = __hadd2(*reinterpret_cast<const half2*>(from + 1), to[0]);
}
CASE(memcheck, half_vector_misaligned) {
  halfTwo<<<1, 1>>>(zeros<half>(8), zeros<half2>(1));
}
__global__ void cachedVector(const int4* from, int4* to) {
  to[threadIdx.x] = __ldg(&from[threadIdx.x]);
}
CASE(memcheck, cached_vector_behind) {
  cachedVector<<<1, 8>>>(zeros<int4>(7), zeros<int4>(8));
}
__global__ void fillShared(int* values) {
  extern __shared__ int tile[];
  for (int i = threadIdx.x; i < 128; i += blockDim.x)
    tile[i] = i;
  __syncthreads();
  values[threadIdx.x] = tile[threadIdx.x];
}
CASE(memcheck, dynamic_shared_loop_behind) {
  fillShared<<<1, 32, 127 * sizeof(int)>>>(zeros<int>(32));
}
__global__ void twoArrays(int* values, int n) {
  extern __shared__ int tile[];
  int* second = tile + n;
  tile[threadIdx.x] = threadIdx.x;
  second[threadIdx.x] = threadIdx.x;
  __syncthreads();
  values[threadIdx.x] = tile[n - 1 - threadIdx.x] + second[threadIdx.x];
}
CASE(memcheck, second_dynamic_array_forgotten) {
  twoArrays<<<1, 32, 32 * sizeof(int)>>>(zeros<int>(32), 32);
}
__global__ void local(int* values, int n) {
  int own[8];
  for (int i = 0; i < 8; ++i)
    own[i] = i;
  own[n] = 7;
  values[threadIdx.x] = own[values[threadIdx.x]];
}
CASE(memcheck, local_array_a_little_behind) {
  local<<<1, 1>>>(zeros<int>(1), 8);
}
__global__ void wild(int** pointers) {
  *pointers[threadIdx.x] = 1;
}
CASE(memcheck, pointer_never_set) {
  int** pointers = zeros<int*>(32);
  wild<<<1, 1>>>(pointers);
}
CASE(memcheck, host_pointer) {
  static int value;
  int* host = &value;
  int** pointers = zeros<int*>(1);
  cudaMemcpy(pointers, &host, sizeof host, cudaMemcpyHostToDevice);
  wild<<<1, 1>>>(pointers);
}
CASE(memcheck, managed_freed) {
  int* memory;
  cudaMallocManaged(&memory, 4);
  int** pointers = zeros<int*>(1);
  cudaMemcpy(pointers, &memory, sizeof memory, cudaMemcpyHostToDevice);
  cudaFree(memory);
  wild<<<1, 1>>>(pointers);
}
CASE(memcheck, pinned_freed) {
  int* memory;
  cudaMallocHost(&memory, 4);
  int** pointers = zeros<int*>(1);
  cudaMemcpy(pointers, &memory, sizeof memory, cudaMemcpyHostToDevice);
  cudaFreeHost(memory);
  wild<<<1, 1>>>(pointers);
}
CASE(memcheck, heap_pointer_of_host) {
  int* memory = new int(3);
  int** pointers = zeros<int*>(1);
  cudaMemcpy(pointers, &memory, sizeof memory, cudaMemcpyHostToDevice);
  wild<<<1, 1>>>(pointers);
}
__global__ void copyStruct(Particle* to, const Particle* from) {
  to[threadIdx.x] = from[threadIdx.x];
}
CASE(memcheck, struct_read_behind) {
  copyStruct<<<1, 8>>>(zeros<Particle>(8), zeros<Particle>(7));
}
CASE(memcheck, struct_write_behind) {
  copyStruct<<<1, 8>>>(zeros<Particle>(7), zeros<Particle>(8));
}
__global__ void copyBytes(char* to, const char* from, int n) {
  memcpy(to, from, n);
}
CASE(memcheck, device_memcpy_behind) {
  copyBytes<<<1, 1>>>(zeros<char>(64), zeros<char>(60), 64);
}
__global__ void trapped(int* values) {
  if (values[threadIdx.x] == 0 && threadIdx.x == 3)
    __trap();
}
CASE(memcheck, trap) {
  trapped<<<1, 32>>>(zeros<int>(32));
}
__device__ __noinline__ int deep(int n, volatile int* values) {
  int own[64];
  for (int i = 0; i < 64; ++i)
    own[i] = values[0] + i;
  return n == 0 ? own[values[0]] : deep(n - 1, values) + own[values[0] + 1];
}
__global__ void recursion(int* values) {
  values[0] = deep(100000, values);
}
CASE(memcheck, stack_overflow) {
  recursion<<<1, 1>>>(zeros<int>(4));
}
__global__ void cube(int* values, int n) {
  values[(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x + n] = 1;
}
CASE(memcheck, block_of_three_dimensions) {
  cube<<<1, dim3(4, 4, 4)>>>(zeros<int>(63), 0);
}
template <typename T> __global__ void scale(T* values, T factor, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    values[i] *= factor;
}
CASE(memcheck, grid_stride_loop_with_bytes_for_count) {
  scale<float><<<2, 64>>>(zeros<float>(100), 2.0f, 400);
}
CASE(clean, grid_stride_loop) {
  scale<float><<<2, 64>>>(zeros<float>(100), 2.0f, 100);
}
__global__ void linkedList(int** next, int* result) {
  int count = 0;
  for (int** node = next; node; node = reinterpret_cast<int**>(*node))
    ++count;
  *result = count;
}
CASE(clean, list_with_end) {
  linkedList<<<1, 1>>>(zeros<int*>(1), zeros<int>(1));
}
CASE(memcheck, graph_with_wrong_kernel) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int* memory = zeros<int>(32);
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  reversed<<<1, 32, 0, stream>>>(memory, 32);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
}
CASE(memcheck, freed_while_kernel_list_remains) {
  int* memory = zeros<int>(32);
  int** pointers = zeros<int*>(1);
  cudaMemcpy(pointers, &memory, sizeof memory, cudaMemcpyHostToDevice);
  cudaFree(memory);
  wild<<<1, 1>>>(pointers);
}
CASE(memcheck, pool_freed_and_used) {
  int* memory;
  cudaMallocAsync(&memory, 128, 0);
  cudaMemsetAsync(memory, 0, 128, 0);
  cudaFreeAsync(memory, 0);
  reversed<<<1, 16>>>(memory, 16);
}
__global__ void byLambda(int* values, int n) {
  const auto put = [=](int i) { values[i] = i; };
  put(threadIdx.x + n);
}
CASE(memcheck, write_in_lambda) {
  byLambda<<<1, 32>>>(zeros<int>(32), 1);
}
__device__ void put(int* values, int i) {
  values[i] = i;
}
__device__ void putTwice(int* values, int i) {
  put(values, i);
  put(values, i + 1);
}
__global__ void nested(int* values) {
  putTwice(values, threadIdx.x);
}
CASE(memcheck, write_in_inlined_functions) {
  nested<<<1, 32>>>(zeros<int>(32));
}
