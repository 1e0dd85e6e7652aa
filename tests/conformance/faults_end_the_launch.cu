// What a kernel must not do ends its launch with an error, in each case in a process of its own:
// breakpoints without a debugger, freeing twice or what is not of the heap, shared and local memory
// far out of bounds, calls of what is no function; and a fault in one block ends a grid whose other
// blocks would never end.
#include <sys/wait.h>
#include <unistd.h>

#include <initializer_list>

#include "check.h"

__device__ int sink;
using Function = void (*)();

__global__ void breakpoint() {
  __brkpt();
}
__global__ void freeTwice() {
  void* memory = malloc(64);
  free(memory);
  free(memory);
}
__global__ void freeForeign(void* memory) {
  free(memory);
}
__global__ void sharedAt(long index) {
  __shared__ int array[64];
  array[threadIdx.x] = 1;
  __syncthreads();
  static_cast<volatile int*>(array)[index] = 7;
}
__global__ void localAt(long index) {
  volatile int array[64];
  for (int i = 0; i < 64; ++i)
    array[i] = i;
  array[index] = 7;
  sink = array[index & 63];
}
__global__ void call(Function function) {
  function();
}
__global__ void store(int* address) {
  *address = 42;
}
__global__ void faultBesideEndlessBlock(volatile int* stop) {
  if (blockIdx.x == 0)
    *reinterpret_cast<volatile int*>(16) = 1;
  else
    while (*stop == 0) {
    }
}

static int hostVariable = 9;
static void hostFunction() {
  _Exit(77);
}

static int hasFaulted(int code) {
  switch (code) {
  case cudaErrorIllegalAddress:
  case cudaErrorLaunchFailure:
  case cudaErrorInvalidPc:
  case cudaErrorIllegalInstruction:
  case cudaErrorMisalignedAddress:
    return 1;
  default:
    return 0;
  }
}

// The child ends with 1 if its launch has faulted and the process is as it was.
template <class Launch> static void expectFault(const char* name, Launch launch) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    launch();
    const cudaError_t launched = cudaGetLastError();
    const cudaError_t ended = cudaDeviceSynchronize();
    _exit(launched == cudaSuccess && hasFaulted(ended) && hostVariable == 9);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 1)
    return;
  fprintf(stderr, "%s: status %x\n", name, status);
  CHECK(!"a fault that ends the launch");
}

int main() {
  expectFault("breakpoint", [] { breakpoint<<<1, 1>>>(); });
  expectFault("free twice", [] { freeTwice<<<1, 1>>>(); });
  expectFault("free of cudaMalloc's", [] {
    void* memory;
    cudaMalloc(&memory, 1024);
    freeForeign<<<1, 1>>>(memory);
  });
  for (long index : {1024l, 65536l, 1048576l})
    expectFault("shared memory", [index] { sharedAt<<<1, 64>>>(index); });
  for (long index : {4096l, 65536l, 1048576l, 16777216l, -65536l, -16777216l})
    expectFault("local memory", [index] { localAt<<<1, 32>>>(index); });
  expectFault("call of a number", [] { call<<<1, 1>>>(reinterpret_cast<Function>(4660)); });
  expectFault("call of a host function", [] { call<<<1, 1>>>(hostFunction); });
  expectFault("call of data", [] {
    void* memory;
    cudaMalloc(&memory, 1024);
    call<<<1, 1>>>(reinterpret_cast<Function>(memory));
  });
  expectFault("endless block", [] {
    volatile int* stop;
    cudaMallocHost(const_cast<int**>(&stop), sizeof *stop);
    *stop = 0;
    faultBesideEndlessBlock<<<2, 1>>>(stop);
  });
  return ok();
}
