// A kernel that stores to constant memory compiles, and others of its module run. It faults where
// it gets to the store, and not otherwise.
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

__constant__ int constants[4] = {1, 2, 3, 4};

__global__ void load(int* out) {
  *out = constants[threadIdx.x + 1];
}
__global__ void store(int* out) {
  constants[threadIdx.x] = 9;
  *out = 1;
}
__global__ void add(int* out) {
  *out = atomicAdd(&constants[2], 1);
}
__global__ void storeSometimes(int* out) {
  if (*out == 77)
    constants[1] = 3;
  *out = constants[1] + 5;
}

// What the kernel's launch ends with, in a process of its own, and that it leaves the result there.
template <class Kernel> static void expect(cudaError_t error, Kernel kernel, int result) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    int* out;
    int value = 0;
    cudaMalloc(&out, sizeof *out);
    cudaMemset(out, 0, sizeof *out);
    kernel<<<1, 1>>>(out);
    const cudaError_t ended = cudaDeviceSynchronize();
    if (ended == cudaSuccess)
      cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost);
    _exit(ended == error && value == result ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

int main() {
  expect(cudaSuccess, load, 2);
  expect(cudaErrorLaunchFailure, store, 0);
  expect(cudaErrorLaunchFailure, add, 0);
  expect(cudaSuccess, storeSometimes, 7);
  return ok();
}
