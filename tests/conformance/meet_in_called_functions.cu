// Threads that meet inside functions which cannot be inlined: barriers, shuffles, votes and exits
// in functions that call themselves or are called through pointers. Rows L-090, L-096, L-342,
// L-378.
#include "check.h"

// Sums a binary tree of threads: each level of the recursion exchanges values over the warp.
__device__ __noinline__ int treeSum(int value, int distance) {
  if (distance == 0)
    return value;
  value += __shfl_xor_sync(~0u, value, distance);
  return treeSum(value, distance / 2);
}

__device__ __noinline__ int rotate(int* shared, int value, int rounds) {
  if (rounds == 0)
    return value;
  shared[threadIdx.x] = value;
  __syncthreads();
  const int taken = shared[(threadIdx.x + 1) % blockDim.x];
  __syncthreads();
  return rotate(shared, taken, rounds - 1);
}

__global__ void recursive(int* sums, int* rotated, int rounds) {
  __shared__ int shared[96];
  const int sum = treeSum(threadIdx.x, 16);
  rotated[threadIdx.x] = rotate(shared, 10 * threadIdx.x, rounds);
  if (threadIdx.x % 32 == 0)
    sums[threadIdx.x / 32] = sum;
}

using Step = int (*)(int*, int);

__device__ __noinline__ int shiftLeft(int* shared, int value) {
  shared[threadIdx.x] = value;
  __syncthreads();
  const int taken = shared[(threadIdx.x + 1) % blockDim.x];
  __syncthreads();
  return taken;
}

__device__ __noinline__ int countOdd(int*, int value) {
  return value + __popc(__ballot_sync(~0u, value % 2)) + __syncthreads_count(value % 2);
}

__device__ Step steps[] = {shiftLeft, countOdd};

__global__ void throughPointers(int* out, int first) {
  __shared__ int shared[64];
  int value = threadIdx.x;
  for (int i = 0; i < 4; ++i)
    value = steps[(first + i) % 2](shared, value);
  out[threadIdx.x] = value;
}

struct Shape {
  __device__ virtual int place() const = 0;
};
struct Row : Shape {
  __device__ __noinline__ int place() const override { return threadIdx.x + 100 * threadIdx.y; }
};
struct Column : Shape {
  __device__ __noinline__ int place() const override {
    return blockDim.x * blockDim.y + threadIdx.y;
  }
};

__global__ void indicesInVirtualFunctions(int* out) {
  Row row;
  Column column;
  const Shape* shape = threadIdx.x % 2 ? static_cast<Shape*>(&row) : &column;
  out[threadIdx.y * blockDim.x + threadIdx.x] = shape->place();
}

__device__ __noinline__ int leaveAt(int depth, int last) {
  if (depth == last) {
    if (threadIdx.x % 3 == 0)
      asm volatile("exit;");
    return depth;
  }
  return 1 + leaveAt(depth + 1, last);
}

__global__ void leaves(int* out, int last) {
  const int depth = leaveAt(0, last);
  out[threadIdx.x] = depth;
}

int main() {
  Buffer<int> sums(3), rotated(96);
  recursive<<<1, 96>>>(sums.device(), rotated.device(), 5);
  sums.download();
  rotated.download();
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ_AT(i, sums[i], 496 + 32 * 32 * i);
  for (int i = 0; i < 96; ++i)
    EXPECT_EQ_AT(i, rotated[i], 10 * ((i + 5) % 96));

  Buffer<int> out(64);
  throughPointers<<<1, 64>>>(out.device(), 0);
  out.download();
  int values[64], taken[64];
  for (int i = 0; i < 64; ++i)
    values[i] = i;
  for (int step = 0; step < 4; ++step) {
    int odd[2] = {};
    for (int i = 0; i < 64; ++i)
      odd[i / 32] += values[i] % 2;
    for (int i = 0; i < 64; ++i)
      taken[i] = step % 2 == 0 ? values[(i + 1) % 64] : values[i] + odd[i / 32] + odd[0] + odd[1];
    for (int i = 0; i < 64; ++i)
      values[i] = taken[i];
  }
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ_AT(i, out[i], values[i]);

  indicesInVirtualFunctions<<<1, dim3(8, 8)>>>(out.device());
  out.download();
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ_AT(i, out[i], i % 8 % 2 ? i % 8 + 100 * (i / 8) : 64 + i / 8);

  for (int i = 0; i < 64; ++i)
    out[i] = -1;
  out.upload();
  leaves<<<1, 64>>>(out.device(), 3);
  out.download();
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ_AT(i, out[i], i % 3 == 0 ? -1 : 6);
  return ok();
}
