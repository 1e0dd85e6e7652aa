// Shows that a fault in one block ends the whole grid, also when other blocks would never end: in
// plain loops, in loops that call the driver (printf, malloc), as fibers, and while they wait for
// other blocks. Needs two workers.
#include "../conformance/check.h"

__device__ int sink;

__device__ void fault() {
  *reinterpret_cast<volatile int*>(16) = 1;
}
__global__ void besideLoop(volatile int* stop) {
  if (blockIdx.x == 0)
    fault();
  while (*stop == 0) {
  }
}
__global__ void besideCalculation(int seed) {
  if (blockIdx.x == 0)
    __trap();
  // The compiler must not know that an even number never becomes odd.
  unsigned x = seed;
  while (x != 1)
    asm volatile("mad.lo.u32 %0, %0, 2, 4;" : "+r"(x));
  sink = x;
}
__global__ void besidePrintf(volatile int* stop) {
  if (blockIdx.x == 0)
    fault();
  while (*stop == 0)
    printf("%s", "");
}
__global__ void besideMalloc(volatile int* stop) {
  if (blockIdx.x == 0)
    fault();
  while (*stop == 0)
    free(malloc(64));
}
__device__ __noinline__ int meet(int n, volatile int* stop) {
  __syncthreads();
  while (*stop == 0 && n == 0) {
  }
  return n == 0 ? 0 : meet(n - 1, stop) + 1;
}
__global__ void besideFibers(volatile int* stop) {
  if (blockIdx.x == 0)
    fault();
  sink = meet(3, stop);
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

template <class Launch> static void expectEnd(cudaError_t error, Launch launch) {
  int* stop;
  CUDA_CHECK(cudaMallocHost(&stop, sizeof *stop));
  *stop = 0;
  launch(stop);
  EXPECT_CUDA(error, cudaDeviceSynchronize());
  expectGood();
}

int main() {
  for (int round = 0; round < 3; ++round) {
    expectEnd(cudaErrorIllegalAddress, [](int* stop) { besideLoop<<<64, 32>>>(stop); });
    expectEnd(cudaErrorLaunchFailure, [](int*) { besideCalculation<<<2, 32>>>(2); });
    expectEnd(cudaErrorIllegalAddress, [](int* stop) { besidePrintf<<<2, 1>>>(stop); });
    expectEnd(cudaErrorIllegalAddress, [](int* stop) { besideMalloc<<<2, 32>>>(stop); });
    expectEnd(cudaErrorIllegalAddress, [](int* stop) { besideFibers<<<2, 32>>>(stop); });
  }
  return ok();
}
