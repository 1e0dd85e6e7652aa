// Shows that a kernel which writes or reads beyond a local array, by little or by far, above or
// below, harms nothing but itself: the launch succeeds or ends with an error, and afterwards the
// process and the device work. Far out of bounds it is an error, as on a GPU. Deep recursion and
// large frames end with cudaErrorIllegalAddress where the stack ends.
#include "../conformance/check.h"

__device__ int sink;

__global__ void writeBeyond(int count) {
  volatile int array[64];
  for (int i = 0; i < count; ++i)
    array[i] = i;
  sink = array[count & 63];
}
__global__ void readBeyond(int count) {
  volatile int array[64];
  int sum = 0;
  array[0] = 1;
  for (int i = 0; i < count; ++i)
    sum += array[i];
  sink = sum;
}
__global__ void writeAt(long index) {
  volatile int array[64];
  array[0] = 1;
  array[index] = 7;
  sink = array[index & 63];
}
__device__ __noinline__ int deep(int n) {
  volatile int frame[256];
  frame[n & 255] = n;
  return n == 0 ? 0 : deep(n - 1) + frame[n & 255];
}
__global__ void recurse(int n) {
  sink = deep(n);
}
__device__ __noinline__ int deepWithBarrier(int n) {
  volatile int frame[2048];
  frame[n & 2047] = n;
  __syncthreads();
  return n == 0 ? 0 : deepWithBarrier(n - 1) + frame[n & 2047];
}
// Threads that meet in a recursive function run on stacks of their own.
__global__ void recurseTogether(int n) {
  sink = deepWithBarrier(n);
}
__global__ void good(int* out) {
  *out = 42;
}

static bool isFault(cudaError_t error) {
  return error == cudaErrorIllegalAddress || error == cudaErrorLaunchFailure ||
         error == cudaErrorInvalidPc || error == cudaErrorMisalignedAddress;
}

// The device works after a reset.
static void expectGood() {
  cudaDeviceReset();
  int* out;
  int value = 0;
  CUDA_CHECK(cudaMalloc(&out, sizeof *out));
  good<<<1, 1>>>(out);
  CUDA_CHECK(cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost));
  EXPECT_EQ(value, 42);
}

int main() {
  for (int count : {65, 66, 68, 72, 80, 100, 200, 1000, 5000, 100000, 10000000}) {
    writeBeyond<<<1, 32>>>(count);
    const cudaError_t written = cudaDeviceSynchronize();
    CHECK(written == cudaSuccess || isFault(written));
    CHECK(count < 100000 || isFault(written));
    expectGood();
    readBeyond<<<1, 32>>>(count);
    const cudaError_t read = cudaDeviceSynchronize();
    CHECK(read == cudaSuccess || isFault(read));
    expectGood();
  }
  for (long index : {4096l, 65536l, 1048576l, 16777216l, -65536l, -16777216l}) {
    writeAt<<<1, 32>>>(index);
    EXPECT_CUDA(cudaErrorIllegalAddress, cudaDeviceSynchronize());
    expectGood();
  }
  // A stack may grow a good deal, and what it has grown by is no longer there for the next kernel.
  recurse<<<1, 1>>>(1000);
  CUDA_CHECK(cudaDeviceSynchronize());
  writeAt<<<1, 32>>>(-65536);
  EXPECT_CUDA(cudaErrorIllegalAddress, cudaDeviceSynchronize());
  expectGood();
  recurse<<<1, 1>>>(10000000);
  EXPECT_CUDA(cudaErrorIllegalAddress, cudaDeviceSynchronize());
  expectGood();
  recurseTogether<<<1, 64>>>(100000);
  EXPECT_CUDA(cudaErrorIllegalAddress, cudaDeviceSynchronize());
  expectGood();
  return ok();
}
