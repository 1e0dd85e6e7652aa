// Memory that is read before it has been written, on its way through several kernels and copies.
#include "truth.h"

#include <cooperative_groups.h>
#include <mma.h>

template <typename T> T* unwritten(std::size_t count) {
  T* memory = nullptr;
  cudaMalloc(&memory, count * sizeof(T));
  return memory;
}

__global__ void stencil(const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    to[i] = (from[i - 1] + from[i] + from[i + 1]) / 3;
}
CASE(initcheck, borders_never_written) {
  float *a = zeros<float>(64), *b = unwritten<float>(64);
  stencil<<<1, 64>>>(a, b, 64);
  stencil<<<1, 64>>>(b, a, 64);
}
CASE(clean, borders_copied) {
  float *a = zeros<float>(64), *b = unwritten<float>(64);
  cudaMemcpy(b, a, 64 * sizeof(float), cudaMemcpyDeviceToDevice);
  stencil<<<1, 64>>>(a, b, 64);
  stencil<<<1, 64>>>(b, a, 64);
}
__global__ void fillGuarded(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    values[i] = i;
}
__global__ void sumAll(const int* values, int* result, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += values[i];
  *result = sum;
}
CASE(initcheck, too_few_blocks_write) {
  int* values = unwritten<int>(100);
  fillGuarded<<<100 / 32, 32>>>(values, 100);
  sumAll<<<1, 1>>>(values, unwritten<int>(1), 100);
}
CASE(initcheck, result_copied_without_kernel) {
  static int host[25];
  int* values = unwritten<int>(25);
  fillGuarded<<<1, 24>>>(values, 25);
  cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost);
}
__global__ void writeColumns(float4* values) {
  values[threadIdx.x].x = 1;
  values[threadIdx.x].y = 2;
  values[threadIdx.x].z = 3;
}
__global__ void length(const float4* values, float* result) {
  const float4 v = values[threadIdx.x];
  result[threadIdx.x] = v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
}
CASE(initcheck, last_member_of_vectors) {
  float4* values = unwritten<float4>(8);
  writeColumns<<<1, 8>>>(values);
  length<<<1, 8>>>(values, unwritten<float>(8));
}
struct Body {
  float position[3], mass;
};
__global__ void place(Body* bodies) {
  for (float& each : bodies[threadIdx.x].position)
    each = threadIdx.x;
}
__global__ void weigh(const Body* bodies, float* total, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += bodies[i].mass;
  *total = sum;
}
CASE(initcheck, mass_never_set) {
  Body* bodies = unwritten<Body>(8);
  place<<<1, 8>>>(bodies);
  weigh<<<1, 1>>>(bodies, unwritten<float>(1), 8);
}
CASE(initcheck, rows_copied_partly) {
  static int host[8][8];
  int* values = unwritten<int>(64);
  cudaMemcpy2D(values, 32, host, 32, 28, 8, cudaMemcpyHostToDevice);
  sumAll<<<1, 1>>>(values, unwritten<int>(1), 64);
}
CASE(initcheck, fill_of_count_instead_of_bytes) {
  int* values = unwritten<int>(64);
  cudaMemset(values, 0, 64);
  sumAll<<<1, 1>>>(values, unwritten<int>(1), 64);
}
__global__ void largest(int* best, const int* values) {
  atomicMax(best, values[threadIdx.x]);
}
CASE(initcheck, maximum_without_start) {
  largest<<<1, 32>>>(unwritten<int>(1), zeros<int>(32));
}
__global__ void exchange(int* lock, int* old) {
  *old = atomicExch(lock, 1);
}
CASE(initcheck, exchange_without_start) {
  exchange<<<1, 1>>>(unwritten<int>(1), unwritten<int>(1));
}
__global__ void twice(const int* values, int* result) {
  const int value = values[threadIdx.x];
  if (value > 0)
    result[threadIdx.x] = value * 2;
}
CASE(initcheck, compared_in_branch) {
  twice<<<1, 16>>>(unwritten<int>(16), unwritten<int>(16));
}
CASE(initcheck, read_behind_stream_ordered_copy) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int *from, *to;
  cudaMallocAsync(&from, 256, stream);
  cudaMallocAsync(&to, 256, stream);
  cudaMemsetAsync(from, 0, 128, stream);
  cudaMemcpyAsync(to, from, 128, cudaMemcpyDeviceToDevice, stream);
  twice<<<1, 64, 0, stream>>>(to, from);
  cudaStreamSynchronize(stream);
}
__global__ void pixels(cudaTextureObject_t texture, int* result) {
  result[threadIdx.x] = tex1Dfetch<int>(texture, threadIdx.x);
}
CASE(initcheck, texture_of_unwritten_memory) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = unwritten<int>(32);
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = 32 * sizeof(int);
  const cudaTextureDesc description{};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  pixels<<<1, 32>>>(texture, unwritten<int>(32));
}
__global__ void loadMatrix(const half* a, float* result) {
  using namespace nvcuda::wmma;
  fragment<matrix_a, 16, 16, 16, half, row_major> left;
  fragment<matrix_b, 16, 16, 16, half, col_major> right;
  fragment<accumulator, 16, 16, 16, float> sum;
  fill_fragment(sum, 0.0f);
  fill_fragment(right, half(1.0f));
  load_matrix_sync(left, a, 16);
  mma_sync(sum, left, right, sum);
  store_matrix_sync(result, sum, 16, mem_row_major);
}
CASE(initcheck, matrix_partly_written) {
  half* a = unwritten<half>(256);
  cudaMemset(a, 0, 480);
  loadMatrix<<<1, 32>>>(a, unwritten<float>(256));
}
struct Vector {
  int* data;
  int size;
  __device__ int& operator[](int i) { return data[i]; }
};
__global__ void addInto(Vector to, Vector from) {
  for (int i = threadIdx.x; i < to.size; i += blockDim.x)
    to[i] += from[i];
}
CASE(initcheck, sum_into_unwritten_by_operator) {
  addInto<<<1, 8>>>({unwritten<int>(16), 16}, {zeros<int>(16), 16});
}
__global__ void grow(int* list, int* size) {
  const int n = *size;
  list[n] = list[n - 1] + 1;
  *size = n + 1;
}
CASE(clean, list_grows) {
  int *list = unwritten<int>(8), *size = unwritten<int>(1);
  const int one = 1;
  cudaMemcpy(size, &one, sizeof one, cudaMemcpyHostToDevice);
  cudaMemset(list, 0, sizeof(int));
  for (int i = 0; i < 4; ++i)
    grow<<<1, 1>>>(list, size);
}
CASE(initcheck, list_without_first) {
  int *list = unwritten<int>(8), *size = unwritten<int>(1);
  const int one = 1;
  cudaMemcpy(size, &one, sizeof one, cudaMemcpyHostToDevice);
  grow<<<1, 1>>>(list, size);
}
__global__ void bytesToWords(const unsigned char* bytes, unsigned* words) {
  words[threadIdx.x] = *reinterpret_cast<const unsigned*>(bytes + 4 * threadIdx.x);
}
CASE(initcheck, last_bytes_of_word) {
  static const char text[] = "seventeen letters";
  unsigned char* bytes = unwritten<unsigned char>(20);
  cudaMemcpy(bytes, text, 17, cudaMemcpyHostToDevice);
  bytesToWords<<<1, 5>>>(bytes, unwritten<unsigned>(5));
}
CASE(initcheck, copied_from_unwritten_and_read) {
  int* first = unwritten<int>(32);
  int* second = unwritten<int>(32);
  cudaMemcpy(second, first, 128, cudaMemcpyDeviceToDevice);
  twice<<<1, 32>>>(second, first);
}
