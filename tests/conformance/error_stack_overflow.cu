// A recursion without end ends the launch with an error that stays, also where the function that
// recurses meets other threads; the host process goes on. rows: R-060, L-384.
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

__device__ __noinline__ int deep(int n, int* out) {
  volatile int frame[64];
  frame[n & 63] = n;
  if (n < 0)
    return 0;
  int below = deep(n + 1, out);
  out[n & 31] = below;
  return below + frame[(n + 1) & 63];
}

__device__ __noinline__ int deepWithWarp(int n, int* out) {
  volatile int frame[64];
  frame[n & 63] = n;
  if (n < 0 || __any_sync(~0u, n < 0))
    return 0;
  int below = deepWithWarp(n + 1, out);
  out[n & 31] = below;
  return below + frame[(n + 1) & 63];
}

__global__ void run(int start, int* out) {
  out[0] = deep(start, out);
}

__global__ void runWithWarp(int start, int* out) {
  out[0] = deepWithWarp(start, out);
}

// In a process of its own: a device that has faulted is of no more use to its process.
template <class Launch> void expectFault(Launch launch) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    int* out;
    CUDA_CHECK(cudaMalloc(&out, 64 * sizeof(int)));
    launch(out);
    const cudaError_t error = cudaDeviceSynchronize();
    CHECK(error == cudaErrorIllegalAddress || error == cudaErrorLaunchFailure ||
          error == cudaErrorHardwareStackError);
    EXPECT_CUDA(error, cudaGetLastError());
    EXPECT_CUDA(error, cudaMalloc(&out, 4));
    _Exit(0);
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main() {
  expectFault([](int* out) { run<<<1, 32>>>(0, out); });
  expectFault([](int* out) { runWithWarp<<<1, 32>>>(0, out); });
  return ok();
}
