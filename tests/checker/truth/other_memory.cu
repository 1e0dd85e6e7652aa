// Accesses of kernels to shared and local memory, asynchronous and matrix copies, textures and
// surfaces.
#include "truth.h"

#include <cuda_pipeline.h>
#include <mma.h>

__global__ void writeTile(int index, int* result) {
  __shared__ int tile[32];
  tile[index + threadIdx.x] = threadIdx.x;
  __syncthreads();
  result[threadIdx.x] = tile[31 - threadIdx.x];
}
CASE(memcheck, shared_write_behind) {
  writeTile<<<1, 32>>>(1, zeros<int>(32));
}
CASE(memcheck, shared_write_far_behind) {
  writeTile<<<1, 32>>>(1 << 16, zeros<int>(32));
}
CASE(memcheck, shared_write_before) {
  writeTile<<<1, 32>>>(-1, zeros<int>(32));
}
CASE(clean, shared_write) {
  writeTile<<<1, 32>>>(0, zeros<int>(32));
}
__global__ void readTile(int index, int* result) {
  __shared__ int tile[32];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  result[threadIdx.x] = tile[index + threadIdx.x];
}
CASE(memcheck, shared_read_behind) {
  readTile<<<1, 32>>>(4, zeros<int>(32));
}
__global__ void readDynamic(int index, int* result) {
  extern __shared__ int dynamic[];
  dynamic[threadIdx.x] = threadIdx.x;
  __syncthreads();
  result[threadIdx.x] = dynamic[index];
}
CASE(memcheck, dynamic_shared_read_behind) {
  readDynamic<<<1, 32, 32 * sizeof(int)>>>(32, zeros<int>(32));
}
CASE(memcheck, dynamic_shared_without_size) {
  readDynamic<<<1, 32>>>(0, zeros<int>(32));
}
CASE(memcheck, dynamic_shared_too_small) {
  readDynamic<<<1, 32, 100>>>(0, zeros<int>(32));
}
CASE(clean, dynamic_shared) {
  readDynamic<<<1, 32, 32 * sizeof(int)>>>(31, zeros<int>(32));
}
__global__ void addToTile(int index, int* result) {
  __shared__ int bins[8];
  if (threadIdx.x < 8)
    bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[index], 1);
  __syncthreads();
  result[threadIdx.x] = bins[threadIdx.x % 8];
}
CASE(memcheck, shared_atomic_behind) {
  addToTile<<<1, 32>>>(8, zeros<int>(32));
}
CASE(clean, shared_atomic) {
  addToTile<<<1, 32>>>(7, zeros<int>(32));
}
__global__ void readTileAs(int offset, int* result) {
  __shared__ int tile[32];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  result[threadIdx.x] = *reinterpret_cast<int*>(reinterpret_cast<char*>(tile) + offset);
}
CASE(memcheck, shared_misaligned) {
  readTileAs<<<1, 32>>>(2, zeros<int>(32));
}
__device__ __noinline__ int generic(const int* values, int index) {
  return values[index];
}
__global__ void readGeneric(int index, int* result) {
  __shared__ int tile[32];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  result[threadIdx.x] = generic(threadIdx.x < 64 ? tile : result, index);
}
CASE(memcheck, shared_generic_read_behind) {
  readGeneric<<<1, 32>>>(1 << 12, zeros<int>(32));
}
CASE(clean, shared_generic_read) {
  readGeneric<<<1, 32>>>(31, zeros<int>(32));
}

__global__ void useLocal(int index, int* result) {
  int values[8];
  for (int i = 0; i < 8; ++i)
    values[i] = result[i];
  values[index] = 1;
  for (int i = 0; i < 8; ++i)
    result[i] = values[(i + index) & 7];
}
CASE(memcheck, local_write_far_behind) {
  useLocal<<<1, 1>>>(1 << 20, zeros<int>(8));
}
CASE(clean, local_write) {
  useLocal<<<1, 1>>>(7, zeros<int>(8));
}
__global__ void readLocal(int index, int* result) {
  int values[8];
  for (int i = 0; i < 8; ++i)
    values[i] = result[i];
  for (int i = 0; i < 8; ++i)
    values[(i * index) & 7] += i;
  result[0] = values[index];
}
CASE(memcheck, local_read_far_behind) {
  readLocal<<<1, 1>>>(1 << 20, zeros<int>(8));
}

__global__ void copyAsynchronously(const int* source, int index, int* result) {
  __shared__ int tile[32];
  __pipeline_memcpy_async(&tile[threadIdx.x], &source[index + threadIdx.x], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  result[threadIdx.x] = tile[31 - threadIdx.x];
}
CASE(memcheck, asynchronous_copy_from_behind) {
  copyAsynchronously<<<1, 32>>>(zeros<int>(32), 4, zeros<int>(32));
}
CASE(clean, asynchronous_copy) {
  copyAsynchronously<<<1, 32>>>(zeros<int>(32), 0, zeros<int>(32));
}
__global__ void copyBeyondTile(const int* source, int index, int* result) {
  __shared__ int tile[32];
  __pipeline_memcpy_async(&tile[index + threadIdx.x], &source[threadIdx.x], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  result[threadIdx.x] = tile[31 - threadIdx.x];
}
CASE(memcheck, asynchronous_copy_to_behind) {
  copyBeyondTile<<<1, 32>>>(zeros<int>(32), 1 << 12, zeros<int>(32));
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
CASE(memcheck, matrix_read_behind) {
  loadMatrix<<<1, 32>>>(zeros<half>(16 * 15), zeros<float>(256));
}
CASE(memcheck, matrix_write_behind) {
  loadMatrix<<<1, 32>>>(zeros<half>(256), zeros<float>(240));
}
CASE(clean, matrix) {
  loadMatrix<<<1, 32>>>(zeros<half>(256), zeros<float>(256));
}

__global__ void fetch(cudaTextureObject_t texture, int index, int* result) {
  *result = tex1Dfetch<int>(texture, index);
}
static cudaTextureObject_t linearTexture(int* memory, std::size_t count) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = count * sizeof(int);
  const cudaTextureDesc description{};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  return texture;
}
CASE(clean, texture_fetch) {
  fetch<<<1, 1>>>(linearTexture(zeros<int>(32), 32), 31, zeros<int>(1));
}
CASE(memcheck, texture_fetch_behind) {
  fetch<<<1, 1>>>(linearTexture(zeros<int>(32), 32), 32, zeros<int>(1));
}
CASE(memcheck, texture_fetch_freed) {
  int* memory = zeros<int>(32);
  const cudaTextureObject_t texture = linearTexture(memory, 32);
  cudaFree(memory);
  fetch<<<1, 1>>>(texture, 3, zeros<int>(1));
}
__global__ void writeSurface(cudaSurfaceObject_t surface, int x) {
  surf2Dwrite(1, surface, x * 4, 0);
}
static cudaSurfaceObject_t smallSurface() {
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaMallocArray(&array, &format, 16, 16, cudaArraySurfaceLoadStore);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  cudaCreateSurfaceObject(&surface, &resource);
  return surface;
}
CASE(clean, surface_write) {
  writeSurface<<<1, 1>>>(smallSurface(), 15);
}
CASE(memcheck, surface_write_behind) {
  writeSurface<<<1, 1>>>(smallSurface(), 1 << 16);
}
