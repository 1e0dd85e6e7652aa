// kernel<<<...>>>(...): the configuration travels from the launch expression to the kernel's stub
// on a stack of the calling thread, since computing the arguments may launch other kernels.
#include "runtime/runtime.h"

#include <vector>

using namespace heddle::runtime;

namespace {

struct Configuration {
  dim3 grid;
  dim3 block;
  size_t sharedBytes;
  cudaStream_t stream;
};

thread_local std::vector<Configuration> configurations;

} // namespace

extern "C" {

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t sharedBytes,
                                     CUstream_st* stream) {
  configurations.push_back({grid, block, sharedBytes, stream});
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* sharedBytes, void* stream) {
  if (configurations.empty())
    return record(cudaErrorMissingConfiguration);
  const Configuration& top = configurations.back();
  *grid = top.grid;
  *block = top.block;
  *sharedBytes = top.sharedBytes;
  *static_cast<cudaStream_t*>(stream) = top.stream;
  configurations.pop_back();
  return cudaSuccess;
}

} // extern "C"
