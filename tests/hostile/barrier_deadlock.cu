// Shows that barriers which can never complete are found: the launch ends with
// cudaErrorLaunchFailure, and a line on standard error says which barrier waits for how many
// threads. Barriers that do complete, also unusual ones, are not mistaken for it.
#include <string.h>
#include <unistd.h>

#include "../conformance/check.h"

__device__ int sink;

// 64 threads come to a barrier for 96.
__global__ void tooFew() {
  asm volatile("bar.sync 3, 96;");
}
// Two warps wait for each other at different barriers.
__global__ void crossed() {
  if (threadIdx.x < 32)
    asm volatile("bar.sync 1;");
  else
    asm volatile("bar.sync 2;");
}
__global__ void namedAndWhole() {
  if (threadIdx.x < 32)
    asm volatile("bar.sync 4, 64;");
  else
    __syncthreads();
}
__device__ __noinline__ int deep(int n) {
  if (n == 0) {
    if (threadIdx.x < 32)
      asm volatile("bar.sync 5;");
    else
      asm volatile("bar.sync 6;");
    return 0;
  }
  return deep(n - 1) + 1;
}
__global__ void crossedInFunction(int n) {
  sink = deep(n);
}

// One warp hands a value to another by a barrier at which it does not wait; a third has returned.
__global__ void producer(int* out) {
  __shared__ int value;
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0)
      value = 42;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else if (threadIdx.x < 64) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    if (threadIdx.x == 32)
      *out = value;
  } else {
    return;
  }
  __syncthreads();
}

// What the kernel writes to standard error until it has ended.
template <class Launch> static void expectDeadlock(const char* text, Launch launch) {
  int pipes[2];
  CHECK(pipe(pipes) == 0);
  const int standardError = dup(STDERR_FILENO);
  dup2(pipes[1], STDERR_FILENO);
  launch();
  const cudaError_t error = cudaDeviceSynchronize();
  dup2(standardError, STDERR_FILENO);
  close(pipes[1]);
  char line[1024] = {};
  const ssize_t bytes = read(pipes[0], line, sizeof line - 1);
  close(pipes[0]);
  close(standardError);
  EXPECT_EQ(error, cudaErrorLaunchFailure);
  if (bytes <= 0 || !strstr(line, text)) {
    fprintf(stderr, "%s\n", line);
    CHECK(!"the line names the barrier");
  }
  cudaDeviceReset();
}

int main() {
  expectDeadlock("deadlock at barrier 3, which waits for 96 threads and has 64,",
                 [] { tooFew<<<1, 64>>>(); });
  expectDeadlock("deadlock at barrier 1, which waits for 64 threads and has 32,",
                 [] { crossed<<<1, 64>>>(); });
  expectDeadlock("deadlock at barrier 4, which waits for 64 threads and has 32,",
                 [] { namedAndWhole<<<2, 64>>>(); });
  expectDeadlock("deadlock at barrier 5, which waits for 64 threads and has 32,",
                 [] { crossedInFunction<<<1, 64>>>(3); });
  int* out;
  int value = 0;
  CUDA_CHECK(cudaMalloc(&out, sizeof *out));
  producer<<<4, 96>>>(out);
  CUDA_CHECK(cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost));
  EXPECT_EQ(value, 42);
  return ok();
}
