// cudaStreamTailLaunch and cudaStreamFireAndForget: what is launched at the tail runs in order when
// the grid and everything else that it has launched is complete, and before the grid counts as
// complete; a chain of tail launches is as long as it likes. Row L-405.
// nvcc: -rdc=true -lcudadevrt
#include "check.h"

__device__ int log_;

__global__ void append(int digit) {
  log_ = log_ * 10 + digit;
}

__global__ void appendLate(int digit) {
  for (int i = 0; i < 10; ++i)
    __nanosleep(20000);
  log_ = log_ * 10 + digit;
}

__global__ void ordered() {
  append<<<1, 1, 0, cudaStreamTailLaunch>>>(4);
  appendLate<<<1, 1>>>(2);
  append<<<1, 1>>>(3);
  append<<<1, 1, 0, cudaStreamTailLaunch>>>(5);
  log_ = 1;
}

// The tail of a child is part of the child.
__global__ void child() {
  appendLate<<<1, 1, 0, cudaStreamTailLaunch>>>(1);
}
__global__ void nested() {
  append<<<1, 1, 0, cudaStreamTailLaunch>>>(3);
  child<<<1, 1>>>();
  append<<<1, 1>>>(2);
}

// The tail launches of one that was launched at the tail come before the next.
__global__ void first() {
  append<<<1, 1, 0, cudaStreamTailLaunch>>>(2);
  log_ = log_ * 10 + 1;
}
__global__ void twoLevels() {
  first<<<1, 1, 0, cudaStreamTailLaunch>>>();
  append<<<1, 1, 0, cudaStreamTailLaunch>>>(3);
}

__global__ void countDown(int left) {
  log_ += 1;
  if (left > 0)
    countDown<<<1, 1, 0, cudaStreamTailLaunch>>>(left - 1);
}

__global__ void addOne(int* cells) {
  atomicAdd(&cells[blockIdx.x], 1);
}
__global__ void forget(int* cells) {
  addOne<<<8, 32, 0, cudaStreamFireAndForget>>>(cells);
}

static int log() {
  int value, zero = 0;
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaMemcpyFromSymbol(&value, log_, sizeof value));
  CUDA_CHECK(cudaMemcpyToSymbol(log_, &zero, sizeof zero));
  return value;
}

int main() {
  ordered<<<1, 1>>>();
  EXPECT_EQ(log(), 12345);
  nested<<<1, 1>>>();
  EXPECT_EQ(log(), 123);
  twoLevels<<<1, 1>>>();
  EXPECT_EQ(log(), 123);
  countDown<<<1, 1>>>(99);
  append<<<1, 1>>>(0); // behind all of them
  EXPECT_EQ(log(), 1000);
  Buffer<int> cells(8);
  forget<<<2, 16>>>(cells.device());
  cells.download();
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ_AT(i, cells[i], 2 * 16 * 32);
  return ok();
}
