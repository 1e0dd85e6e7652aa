#include "runtime/kernel_lookup.h"

#include "runtime/registry.h"

namespace heddle::runtime {

cudaError_t findKernel(const Driver& driver, const void* function, CUkernel& kernel) {
  if (Kernel* registered = Registry::instance().findKernel(function)) [[likely]]
    return registered->handle(driver, kernel);
  if (!function)
    return cudaErrorInvalidDeviceFunction;
  kernel = static_cast<CUkernel>(const_cast<void*>(function));
  return cudaSuccess;
}

void* hostFunctionOf(CUkernel kernel) {
  const Kernel* registered = Registry::instance().findKernelByHandle(kernel);
  return registered ? const_cast<void*>(registered->hostFunction()) : kernel;
}

static_assert(sizeof(cudaLaunchAttribute) == sizeof(CUlaunchAttribute));

CUlaunchConfig toDriver(const cudaLaunchConfig_t& config) {
  CUlaunchConfig launch{};
  launch.gridDimX = config.gridDim.x;
  launch.gridDimY = config.gridDim.y;
  launch.gridDimZ = config.gridDim.z;
  launch.blockDimX = config.blockDim.x;
  launch.blockDimY = config.blockDim.y;
  launch.blockDimZ = config.blockDim.z;
  launch.sharedMemBytes = sharedBytes(config.dynamicSmemBytes);
  launch.hStream = config.stream;
  launch.attrs = reinterpret_cast<CUlaunchAttribute*>(config.attrs);
  launch.numAttrs = config.numAttrs;
  return launch;
}

} // namespace heddle::runtime
