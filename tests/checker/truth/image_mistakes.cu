// Mistakes in programs about images, particles, matrices and queues: accesses out of bounds, freed
// memory and calls with wrong sizes.
#include "truth.h"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

__global__ void blur(const unsigned char* image, unsigned char* result, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  int sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      sum += image[(y + dy) * width + x + dx];
  result[y * width + x] = sum / 9;
}
CASE(memcheck, blur_without_border) {
  blur<<<dim3(2, 2), dim3(8, 8)>>>(zeros<unsigned char>(256), zeros<unsigned char>(256), 16, 16);
}
struct Pixel {
  unsigned char red, green, blue;
};
__global__ void gray(const Pixel* image, float* result, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x <= width - 1 && y <= height) {
    const Pixel pixel = image[y * width + x];
    result[y * width + x] = 0.3f * pixel.red + 0.6f * pixel.green + 0.1f * pixel.blue;
  }
}
CASE(memcheck, one_row_of_pixels_too_many) {
  gray<<<dim3(2, 2), dim3(16, 16)>>>(zeros<Pixel>(20 * 20), zeros<float>(20 * 20), 20, 20);
}
CASE(memcheck, one_row_of_results_too_many) {
  gray<<<dim3(2, 2), dim3(16, 16)>>>(zeros<Pixel>(20 * 21), zeros<float>(20 * 20), 20, 20);
}
struct Image {
  float* data;
  int width, height;
  __device__ float& at(int x, int y) const { return data[y * width + x]; }
};
__global__ void flip(Image from, Image to) {
  const int x = threadIdx.x, y = blockIdx.x;
  to.at(x, to.height - y) = from.at(x, y);
}
CASE(memcheck, image_flipped_by_method) {
  flip<<<8, 16>>>({zeros<float>(128), 16, 8}, {zeros<float>(128), 16, 8});
}
template <typename T, int Radius> __global__ void convolve(const T* from, T* to, int n) {
  __shared__ T tile[64 + Radius];
  const int i = blockIdx.x * 64 + threadIdx.x;
  tile[threadIdx.x + Radius] = from[i];
  if (threadIdx.x < Radius) {
    tile[threadIdx.x] = i >= Radius ? from[i - Radius] : T(0);
    tile[threadIdx.x + 64 + Radius] = i + 64 < n ? from[i + 64] : T(0);
  }
  __syncthreads();
  T sum = 0;
  for (int k = 0; k <= 2 * Radius; ++k)
    sum += tile[threadIdx.x + k];
  to[i] = sum;
}
CASE(memcheck, shared_halo_on_one_side) {
  convolve<float, 3><<<2, 64>>>(zeros<float>(128), zeros<float>(128), 128);
}
CASE(memcheck, shared_halo_of_doubles) {
  convolve<double, 2><<<2, 64>>>(zeros<double>(128), zeros<double>(128), 128);
}
__global__ void tileOfRows(const float* from, float* to) {
  __shared__ float tile[8][8];
  tile[threadIdx.y + 1][threadIdx.x] = from[threadIdx.y * 8 + threadIdx.x];
  __syncthreads();
  to[threadIdx.y * 8 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
CASE(memcheck, shared_row_behind) {
  tileOfRows<<<1, dim3(8, 8)>>>(zeros<float>(64), zeros<float>(64));
}
__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && column < n) {
    float sum = 0;
    for (int i = 0; i < k; ++i)
      sum += a[row * k + i] * b[i * k + column];
    c[row * n + column] = sum;
  }
}
CASE(memcheck, product_with_wrong_leading_dimension) {
  multiply<<<1, dim3(8, 8)>>>(zeros<float>(8 * 16), zeros<float>(16 * 8), zeros<float>(64), 8, 8,
                              16);
}
CASE(memcheck, product_with_swapped_sizes) {
  multiply<<<1, dim3(16, 16)>>>(zeros<float>(64), zeros<float>(64), zeros<float>(32), 8, 8, 8);
}
struct Bodies {
  float4* positions;
  float3* velocities;
  int count;
};
__global__ void step(Bodies bodies) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 position = bodies.positions[i];
  const float3 velocity = bodies.velocities[i];
  position.x += velocity.x;
  position.y += velocity.y;
  bodies.positions[i] = position;
}
CASE(memcheck, too_few_velocities) {
  step<<<1, 64>>>({zeros<float4>(64), zeros<float3>(60), 64});
}
CASE(memcheck, too_few_positions) {
  step<<<1, 64>>>({zeros<float4>(60), zeros<float3>(64), 64});
}
__global__ void copyByFour(const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (4 * i < n)
    reinterpret_cast<float4*>(to)[i] = reinterpret_cast<const float4*>(from)[i];
}
CASE(memcheck, vectors_over_the_tail) {
  copyByFour<<<1, 64>>>(zeros<float>(130), zeros<float>(132), 130);
}
struct __attribute__((packed)) Record {
  char tag;
  double value;
};
__global__ void parse(const char* bytes, double* values) {
  values[threadIdx.x] = *reinterpret_cast<const double*>(bytes + threadIdx.x * sizeof(Record) + 1);
}
CASE(memcheck, packed_record_read_by_cast) {
  parse<<<1, 8>>>(zeros<char>(8 * sizeof(Record)), zeros<double>(8));
}
__global__ void addPair(half* sums, int n) {
  const int i = threadIdx.x;
  atomicAdd(reinterpret_cast<half2*>(sums + i), half2{1, 1});
}
CASE(memcheck, half_pair_atomic_misaligned) {
  addPair<<<1, 2>>>(zeros<half>(8), 8);
}
__global__ void countWords(const int* words, unsigned* bins, int n) {
  extern __shared__ unsigned local[];
  for (int i = threadIdx.x; i <= 64; i += blockDim.x)
    local[i] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(&local[words[i] & 63], 1u);
  __syncthreads();
  if (threadIdx.x < 64)
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
CASE(memcheck, dynamic_bins_one_too_many) {
  countWords<<<1, 64, 64 * sizeof(unsigned)>>>(zeros<int>(256), zeros<unsigned>(64), 256);
}
__global__ void smallSort(int* values, int n) {
  int own[16];
  for (int i = 0; i < n; ++i)
    own[i] = values[threadIdx.x * n + i];
  for (int i = 1; i < n; ++i)
    for (int j = i; j > 0 && own[j - 1] > own[j]; --j) {
      const int swapped = own[j];
      own[j] = own[j - 1];
      own[j - 1] = swapped;
    }
  for (int i = 0; i < n; ++i)
    values[threadIdx.x * n + i] = own[i];
}
CASE(clean, local_sort) {
  smallSort<<<1, 4>>>(zeros<int>(64), 16);
}
__constant__ float weights[9];
__global__ void weigh(float* values, int radius) {
  float sum = 0;
  for (int i = 0; i < 2 * radius + 1; ++i)
    sum += weights[i] * values[threadIdx.x];
  values[threadIdx.x] = sum;
}
CASE(clean, constant_weights) {
  weigh<<<1, 32>>>(zeros<float>(32), 4);
}
CASE(memcheck, symbol_copy_too_long) {
  static const float values[12] = {};
  cudaMemcpyToSymbol(weights, values, sizeof values);
  weigh<<<1, 32>>>(zeros<float>(32), 4);
}
__device__ int table[4][4];
__global__ void fillTable(int n) {
  table[threadIdx.y][threadIdx.x] = n;
}
CASE(memcheck, device_table_row_behind) {
  fillTable<<<1, dim3(4, 5)>>>(3);
}
__global__ void rowsByPointers(float** rows, int width) {
  rows[threadIdx.y][threadIdx.x] = width;
}
CASE(memcheck, last_row_not_allocated) {
  float* host[4] = {zeros<float>(8), zeros<float>(8), zeros<float>(8), nullptr};
  float** rows = zeros<float*>(4);
  cudaMemcpy(rows, host, sizeof host, cudaMemcpyHostToDevice);
  rowsByPointers<<<1, dim3(8, 4)>>>(rows, 8);
}
CASE(memcheck, last_row_freed) {
  float* host[4] = {zeros<float>(8), zeros<float>(8), zeros<float>(8), zeros<float>(8)};
  float** rows = zeros<float*>(4);
  cudaMemcpy(rows, host, sizeof host, cudaMemcpyHostToDevice);
  cudaFree(host[3]);
  rowsByPointers<<<1, dim3(8, 4)>>>(rows, 8);
}
CASE(memcheck, pointers_of_rows_on_host) {
  static float* host[4] = {zeros<float>(8), zeros<float>(8), zeros<float>(8), zeros<float>(8)};
  rowsByPointers<<<1, dim3(8, 4)>>>(host, 8);
}
__global__ void push(int* items, int* count, int capacity) {
  const int slot = atomicAdd(count, 1);
  items[slot] = threadIdx.x;
}
CASE(memcheck, queue_overflows) {
  push<<<2, 32>>>(zeros<int>(48), zeros<int>(1), 48);
}
struct Node {
  int value;
  Node* next;
};
__global__ void buildAndFree(int* result) {
  Node* head = nullptr;
  for (int i = 0; i < 4; ++i)
    head = new Node{i, head};
  int sum = 0;
  for (Node* node = head; node; node = node->next) {
    sum += node->value;
    delete node;
  }
  *result = sum;
}
CASE(memcheck, list_node_used_after_delete) {
  buildAndFree<<<1, 1>>>(zeros<int>(1));
}
__global__ void buildAndForget(int* result) {
  int* own = static_cast<int*>(malloc(8 * sizeof(int)));
  for (int i = 0; i <= 8; ++i)
    own[i] = i;
  result[threadIdx.x] = own[7];
  free(own);
}
CASE(memcheck, heap_array_one_too_far) {
  buildAndForget<<<1, 2>>>(zeros<int>(2));
}
struct Shape {
  int kind;
  __device__ virtual int area() const { return kind; }
};
__global__ void construct(Shape* shape) {
  new (shape) Shape;
  shape->kind = 4;
}
__global__ void areaOf(const Shape* shape, int* result) {
  *result = shape->area();
}
CASE(clean, object_built_on_device) {
  Shape* shape = zeros<Shape>(1);
  construct<<<1, 1>>>(shape);
  areaOf<<<1, 1>>>(shape, zeros<int>(1));
}
CASE(memcheck, object_never_built) {
  areaOf<<<1, 1>>>(zeros<Shape>(1), zeros<int>(1));
}
__global__ void fillManaged(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    values[i] = i;
}
CASE(memcheck, managed_count_in_bytes) {
  int* memory;
  cudaMallocManaged(&memory, 100);
  fillManaged<<<1, 128>>>(memory, 100);
}
CASE(memcheck, count_instead_of_bytes) {
  int* memory;
  cudaMalloc(&memory, 256);
  fillManaged<<<2, 128>>>(memory, 256);
}
CASE(memcheck, mapped_one_too_far) {
  int *memory, *mapped;
  cudaHostAlloc(&memory, 64 * sizeof(int), cudaHostAllocMapped);
  cudaHostGetDevicePointer(&mapped, memory, 0);
  fillManaged<<<1, 128>>>(mapped, 65);
}
CASE(memcheck, freed_in_another_stream) {
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  int* memory;
  cudaMallocAsync(&memory, 400, first);
  cudaStreamSynchronize(first);
  cudaFreeAsync(memory, second);
  cudaStreamSynchronize(second);
  fillManaged<<<1, 128, 0, first>>>(memory, 100);
}
CASE(memcheck, second_stream_is_wrong) {
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams)
    cudaStreamCreate(&stream);
  int *first = zeros<int>(64), *second = zeros<int>(60);
  fillManaged<<<1, 64, 0, streams[0]>>>(first, 64);
  fillManaged<<<1, 64, 0, streams[1]>>>(second, 64);
}
CASE(memcheck, rows_copied_with_wrong_pitch) {
  static float host[16][16];
  float* memory = zeros<float>(15 * 16);
  cudaMemcpy2D(memory, 64, host, 64, 64, 16, cudaMemcpyHostToDevice);
}
CASE(memcheck, rows_copied_wider_than_pitch) {
  static float host[16][16];
  float* memory = zeros<float>(16 * 16);
  cudaMemcpy2D(memory, 32, host, 64, 64, 4, cudaMemcpyHostToDevice);
}
CASE(memcheck, rows_filled_too_many) {
  float* memory = zeros<float>(16 * 16);
  cudaMemset2D(memory, 64, 0, 64, 17);
}
CASE(memcheck, fill_from_the_middle_too_long) {
  int* memory = zeros<int>(100);
  cudaMemset(memory + 50, 0, 100 * sizeof(int));
}
CASE(memcheck, copy_to_null) {
  static int host[4];
  cudaMemcpy(nullptr, host, sizeof host, cudaMemcpyHostToDevice);
}
CASE(memcheck, copy_from_freed) {
  static int host[64];
  int* memory = zeros<int>(64);
  cudaFree(memory);
  cudaMemcpy(host, memory, sizeof host, cudaMemcpyDeviceToHost);
}
CASE(memcheck, copy_asynchronously_out_too_long) {
  int* host;
  cudaMallocHost(&host, 512);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpyAsync(host, zeros<int>(64), 512, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
}
CASE_WITH(memcheck, leak_of_rows, "--leak-check full") {
  float* memory;
  std::size_t pitch;
  cudaMallocPitch(&memory, &pitch, 100, 3);
  cudaFree(zeros<int>(4));
  cudaDeviceReset();
}
CASE_WITH(memcheck, leak_of_pointer_overwritten, "--leak-check full") {
  int* memory = zeros<int>(16);
  memory = zeros<int>(32);
  cudaFree(memory);
  cudaDeviceReset();
}
__global__ void keep(char** kept) {
  kept[threadIdx.x] = new char[24];
}
CASE_WITH(memcheck, leak_of_device_arrays, "--leak-check full") {
  char** kept = zeros<char*>(2);
  keep<<<1, 2>>>(kept);
  cudaDeviceSynchronize();
  cudaFree(kept);
  cudaDeviceReset();
}
__device__ __forceinline__ void store(float* to, int i, float value) {
  to[i] = value;
}
template <typename Operation> __global__ void transform(float* values, int n, Operation operation) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    store(values, i, operation(values[i]));
}
struct Halve {
  __device__ float operator()(float value) const { return value / 2; }
};
CASE(memcheck, template_with_functor) {
  transform<<<1, 32>>>(zeros<float>(60), 61, Halve{});
}
__device__ __noinline__ void scatter(int* to, const int* order, int i) {
  to[order[i]] = i;
}
__global__ void permute(int* to, const int* order) {
  scatter(to, order, threadIdx.x);
}
CASE(memcheck, permutation_counted_from_one) {
  int order[32];
  for (int i = 0; i < 32; ++i)
    order[i] = 32 - i;
  int* given = zeros<int>(32);
  cudaMemcpy(given, order, sizeof order, cudaMemcpyHostToDevice);
  permute<<<1, 32>>>(zeros<int>(32), given);
}
__global__ void scanBlock(int* values, int n) {
  extern __shared__ int own[];
  const int t = threadIdx.x;
  own[2 * t] = values[2 * t];
  own[2 * t + 1] = values[2 * t + 1];
  int offset = 1;
  for (int d = n / 2; d > 0; d /= 2) {
    __syncthreads();
    if (t <= d) {
      const int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      own[b] += own[a];
    }
    offset *= 2;
  }
  __syncthreads();
  values[t] = own[t];
}
CASE(memcheck, scan_tree_one_too_wide) {
  scanBlock<<<1, 32, 64 * sizeof(int)>>>(zeros<int>(64), 64);
}
__global__ void gatherByPtx(const int* from, int* to) {
  int a, b;
  asm volatile("ld.global.v2.s32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(from + threadIdx.x));
  to[threadIdx.x] = a + b;
}
CASE(memcheck, vector_of_ptx_misaligned) {
  gatherByPtx<<<1, 4>>>(zeros<int>(8), zeros<int>(4));
}
__global__ void copyTile(const int* from, int* to, int n) {
  extern __shared__ int tile[];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile, from, sizeof(int) * n);
  cg::wait(block);
  to[threadIdx.x] = tile[threadIdx.x];
}
CASE(memcheck, group_copy_too_long) {
  copyTile<<<1, 32, 64 * sizeof(int)>>>(zeros<int>(48), zeros<int>(32), 64);
}
CASE(clean, group_copy) {
  copyTile<<<1, 32, 64 * sizeof(int)>>>(zeros<int>(64), zeros<int>(32), 64);
}
__global__ void divideByIndex(int* values, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    values[i - 1] += 1;
}
CASE(memcheck, unsigned_index_below_zero) {
  divideByIndex<<<1, 32>>>(zeros<int>(32), 32);
}
__global__ void strings(const char* const* names, int* lengths) {
  int length = 0;
  while (names[threadIdx.x][length])
    ++length;
  lengths[threadIdx.x] = length;
}
CASE(memcheck, string_without_end) {
  char* text;
  cudaMalloc(&text, 7);
  cudaMemset(text, 'a', 7);
  char** names = zeros<char*>(1);
  cudaMemcpy(names, &text, sizeof text, cudaMemcpyHostToDevice);
  strings<<<1, 1>>>(names, zeros<int>(1));
}
__global__ void csr(const int* starts, const int* columns, const float* values, const float* x,
                    float* y, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0;
    for (int k = starts[row]; k < starts[row + 1]; ++k)
      sum += values[k] * x[columns[k]];
    y[row] = sum;
  }
}
CASE(memcheck, sparse_row_starts_one_short) {
  csr<<<1, 32>>>(zeros<int>(32), zeros<int>(64), zeros<float>(64), zeros<float>(32),
                 zeros<float>(32), 32);
}
CASE(memcheck, sparse_column_behind) {
  int starts[5] = {0, 1, 2, 3, 4}, columns[4] = {0, 1, 2, 4};
  int *givenStarts = zeros<int>(5), *givenColumns = zeros<int>(4);
  cudaMemcpy(givenStarts, starts, sizeof starts, cudaMemcpyHostToDevice);
  cudaMemcpy(givenColumns, columns, sizeof columns, cudaMemcpyHostToDevice);
  csr<<<1, 4>>>(givenStarts, givenColumns, zeros<float>(4), zeros<float>(4), zeros<float>(4), 4);
}
