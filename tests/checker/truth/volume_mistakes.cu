// Mistakes with memory of more than one dimension, records, vectors and the device heap, and with
// memory of which a part has been written.
#include "truth.h"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

template <typename T> T* unwritten(std::size_t count) {
  T* memory = nullptr;
  cudaMalloc(&memory, count * sizeof(T));
  return memory;
}

__global__ void fillVolume(cudaPitchedPtr volume, int width, int height, int depth) {
  const int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
  if (x < width && y < height && z <= depth) {
    char* slice = static_cast<char*>(volume.ptr) + z * volume.pitch * height;
    reinterpret_cast<float*>(slice + y * volume.pitch)[x] = 1;
  }
}
CASE(memcheck, slice_behind_volume) {
  cudaPitchedPtr volume;
  cudaMalloc3D(&volume, make_cudaExtent(8 * sizeof(float), 8, 4));
  fillVolume<<<5, dim3(8, 8)>>>(volume, 8, 8, 4);
}
CASE(clean, volume) {
  cudaPitchedPtr volume;
  cudaMalloc3D(&volume, make_cudaExtent(8 * sizeof(float), 8, 4));
  fillVolume<<<4, dim3(8, 8)>>>(volume, 8, 8, 4);
}
__global__ void setInRow(char* rows, size_t pitch, int row, int column) {
  reinterpret_cast<int*>(rows + row * pitch)[column] = 1;
}
CASE(memcheck, column_in_gap_of_rows) {
  char* rows;
  size_t pitch;
  cudaMallocPitch(&rows, &pitch, 100 * sizeof(int), 4);
  setInRow<<<1, 1>>>(rows, pitch, 1, 100);
}
CASE(memcheck, column_in_gap_of_last_row) {
  char* rows;
  size_t pitch;
  cudaMallocPitch(&rows, &pitch, 100 * sizeof(int), 4);
  setInRow<<<1, 1>>>(rows, pitch, 3, 100);
}
CASE(memcheck, column_before_first_row) {
  char* rows;
  size_t pitch;
  cudaMallocPitch(&rows, &pitch, 100 * sizeof(int), 4);
  setInRow<<<1, 1>>>(rows, pitch, 0, -1);
}
__global__ void addMatrices(const float* a, const float* b, float* sum, int width, int height) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width || row < height)
    sum[row * width + column] = a[row * width + column] + b[row * width + column];
}
CASE(memcheck, or_instead_of_and) {
  addMatrices<<<dim3(3, 3), dim3(8, 8)>>>(zeros<float>(400), zeros<float>(400), zeros<float>(400),
                                          20, 20);
}
__global__ void boxFilter(const float* volume, float* result, int n) {
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  float sum = 0;
  for (int k = 0; k < 3; ++k)
    sum += volume[((z + k) * n + y) * n + x];
  result[(z * n + y) * n + x] = sum / 3;
}
CASE(memcheck, filter_over_last_slices) {
  boxFilter<<<1, dim3(4, 4, 4)>>>(zeros<float>(64), zeros<float>(64), 4);
}
struct Triple {
  float x, y, z;
};
__global__ void moveTriples(Triple* triples, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n)
    triples[i].z = 2;
}
CASE(memcheck, triple_behind) {
  moveTriples<<<2, 32>>>(zeros<Triple>(40), 40);
}
__global__ void readPairs(const float* values, float* sums) {
  const float2 pair = *reinterpret_cast<const float2*>(values + threadIdx.x);
  sums[threadIdx.x] = pair.x + pair.y;
}
CASE(memcheck, pairs_from_each_number) {
  readPairs<<<1, 16>>>(zeros<float>(64), zeros<float>(16));
}
__global__ void writeFours(float* values) {
  reinterpret_cast<float4*>(values + 4 * threadIdx.x + 2)[0] = make_float4(1, 2, 3, 4);
}
CASE(memcheck, fours_shifted_by_two) {
  writeFours<<<1, 8>>>(zeros<float>(64));
}
__global__ void sharedWords(const char* bytes, int* words) {
  extern __shared__ char copies[];
  copies[threadIdx.x] = bytes[threadIdx.x];
  __syncthreads();
  words[threadIdx.x] = *reinterpret_cast<int*>(copies + 2 * threadIdx.x);
}
CASE(memcheck, shared_words_at_odd_places) {
  sharedWords<<<1, 16, 64>>>(zeros<char>(64), zeros<int>(16));
}
__global__ void sharedDoubles(double* result) {
  __shared__ float numbers[64];
  numbers[threadIdx.x] = threadIdx.x;
  __syncthreads();
  result[threadIdx.x] = *reinterpret_cast<double*>(numbers + threadIdx.x);
}
CASE(memcheck, shared_doubles_at_odd_numbers) {
  sharedDoubles<<<1, 32>>>(zeros<double>(32));
}
__global__ void sharedFours(const float4* from, float4* to) {
  __shared__ float tile[132];
  float* own = tile + 1;
  *reinterpret_cast<float4*>(own + 4 * threadIdx.x) = from[threadIdx.x];
  __syncthreads();
  to[threadIdx.x] = *reinterpret_cast<float4*>(own + 4 * threadIdx.x);
}
CASE(memcheck, shared_fours_behind_padding) {
  sharedFours<<<1, 32>>>(zeros<float4>(32), zeros<float4>(32));
}
__global__ void dynamicFours(const float* from, float4* to, int shift) {
  extern __shared__ float dynamic[];
  for (int i = threadIdx.x; i < 128; i += blockDim.x)
    dynamic[i] = from[i];
  __syncthreads();
  to[threadIdx.x] = *reinterpret_cast<float4*>(dynamic + shift + threadIdx.x);
}
CASE(memcheck, dynamic_fours_misaligned) {
  dynamicFours<<<1, 32, 512>>>(zeros<float>(128), zeros<float4>(32), 1);
}
__global__ void localWords(int* result, int shift) {
  char bytes[32];
  for (int i = 0; i < 32; ++i)
    bytes[i] = static_cast<char>(i + threadIdx.x);
  result[threadIdx.x] = *reinterpret_cast<int*>(bytes + shift);
}
CASE(memcheck, local_word_misaligned) {
  localWords<<<1, 1>>>(zeros<int>(1), 1);
}
__global__ void localBefore(int* result, const int* indices) {
  int counts[16] = {};
  for (int i = 0; i < 8; ++i)
    ++counts[indices[i]];
  result[threadIdx.x] = counts[threadIdx.x & 15];
}
CASE(memcheck, local_index_far_negative) {
  const int indices[8] = {1, 2, 3, -100000000, 4, 5, 6, 7};
  int* given = zeros<int>(8);
  cudaMemcpy(given, indices, sizeof indices, cudaMemcpyHostToDevice);
  localBefore<<<1, 1>>>(zeros<int>(1), given);
}
__managed__ int managedTable[16];
__global__ void writeManaged(int n) {
  if (threadIdx.x < n)
    managedTable[threadIdx.x] = threadIdx.x;
}
CASE(memcheck, managed_variable_far_behind) {
  writeManaged<<<1, 1024>>>(1024);
}
__global__ void addDoubles(double* sums, const int* keys) {
  atomicAdd(&sums[keys[threadIdx.x]], 1.0);
}
CASE(memcheck, atomic_double_behind) {
  int keys[8] = {0, 1, 2, 3, 4, 5, 6, 8};
  int* given = zeros<int>(8);
  cudaMemcpy(given, keys, sizeof keys, cudaMemcpyHostToDevice);
  addDoubles<<<1, 8>>>(zeros<double>(8), given);
}
__global__ void atomicNull(int* counter) {
  atomicInc(reinterpret_cast<unsigned*>(counter), 100);
}
CASE(memcheck, atomic_null) {
  atomicNull<<<1, 4>>>(nullptr);
}
__global__ void atomicWideMisaligned(int* words) {
  atomicCAS(reinterpret_cast<unsigned long long*>(words + 1), 0ull, 1ull);
}
CASE(memcheck, atomic_wide_misaligned) {
  atomicWideMisaligned<<<1, 1>>>(zeros<int>(8));
}
__global__ void sharedAtomicBehind(const int* keys, int* result) {
  extern __shared__ int bins[];
  atomicMax(&bins[keys[threadIdx.x]], 5);
  result[threadIdx.x] = 1;
}
CASE(memcheck, shared_atomic_with_wrong_key) {
  int keys[8] = {0, 1, 2, 3, 4, 5, 6, 8};
  int* given = zeros<int>(8);
  cudaMemcpy(given, keys, sizeof keys, cudaMemcpyHostToDevice);
  sharedAtomicBehind<<<1, 8, 8 * sizeof(int)>>>(given, zeros<int>(8));
}
__global__ void copyFours(const float4* from, float4* to, int n) {
  __shared__ float4 tile[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __pipeline_memcpy_async(&tile[threadIdx.x], &from[i], sizeof(float4));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  if (i < n)
    to[i] = tile[threadIdx.x];
}
CASE(memcheck, asynchronous_fours_over_end) {
  copyFours<<<2, 32>>>(zeros<float4>(40), zeros<float4>(40), 40);
}
__global__ void freeByAll(int** kept) {
  if (threadIdx.x == 0)
    *kept = static_cast<int*>(malloc(16));
  __syncthreads();
  (*kept)[threadIdx.x] = 1;
  __syncthreads();
  free(*kept);
}
CASE(memcheck, freed_by_each_thread) {
  freeByAll<<<1, 4>>>(zeros<int*>(1));
}
__global__ void heapRows(int** rows, int width) {
  rows[threadIdx.x] = static_cast<int*>(malloc(width * sizeof(int)));
  for (int i = 0; i <= width; ++i)
    rows[threadIdx.x][i] = i;
}
CASE(memcheck, heap_row_one_too_far) {
  heapRows<<<1, 2>>>(zeros<int*>(2), 8);
}
__global__ void stackPointer(int** kept, int* result) {
  int own[4] = {1, 2, 3, 4};
  if (kept[0])
    result[0] = *kept[0];
  else
    kept[0] = &own[result[0]];
}
CASE(memcheck, pointer_to_array_of_ended_thread) {
  int** kept = zeros<int*>(1);
  int* result = zeros<int>(1);
  stackPointer<<<1, 1>>>(kept, result);
  stackPointer<<<1, 1>>>(kept, result);
}
struct Table {
  int entries[16];
};
__global__ void fromParameter(Table table, int* result, int index) {
  result[threadIdx.x] = table.entries[index + threadIdx.x];
}
CASE(memcheck, parameter_array_behind) {
  fromParameter<<<1, 32>>>(Table{}, zeros<int>(32), 16);
}
__global__ void matrixFromShared(const half* values, float* result) {
  extern __shared__ __align__(32) half tile[];
  for (int i = threadIdx.x; i < 256; i += 32)
    tile[i] = values[i];
  __syncwarp();
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, half, nvcuda::wmma::row_major> a;
  nvcuda::wmma::load_matrix_sync(a, tile, 16);
  result[threadIdx.x] = __half2float(a.x[0]);
}
CASE(memcheck, matrix_in_too_little_shared_memory) {
  matrixFromShared<<<1, 32, 384>>>(zeros<half>(256), zeros<float>(32));
}
CASE(clean, matrix_in_shared_memory) {
  matrixFromShared<<<1, 32, 512>>>(zeros<half>(256), zeros<float>(32));
}
CASE(memcheck, volume_copied_too_deep) {
  cudaPitchedPtr volume;
  cudaMalloc3D(&volume, make_cudaExtent(64, 4, 4));
  static char host[64 * 4 * 8];
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(host, 64, 64, 4);
  copy.dstPtr = volume;
  copy.extent = make_cudaExtent(64, 4, 6);
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);
}
CASE(memcheck, rows_copied_out_too_many) {
  char* rows;
  size_t pitch;
  cudaMallocPitch(&rows, &pitch, 64, 4);
  cudaMemset2D(rows, pitch, 0, 64, 4);
  static char host[64 * 6];
  cudaMemcpy2D(host, 64, rows, pitch, 64, 6, cudaMemcpyDeviceToHost);
}
CASE(memcheck, fill_of_elements_behind) {
  cudaMemsetAsync(zeros<int>(100) + 50, 0, 100 * sizeof(int));
}
CASE(memcheck, copy_with_bytes_for_count) {
  static int host[400];
  cudaMemcpy(zeros<int>(100), host, 400 * sizeof(int), cudaMemcpyHostToDevice);
}
CASE(memcheck, copy_from_symbol_too_far) {
  int value[4];
  cudaMemcpyFromSymbol(value, managedTable, sizeof value, 15 * sizeof(int));
}
__global__ void stop(int* values) {
  if (values[0] == 0)
    __trap();
  values[1] = 1;
}
CASE(memcheck, trap) {
  stop<<<1, 1>>>(zeros<int>(2));
}
typedef int (*Operation)(int);
__device__ Operation operation;
__global__ void callOperation(int* values) {
  values[threadIdx.x] = operation(values[threadIdx.x]);
}
CASE(memcheck, function_pointer_never_set) {
  callOperation<<<1, 1>>>(zeros<int>(1));
}
__global__ void useAfterStreamFree(float* values) {
  values[threadIdx.x] = 1;
}
CASE(memcheck, freed_in_order_and_used_by_next) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  float* values;
  cudaMallocAsync(&values, 128, stream);
  useAfterStreamFree<<<1, 32, 0, stream>>>(values);
  cudaFreeAsync(values, stream);
  useAfterStreamFree<<<1, 32, 0, stream>>>(values);
  cudaStreamSynchronize(stream);
}
__global__ void addAll(const float* a, const float* b, float* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  sum[i] = a[i] + b[i];
}
CASE(initcheck, width_in_numbers_for_bytes) {
  float* rows = unwritten<float>(64);
  static float host[64];
  cudaMemcpy2D(rows, 32, host, 32, 8, 8, cudaMemcpyHostToDevice);
  addAll<<<1, 64>>>(rows, zeros<float>(64), unwritten<float>(64));
}
CASE(initcheck, fill_of_columns) {
  float* rows = unwritten<float>(64);
  cudaMemset2D(rows, 32, 0, 28, 8);
  addAll<<<1, 64>>>(rows, zeros<float>(64), unwritten<float>(64));
}
CASE(initcheck, last_slice_not_copied) {
  float* rows = unwritten<float>(64);
  static float host[64];
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(host, 16, 16, 4);
  copy.dstPtr = make_cudaPitchedPtr(rows, 16, 16, 4);
  copy.extent = make_cudaExtent(16, 4, 3);
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);
  addAll<<<1, 64>>>(rows, zeros<float>(64), unwritten<float>(64));
}
CASE(initcheck, managed_never_written) {
  float* values;
  cudaMallocManaged(&values, 64 * sizeof(float));
  addAll<<<1, 64>>>(values, zeros<float>(64), unwritten<float>(64));
}
CASE(initcheck, pinned_never_written) {
  float* values;
  cudaMallocHost(&values, 64 * sizeof(float));
  addAll<<<1, 64>>>(values, zeros<float>(64), unwritten<float>(64));
}
CASE(initcheck, copied_asynchronously_in_part) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  float *host, *values = unwritten<float>(64);
  cudaMallocHost(&host, 64 * sizeof(float));
  std::memset(host, 0, 64 * sizeof(float));
  cudaMemcpyAsync(values, host, 32 * sizeof(float), cudaMemcpyHostToDevice, stream);
  addAll<<<1, 64, 0, stream>>>(values, values, unwritten<float>(64));
}
__global__ void evenBlocks(float* values) {
  if (blockIdx.x % 2 == 0)
    values[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
CASE(initcheck, odd_blocks_do_not_write) {
  float* values = unwritten<float>(64);
  evenBlocks<<<4, 16>>>(values);
  addAll<<<4, 16>>>(values, zeros<float>(64), unwritten<float>(64));
}
__global__ void smooth(const float* from, float* to, int n) {
  const int i = threadIdx.x;
  if (i > 0 && i < n - 1)
    to[i] = (from[i - 1] + from[i] + from[i + 1]) / 3;
}
CASE(initcheck, borders_of_second_buffer) {
  float *a = zeros<float>(32), *b = unwritten<float>(32);
  smooth<<<1, 32>>>(a, b, 32);
  smooth<<<1, 32>>>(b, a, 32);
}
__global__ void minimum(const int* values, int* least) {
  atomicMin(least, values[threadIdx.x]);
}
CASE(initcheck, minimum_without_start) {
  minimum<<<1, 32>>>(zeros<int>(32), unwritten<int>(1));
}
__global__ void setThird(float4* values) {
  values[threadIdx.x].x = values[threadIdx.x].y = values[threadIdx.x].z = 0;
}
__global__ void sumFour(const float4* values, float* sums) {
  const float4 v = values[threadIdx.x];
  sums[threadIdx.x] = v.x + v.y + v.z + v.w;
}
CASE(initcheck, fourth_member_never_set) {
  float4* values = unwritten<float4>(16);
  setThird<<<1, 16>>>(values);
  sumFour<<<1, 16>>>(values, unwritten<float>(16));
}
__global__ void follow(const int* next, int* result, int steps) {
  int at = threadIdx.x;
  for (int i = 0; i < steps; ++i)
    at = next[at & 31];
  result[threadIdx.x] = at;
}
CASE(initcheck, links_of_second_half) {
  int* next = unwritten<int>(32);
  cudaMemset(next, 0, 16 * sizeof(int));
  follow<<<1, 32>>>(next, unwritten<int>(32), 2);
}
CASE(initcheck, bytes_copied_out_one_too_many) {
  char* values = unwritten<char>(65);
  cudaMemset(values, 0, 64);
  char host[65];
  cudaMemcpy(host, values, 65, cudaMemcpyDeviceToHost);
}
