// Shows that HEDDLE_TIMEOUT, which is a fifth of a second here, ends a grid that runs longer with
// cudaErrorLaunchTimeout, whether its blocks calculate, poll memory or wait for each other; and
// that it does not end many short ones that take longer together.
#include "../conformance/check.h"

#include <time.h>

__device__ int sink;
__device__ int counter;

__global__ void poll(volatile int* stop) {
  while (*stop == 0) {
  }
}
__global__ void calculate(unsigned x) {
  // The compiler must not know that an even number never becomes odd.
  while (x != 1)
    asm volatile("mad.lo.u32 %0, %0, 2, 4;" : "+r"(x));
  sink = x;
}
// Waits for one block more than there are.
__global__ void waitForBlocks() {
  if (threadIdx.x == 0)
    atomicAdd(&counter, 1);
  while (*static_cast<volatile int*>(&counter) <= static_cast<int>(gridDim.x)) {
  }
}
__global__ void callDriver(volatile int* stop) {
  while (*stop == 0)
    free(malloc(64));
}
__global__ void good(int* out) {
  *out = 42;
}

static void expectGood() {
  cudaDeviceReset();
  int* out;
  int value = 0;
  CUDA_CHECK(cudaMalloc(&out, sizeof *out));
  good<<<1, 1>>>(out);
  CUDA_CHECK(cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost));
  EXPECT_EQ(value, 42);
}

template <class Launch> static void expectTimeout(Launch launch) {
  int* stop;
  CUDA_CHECK(cudaMallocHost(&stop, sizeof *stop));
  *stop = 0;
  launch(stop);
  EXPECT_CUDA(cudaErrorLaunchTimeout, cudaDeviceSynchronize());
  EXPECT_CUDA(cudaErrorLaunchTimeout, cudaDeviceSynchronize());
  expectGood();
}

static double seconds() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

int main() {
  const double start = seconds();
  int* out;
  CUDA_CHECK(cudaMalloc(&out, sizeof *out));
  while (seconds() - start < 0.5)
    good<<<1, 1>>>(out);
  CUDA_CHECK(cudaDeviceSynchronize());

  expectTimeout([](int* stop) { poll<<<4, 32>>>(stop); });
  expectTimeout([](int*) { calculate<<<1, 64>>>(2); });
  expectTimeout([](int*) { waitForBlocks<<<8, 32>>>(); });
  expectTimeout([](int* stop) { callDriver<<<1, 32>>>(stop); });
  return ok();
}
