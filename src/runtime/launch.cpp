#include "runtime/kernel_lookup.h"
#include "runtime/runtime.h"

using namespace heddle::runtime;

cudaError_t cudaLaunchKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args,
                             size_t sharedMem, cudaStream_t stream) {
  return withKernel(func, [&](const Driver& driver, CUkernel kernel) {
    return driver.cuLaunchKernel(asFunction(kernel), gridDim.x, gridDim.y, gridDim.z, blockDim.x,
                                 blockDim.y, blockDim.z, sharedBytes(sharedMem), stream, args,
                                 nullptr);
  });
}

cudaError_t cudaLaunchCooperativeKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args,
                                        size_t sharedMem, cudaStream_t stream) {
  return withKernel(func, [&](const Driver& driver, CUkernel kernel) {
    return driver.cuLaunchCooperativeKernel(asFunction(kernel), gridDim.x, gridDim.y, gridDim.z,
                                            blockDim.x, blockDim.y, blockDim.z,
                                            sharedBytes(sharedMem), stream, args);
  });
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* func, void** args) {
  if (!config)
    return record(cudaErrorInvalidValue);
  return withKernel(func, [&](const Driver& driver, CUkernel kernel) {
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
