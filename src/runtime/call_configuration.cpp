// kernel<<<...>>>(...): the configuration travels from the launch expression to the kernel's stub
// on a stack of the calling thread, since computing the arguments may launch other kernels.
#include "runtime/runtime.h"

#include <algorithm>
#include <iterator>

using namespace heddle::runtime;

namespace {

struct Configuration {
  dim3 grid;
  dim3 block;
  size_t sharedBytes;
  cudaStream_t stream;
};

// The class has no destructor, since a thread-local object with one keeps the library that contains
// it from being unloaded. When the stack is full the oldest configuration is dropped: nobody pops a
// configuration whose arguments threw an exception.
struct Configurations {
  unsigned count;
  Configuration stack[16];
};
constinit thread_local Configurations configurations = {};

} // namespace

extern "C" {

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t sharedBytes,
                                     CUstream_st* stream) {
  auto& [count, stack] = configurations;
  if (count == std::size(stack)) {
    std::copy(std::begin(stack) + 1, std::end(stack), std::begin(stack));
    --count;
  }
  stack[count++] = {grid, block, sharedBytes, stream};
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* sharedBytes, void* stream) {
  auto& [count, stack] = configurations;
  if (count == 0)
    return record(cudaErrorMissingConfiguration);
  const Configuration& top = stack[--count];
  *grid = top.grid;
  *block = top.block;
  *sharedBytes = top.sharedBytes;
  *static_cast<cudaStream_t*>(stream) = top.stream;
  return cudaSuccess;
}

} // extern "C"
