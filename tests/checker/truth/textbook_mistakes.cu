// Mistakes of first programs: indices that overflow, vectors at odd places, tiles at the edges of
// an image, sizes in the wrong unit, and barriers and zeros that were forgotten.
#include "truth.h"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>

template <typename T> T* unwritten(std::size_t count) {
  T* memory = nullptr;
  cudaMalloc(&memory, count * sizeof(T));
  return memory;
}

// Indices.
__global__ void setElement(float* matrix, int row, int width, int column) {
  matrix[row * width + column] = 1;
}
CASE(memcheck, product_overflows_to_positive) {
  setElement<<<1, 1>>>(zeros<float>(1024), 70000, 70000, 3);
}
CASE(memcheck, product_overflows_to_negative) {
  setElement<<<1, 1>>>(zeros<float>(1024), 50000, 50000, 3);
}
__global__ void setBefore(int* values, unsigned i) {
  values[i - 1] = 1;
}
CASE(memcheck, unsigned_difference_wraps) {
  setBefore<<<1, 1>>>(zeros<int>(64), 0);
}
__global__ void setFar(char* values, long long offset) {
  values[offset] = 1;
}
CASE(memcheck, terabytes_behind) {
  setFar<<<1, 1>>>(zeros<char>(64), 5ll << 40);
}
CASE(memcheck, gigabytes_before) {
  setFar<<<1, 1>>>(zeros<char>(64), -(40ll << 30));
}
__global__ void hashed(const int* keys, int* bins, int n) {
  atomicAdd(&bins[keys[threadIdx.x] % n], 1);
}
CASE(memcheck, remainder_is_negative) {
  int keys[32];
  for (int i = 0; i < 32; ++i)
    keys[i] = i - 16;
  int* given = zeros<int>(32);
  cudaMemcpy(given, keys, sizeof keys, cudaMemcpyHostToDevice);
  hashed<<<1, 32>>>(given, zeros<int>(64), 64);
}
__global__ void packedTriangle(float* packed, int n) {
  const int row = threadIdx.y, column = threadIdx.x;
  if (row < n && column <= row)
    packed[row * (row + 1) / 2 + column] = 1;
}
CASE(memcheck, triangle_without_diagonal) {
  packedTriangle<<<1, dim3(16, 16)>>>(zeros<float>(16 * 15 / 2), 16);
}
__global__ void setBit(unsigned* words, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicOr(&words[i / 32], 1u << i % 32);
}
CASE(memcheck, words_of_bits_rounded_down) {
  setBit<<<4, 32>>>(zeros<unsigned>(100 / 32), 100);
}
__global__ void exclusiveScan(const int* from, int* to, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    to[i] = sum;
    sum += from[i];
  }
  to[n] = sum;
}
CASE(memcheck, total_behind_scan) {
  exclusiveScan<<<1, 1>>>(zeros<int>(32), zeros<int>(32), 32);
}
__global__ void push(int* ring, const int* head, int n) {
  ring[*head + threadIdx.x] = n;
}
CASE(memcheck, ring_without_remainder) {
  const int head = 48;
  int* given = zeros<int>(1);
  cudaMemcpy(given, &head, sizeof head, cudaMemcpyHostToDevice);
  push<<<1, 32>>>(zeros<int>(64), given, 64);
}
__global__ void scaleRows(float* const* rows, int width) {
  rows[blockIdx.x][threadIdx.x % width] *= 2;
}
CASE(memcheck, row_that_is_null) {
  float* rows[3] = {zeros<float>(8), zeros<float>(8), nullptr};
  float** given = zeros<float*>(3);
  cudaMemcpy(given, rows, sizeof rows, cudaMemcpyHostToDevice);
  scaleRows<<<3, 8>>>(given, 8);
}

// Images and tiles.
__global__ void invert(unsigned char* image, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  image[y * width + x] = 255 - image[y * width + x];
}
CASE(memcheck, image_without_bounds_check) {
  invert<<<dim3(2, 2), dim3(16, 16)>>>(zeros<unsigned char>(30 * 30), 30, 30);
}
__global__ void setPitched(float* image, size_t pitch, int width, int height) {
  const int x = threadIdx.x, y = threadIdx.y;
  if (x < width && y < height)
    image[y * pitch + x] = 1;
}
CASE(memcheck, pitch_in_numbers) {
  float* image;
  size_t pitch;
  cudaMallocPitch(&image, &pitch, 16 * sizeof(float), 16);
  setPitched<<<1, dim3(16, 16)>>>(image, pitch, 16, 16);
}
__global__ void blurRow(const float* from, float* to, int n) {
  __shared__ float tile[64 + 2];
  const int i = threadIdx.x;
  tile[i + 1] = from[i];
  if (i < 2)
    tile[i == 0 ? 0 : 64 + 2] = 0;
  __syncthreads();
  to[i] = tile[i] + tile[i + 1] + tile[i + 2];
}
CASE(memcheck, halo_one_too_far) {
  blurRow<<<1, 64>>>(zeros<float>(64), zeros<float>(64), 64);
}
__global__ void product(const float* a, const float* b, float* c, int n) {
  __shared__ float tileA[8][8], tileB[8][8];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * 8 + y, column = blockIdx.x * 8 + x;
  float sum = 0;
  for (int k = 0; k < n; k += 8) {
    tileA[y][x] = a[row * n + k + x];
    tileB[y][x] = b[(k + y) * n + column];
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      sum += tileA[y][i] * tileB[i][x];
    __syncthreads();
  }
  if (row < n && column < n)
    c[row * n + column] = sum;
}
CASE(memcheck, product_of_odd_size) {
  product<<<dim3(3, 3), dim3(8, 8)>>>(zeros<float>(20 * 20), zeros<float>(20 * 20),
                                      zeros<float>(20 * 20), 20);
}
CASE(clean, product_of_even_size) {
  product<<<dim3(2, 2), dim3(8, 8)>>>(zeros<float>(256), zeros<float>(256), zeros<float>(256), 16);
}
__global__ void reverseBlock(int* values, int n) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = tile[n - 1 - threadIdx.x];
}
CASE(memcheck, shared_size_without_sizeof) {
  reverseBlock<<<1, 64, 64>>>(zeros<int>(64), 64);
}

// Vectors.
__global__ void sharedFours(float* result) {
  __shared__ float tile[256];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const float4 four = *reinterpret_cast<const float4*>(&tile[threadIdx.x * 3]);
  result[threadIdx.x] = four.x * four.y + four.z * four.w;
}
CASE(memcheck, shared_fours_three_apart) {
  sharedFours<<<1, 32>>>(zeros<float>(32));
}
__global__ void sharedFoursStored(const float* from, float* result) {
  __shared__ float tile[256];
  const float x = from[threadIdx.x];
  *reinterpret_cast<float4*>(tile + 5 * threadIdx.x) = make_float4(x, x + 1, x + 2, x + 3);
  __syncthreads();
  result[threadIdx.x] = tile[threadIdx.x];
}
CASE(memcheck, shared_fours_stored_in_padded_rows) {
  sharedFoursStored<<<1, 32>>>(zeros<float>(32), zeros<float>(32));
}
__global__ void sharedPairs(const int* from, int* result, int shift) {
  __shared__ int tile[128];
  tile[threadIdx.x] = from[threadIdx.x];
  __syncthreads();
  const int2 pair = *reinterpret_cast<const int2*>(&tile[threadIdx.x + shift]);
  result[threadIdx.x] = pair.x - pair.y;
}
CASE(memcheck, shared_pairs_one_apart) {
  sharedPairs<<<1, 64>>>(zeros<int>(64), zeros<int>(64), 0);
}
__global__ void carve(const float* from, float* result, int bytes) {
  extern __shared__ char raw[];
  float* numbers = reinterpret_cast<float*>(raw + bytes);
  numbers[threadIdx.x] = from[threadIdx.x];
  __syncthreads();
  result[threadIdx.x] = numbers[31 - threadIdx.x];
}
CASE(memcheck, numbers_behind_flags) {
  carve<<<1, 32, 256>>>(zeros<float>(32), zeros<float>(32), 33);
}
__global__ void sharedAtomic(double* result) {
  __shared__ alignas(8) char raw[64];
  if (threadIdx.x < 16)
    reinterpret_cast<int*>(raw)[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(reinterpret_cast<unsigned long long*>(raw + 4), 1ull);
  __syncthreads();
  result[threadIdx.x] = raw[threadIdx.x];
}
CASE(memcheck, shared_atomic_misaligned) {
  sharedAtomic<<<1, 32>>>(zeros<double>(32));
}
__global__ void sumHalves(const half* matrix, float* sums, int width) {
  const half2* row = reinterpret_cast<const half2*>(matrix + threadIdx.x * width);
  float sum = 0;
  for (int i = 0; i < width / 2; ++i)
    sum += __low2float(row[i]) + __high2float(row[i]);
  sums[threadIdx.x] = sum;
}
CASE(memcheck, pairs_of_halves_in_odd_rows) {
  sumHalves<<<1, 4>>>(zeros<half>(4 * 7), zeros<float>(4), 7);
}
__global__ void gray(const unsigned char* rgb, unsigned char* to) {
  const uchar4 pixel = *reinterpret_cast<const uchar4*>(rgb + 3 * threadIdx.x);
  to[threadIdx.x] = (pixel.x + pixel.y + pixel.z) / 3;
}
CASE(memcheck, pixels_of_three_bytes_read_as_four) {
  gray<<<1, 32>>>(zeros<unsigned char>(100), zeros<unsigned char>(32));
}
__global__ void lengths(const float3* points, float* result) {
  const float4 point = reinterpret_cast<const float4*>(points)[threadIdx.x];
  result[threadIdx.x] = point.x * point.x + point.y * point.y + point.z * point.z + point.w;
}
CASE(memcheck, points_of_three_read_as_four) {
  lengths<<<1, 32>>>(zeros<float3>(32), zeros<float>(32));
}
__global__ void copyFours(const float* from, float* result) {
  __shared__ alignas(16) float tile[128];
  __pipeline_memcpy_async(&tile[4 * threadIdx.x], from + 4 * threadIdx.x + 1, 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  result[threadIdx.x] = tile[threadIdx.x];
}
CASE(memcheck, asynchronous_copy_misaligned) {
  copyFours<<<1, 16>>>(zeros<float>(128), zeros<float>(32));
}

// Races.
__global__ void maximum(const int* values, int* result) {
  __shared__ int tile[128];
  const int i = threadIdx.x;
  tile[i] = values[i] + i;
  for (int half = 64; half > 0; half /= 2) {
    __syncthreads();
    if (i < half)
      tile[i] = max(tile[i], tile[i + half]);
  }
  result[i] = tile[0];
}
CASE(racecheck, reduction_without_last_barrier) {
  maximum<<<1, 128>>>(zeros<int>(128), zeros<int>(128));
}
__global__ void upAndDown(int* values) {
  __shared__ int tree[64];
  const int i = threadIdx.x;
  tree[i] = values[i] + i;
  for (int stride = 1; stride < 64; stride *= 2) {
    __syncthreads();
    if ((i + 1) % (2 * stride) == 0)
      tree[i] += tree[i - stride];
  }
  if (i == 0)
    tree[63] = 0;
  __syncthreads();
  values[i] = tree[i];
}
CASE(racecheck, root_cleared_without_barrier) {
  upAndDown<<<1, 64>>>(zeros<int>(64));
}
__global__ void haloBehindBarrier(const float* from, float* to) {
  __shared__ float tile[66];
  const int i = threadIdx.x;
  tile[i + 1] = from[i + 1] + i;
  __syncthreads();
  if (i == 0)
    tile[0] = from[0] + 1;
  if (i == 63)
    tile[65] = from[65] + 1;
  to[i] = tile[i] + tile[i + 1] + tile[i + 2];
}
CASE(clean, halo_of_own_behind_barrier) {
  haloBehindBarrier<<<1, 64>>>(zeros<float>(66), zeros<float>(64));
}
__global__ void transposeInPlace(int* values) {
  __shared__ int tile[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = values[y * 16 + x] + y * 16 + x;
  __syncthreads();
  const int other = tile[x][y];
  tile[y][x] = other;
  __syncthreads();
  values[y * 16 + x] = tile[y][x];
}
CASE(racecheck, transposed_in_place) {
  transposeInPlace<<<1, dim3(16, 16)>>>(zeros<int>(256));
}
__global__ void anyNegative(const int* values, int* result) {
  __shared__ int isFound;
  if (threadIdx.x == 0)
    isFound = 0;
  if (values[threadIdx.x] == 0)
    isFound = 1;
  __syncthreads();
  result[threadIdx.x] = isFound;
}
CASE(racecheck, flag_cleared_without_barrier) {
  anyNegative<<<1, 64>>>(zeros<int>(64), zeros<int>(64));
}
__global__ void compact(const int* values, int* result, int* count) {
  __shared__ int kept[64], size;
  if (threadIdx.x == 0)
    size = 0;
  __syncthreads();
  if (values[threadIdx.x] == 0)
    kept[atomicAdd(&size, 1)] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < size)
    result[threadIdx.x] = kept[threadIdx.x];
  if (threadIdx.x == 0)
    *count = size;
}
CASE(clean, compacted) {
  compact<<<1, 64>>>(zeros<int>(64), zeros<int>(64), zeros<int>(1));
}
__global__ void stagedTwice(const float* from, float* to) {
  __shared__ alignas(16) float stage[128];
  const int i = threadIdx.x;
  float sum = 0;
  for (int round = 0; round < 2; ++round) {
    __pipeline_memcpy_async(&stage[4 * i], from + 128 * round + 4 * i, 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    sum += stage[127 - i] + stage[i];
  }
  to[i] = sum;
}
CASE(racecheck, stage_filled_again_without_barrier) {
  stagedTwice<<<1, 32>>>(zeros<float>(256), zeros<float>(32));
}

// Memory that nobody has written.
__global__ void sumPartials(const float* partials, float* result, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += partials[i];
  *result = sum;
}
__global__ void blockPartials(const float* values, float* partials) {
  if (threadIdx.x == 0)
    partials[blockIdx.x] = values[blockIdx.x * blockDim.x];
}
CASE(initcheck, more_partial_sums_than_blocks) {
  float* partials = unwritten<float>(8);
  blockPartials<<<7, 32>>>(zeros<float>(7 * 32), partials);
  sumPartials<<<1, 1>>>(partials, zeros<float>(1), 8);
}
__global__ void keepPositive(const int* values, int* kept) {
  if (values[threadIdx.x] > 0)
    kept[threadIdx.x] = values[threadIdx.x];
}
__global__ void twice(const int* values, int* result) {
  result[threadIdx.x] = 2 * values[threadIdx.x];
}
CASE(initcheck, results_of_some_threads) {
  int values[32];
  for (int i = 0; i < 32; ++i)
    values[i] = i - 4;
  int *given = zeros<int>(32), *kept = unwritten<int>(32);
  cudaMemcpy(given, values, sizeof values, cudaMemcpyHostToDevice);
  keepPositive<<<1, 32>>>(given, kept);
  twice<<<1, 32>>>(kept, zeros<int>(32));
}
__global__ void multiplyAdd(const float* a, const float* b, float* c, int n) {
  for (int k = 0; k < n; ++k)
    c[threadIdx.x] += a[k] * b[threadIdx.x];
}
CASE(initcheck, accumulator_in_memory_without_zero) {
  multiplyAdd<<<1, 32>>>(zeros<float>(4), zeros<float>(32), unwritten<float>(32), 4);
}
__global__ void sumWholeRows(const float* image, size_t pitch, float* sums) {
  const float* row =
      reinterpret_cast<const float*>(reinterpret_cast<const char*>(image) + threadIdx.x * pitch);
  float sum = 0;
  for (int i = 0; i < pitch / sizeof(float); ++i)
    sum += row[i];
  sums[threadIdx.x] = sum;
}
CASE(initcheck, gap_of_rows_read) {
  float* image;
  size_t pitch;
  cudaMallocPitch(&image, &pitch, 20 * sizeof(float), 4);
  cudaMemset2D(image, pitch, 0, 20 * sizeof(float), 4);
  sumWholeRows<<<1, 4>>>(image, pitch, zeros<float>(4));
}
__global__ void step(const float* now, float* next, int n) {
  const int i = threadIdx.x + 1;
  if (i < n - 1)
    next[i] = now[i - 1] + now[i] + now[i + 1];
}
CASE(initcheck, ends_of_second_buffer) {
  float *now = zeros<float>(34), *next = unwritten<float>(34);
  step<<<1, 32>>>(now, next, 34);
  step<<<1, 32>>>(next, now, 34);
}
