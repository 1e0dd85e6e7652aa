// Functions that CUDA 13 no longer has, for programs that were linked with earlier runtimes or look
// functions up by name. Sources that call them get inline functions from heddle/removed_functions.h
// instead; that header is left out here, where the same names are defined as exported functions.
#define HEDDLE_REMOVED_FUNCTIONS_H
#include "runtime/kernel_lookup.h"
#include "runtime/runtime.h"

#include <algorithm>
#include <vector>

using namespace heddle::runtime;

namespace {

// The launch that cudaConfigureCall began.
struct PendingLaunch {
  dim3 grid, block;
  size_t sharedBytes;
  cudaStream_t stream;
  std::vector<char> arguments;
  std::vector<size_t> offsets;
};

thread_local std::vector<PendingLaunch> pendingLaunches;

// The most bytes of arguments that a kernel of any device takes.
constexpr size_t kMostArgumentBytes = 32764;

// How programs describe the grid on one device.
struct LaunchParameters {
  void* function;
  dim3 gridDim;
  dim3 blockDim;
  void** arguments;
  size_t sharedBytes;
  cudaStream_t stream;
};

} // namespace

extern "C" {

cudaError_t cudaLaunchCooperativeKernelMultiDevice(LaunchParameters* launches,
                                                   unsigned int numDevices, unsigned int flags) {
  return inContext([&](const Driver& driver) {
    if (numDevices && !launches)
      return cudaErrorInvalidValue;
    std::vector<CUDA_LAUNCH_PARAMS> parameters;
    for (unsigned index = 0; index < numDevices; ++index) {
      const LaunchParameters& each = launches[index];
      CUkernel kernel = nullptr;
      if (const cudaError_t found = findKernel(driver, each.function, kernel); found != cudaSuccess)
        return found;
      parameters.push_back({asFunction(kernel), each.gridDim.x, each.gridDim.y, each.gridDim.z,
                            each.blockDim.x, each.blockDim.y, each.blockDim.z,
                            sharedBytes(each.sharedBytes), each.stream, each.arguments});
    }
    return toError(
        driver.cuLaunchCooperativeKernelMultiDevice(parameters.data(), numDevices, flags));
  });
}

// The profiler that this set up was part of drivers before CUDA 11. Later ones answer so, too.
cudaError_t cudaProfilerInitialize(const char*, const char*, unsigned int) {
  return inDriver([](const Driver&) { return cudaErrorNotSupported; });
}

// These converted a number for devices without double precision. Where the device has it, and where
// the compiler demotes doubles itself, there is nothing to do.
cudaError_t cudaSetDoubleForDevice(double*) {
  return cudaSuccess;
}
cudaError_t cudaSetDoubleForHost(double*) {
  return cudaSuccess;
}

cudaError_t cudaThreadSynchronize() {
  return cudaDeviceSynchronize();
}

cudaError_t cudaThreadExit() {
  return cudaDeviceReset();
}

cudaError_t cudaThreadSetLimit(cudaLimit limit, size_t value) {
  return cudaDeviceSetLimit(limit, value);
}

cudaError_t cudaThreadGetLimit(size_t* pValue, cudaLimit limit) {
  return cudaDeviceGetLimit(pValue, limit);
}

cudaError_t cudaThreadGetCacheConfig(cudaFuncCache* pCacheConfig) {
  return cudaDeviceGetCacheConfig(pCacheConfig);
}

cudaError_t cudaThreadSetCacheConfig(cudaFuncCache cacheConfig) {
  return cudaDeviceSetCacheConfig(cacheConfig);
}

cudaError_t cudaConfigureCall(dim3 gridDim, dim3 blockDim, size_t sharedMem, cudaStream_t stream) {
  return guarded([&] {
    pendingLaunches.push_back({gridDim, blockDim, sharedMem, stream, {}, {}});
    return cudaSuccess;
  });
}

cudaError_t cudaSetupArgument(const void* arg, size_t size, size_t offset) {
  if (pendingLaunches.empty())
    return record(cudaErrorMissingConfiguration);
  if (!arg)
    return record(cudaErrorInvalidValue);
  if (size > kMostArgumentBytes || offset > kMostArgumentBytes - size)
    return record(cudaErrorInvalidValue);
  return guarded([&] {
    PendingLaunch& launch = pendingLaunches.back();
    launch.offsets.push_back(offset);
    launch.arguments.resize(std::max(launch.arguments.size(), offset + size));
    std::copy_n(static_cast<const char*>(arg), size, launch.arguments.data() + offset);
    return cudaSuccess;
  });
}

cudaError_t cudaLaunch(const void* func) {
  if (pendingLaunches.empty())
    return record(cudaErrorMissingConfiguration);
  PendingLaunch launch = std::move(pendingLaunches.back());
  pendingLaunches.pop_back();
  // cudaLaunchKernel takes the arguments in the order of their offsets, and the program may have
  // set them in any order.
  std::sort(launch.offsets.begin(), launch.offsets.end());
  return guarded([&] {
    std::vector<void*> arguments;
    for (size_t offset : launch.offsets)
      arguments.push_back(launch.arguments.data() + offset);
    return cudaLaunchKernel(func, launch.grid, launch.block, arguments.data(), launch.sharedBytes,
                            launch.stream);
  });
}

} // extern "C"
