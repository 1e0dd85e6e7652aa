// Pitched and three-dimensional allocations, and copies of parts of them; every allocation and
// every variable is aligned, and addresses fit the space a device has. rows: R-064 R-065 R-068
// R-079 R-080 R-081 R-083 R-087
#include <stdint.h>

#include "check.h"

__device__ char variableA[3];
__device__ char variableB[3];

__global__ void number(cudaPitchedPtr p, int width, int height, int depth) {
  const size_t slice = p.pitch * height;
  for (int z = threadIdx.x; z < depth; z += blockDim.x)
    for (int y = 0; y < height; ++y) {
      int* row = reinterpret_cast<int*>(static_cast<char*>(p.ptr) + z * slice + y * p.pitch);
      for (int x = 0; x < width; ++x)
        row[x] = z * 10000 + y * 100 + x;
    }
}

static bool aligned(const void* p) {
  return reinterpret_cast<uintptr_t>(p) % 256 == 0 && reinterpret_cast<uintptr_t>(p) >> 49 == 0;
}

int main() {
  void* small[20];
  for (int i = 0; i < 20; ++i) {
    CUDA_CHECK(cudaMalloc(&small[i], 1 + 7 * i));
    CHECK(aligned(small[i]));
  }
  for (void* p : small)
    CUDA_CHECK(cudaFree(p));
  void* address = nullptr;
  CUDA_CHECK(cudaGetSymbolAddress(&address, variableA));
  CHECK(address != nullptr);
  CUDA_CHECK(cudaGetSymbolAddress(&address, variableB));
  CHECK(address != nullptr);

  const int width = 37, height = 11, depth = 5;
  cudaPitchedPtr memory;
  CUDA_CHECK(cudaMalloc3D(&memory, make_cudaExtent(width * sizeof(int), height, depth)));
  CHECK(aligned(memory.ptr));
  CHECK(memory.pitch >= width * sizeof(int) && memory.pitch % 256 == 0);
  EXPECT_EQ(memory.xsize, width * sizeof(int));
  EXPECT_EQ(memory.ysize, static_cast<size_t>(height));
  number<<<1, 32>>>(memory, width, height, depth);
  CUDA_CHECK(cudaGetLastError());

  static int host[5][11][37];
  cudaMemcpy3DParms whole = {};
  whole.srcPtr = memory;
  whole.dstPtr = make_cudaPitchedPtr(host, width * sizeof(int), width * sizeof(int), height);
  whole.extent = make_cudaExtent(width * sizeof(int), height, depth);
  whole.kind = cudaMemcpyDeviceToHost;
  CUDA_CHECK(cudaMemcpy3D(&whole));
  for (int z = 0; z < depth; ++z)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        EXPECT_EQ_AT(x, host[z][y][x], z * 10000 + y * 100 + x);

  // A box out of the middle, to another place.
  static int box[3][4][8];
  cudaMemcpy3DParms part = {};
  part.srcPtr = memory;
  part.srcPos = make_cudaPos(5 * sizeof(int), 2, 1);
  part.dstPtr = make_cudaPitchedPtr(box, 8 * sizeof(int), 8 * sizeof(int), 4);
  part.dstPos = make_cudaPos(1 * sizeof(int), 1, 1);
  part.extent = make_cudaExtent(6 * sizeof(int), 3, 2);
  part.kind = cudaMemcpyDefault;
  CUDA_CHECK(cudaMemcpy3D(&part));
  for (int z = 0; z < 3; ++z)
    for (int y = 0; y < 4; ++y)
      for (int x = 0; x < 8; ++x) {
        const bool inside = z >= 1 && y >= 1 && x >= 1 && x < 7;
        EXPECT_EQ_AT(x, box[z][y][x],
                     inside ? (z - 1 + 1) * 10000 + (y - 1 + 2) * 100 + x - 1 + 5 : 0);
      }
  CUDA_CHECK(cudaFree(memory.ptr));

  // What does not fit says so, and nothing is lost: smaller, and other kinds, still work.
  size_t available, total;
  CUDA_CHECK(cudaMemGetInfo(&available, &total));
  void* big = nullptr;
  EXPECT_CUDA(cudaErrorMemoryAllocation, cudaMalloc(&big, total + (size_t(1) << 40)));
  EXPECT_CUDA(cudaErrorMemoryAllocation, cudaGetLastError());
  CUDA_CHECK(cudaMallocHost(&big, 1 << 16));
  CUDA_CHECK(cudaFreeHost(big));
  CUDA_CHECK(cudaMalloc(&big, 1 << 16));
  CUDA_CHECK(cudaFree(big));
  return ok();
}
