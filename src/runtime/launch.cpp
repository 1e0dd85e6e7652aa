#include "runtime/kernel_lookup.h"
#include "runtime/runtime.h"

using namespace heddle::runtime;

namespace {

bool isDefaultStream(cudaStream_t stream) {
  return !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

// A kernel is launched on the current device, so the stream must belong to that device. The driver
// itself would take the device from the stream.
CUresult checkStream(const Driver& driver, cudaStream_t stream) {
  static const bool hasSeveralDevices = [&] {
    int count = 0;
    return driver.cuDeviceGetCount(&count) == CUDA_SUCCESS && count > 1;
  }();
  CUdevice current = 0, ofStream = 0;
  if (!hasSeveralDevices || isDefaultStream(stream) ||
      driver.cuCtxGetDevice(&current) != CUDA_SUCCESS ||
      driver.cuStreamGetDevice(stream, &ofStream) != CUDA_SUCCESS)
    return CUDA_SUCCESS; // the launch itself reports other errors of the stream
  return current == ofStream ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

// As withKernel(), for launches into a stream.
template <class Use>
cudaError_t launchKernel(const void* function, cudaStream_t stream, Use&& use,
                         const char* caller = __builtin_FUNCTION()) {
  return withKernel(
      function,
      [&](const Driver& driver, CUkernel kernel) {
        const CUresult checked = checkStream(driver, stream);
        return checked == CUDA_SUCCESS ? use(driver, kernel) : checked;
      },
      caller);
}

} // namespace

cudaError_t cudaLaunchKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args,
                             size_t sharedMem, cudaStream_t stream) {
  return launchKernel(func, stream, [&](const Driver& driver, CUkernel kernel) {
    return driver.cuLaunchKernel(asFunction(kernel), gridDim.x, gridDim.y, gridDim.z, blockDim.x,
                                 blockDim.y, blockDim.z, sharedBytes(sharedMem), stream, args,
                                 nullptr);
  });
}

cudaError_t cudaLaunchCooperativeKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args,
                                        size_t sharedMem, cudaStream_t stream) {
  return launchKernel(func, stream, [&](const Driver& driver, CUkernel kernel) {
    return driver.cuLaunchCooperativeKernel(asFunction(kernel), gridDim.x, gridDim.y, gridDim.z,
                                            blockDim.x, blockDim.y, blockDim.z,
                                            sharedBytes(sharedMem), stream, args);
  });
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* func, void** args) {
  if (!config)
    return record(cudaErrorInvalidValue);
  return launchKernel(func, config->stream, [&](const Driver& driver, CUkernel kernel) {
    CUlaunchConfig launch = toDriver(*config);
    return driver.cuLaunchKernelEx(&launch, asFunction(kernel), args, nullptr);
  });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void* userData) {
  return inContext(
      [&](const Driver& driver) { return driver.cuLaunchHostFunc(stream, fn, userData); });
}

extern "C" {

cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* hostFunction) {
  return cudaGetKernel(kernel, hostFunction);
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 gridDim, dim3 blockDim, void** args,
                               size_t sharedMem, cudaStream_t stream) {
  return cudaLaunchKernel(kernel, gridDim, blockDim, args, sharedMem, stream);
}

} // extern "C"
