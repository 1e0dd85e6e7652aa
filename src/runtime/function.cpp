// Kernels: attributes, names, handles.
#include "runtime/kernel_lookup.h"
#include "runtime/registry.h"
#include "runtime/runtime.h"

using namespace heddle::runtime;

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, const void* func) {
  if (!attr)
    return record(cudaErrorInvalidValue);
  return withKernel(func, [&](const Driver& driver, CUkernel kernel) -> CUresult {
    CUdevice device = currentDevice(driver);
    cudaFuncAttributes found{};
    int value = 0;
#define HEDDLE_FUNCTION_ATTRIBUTE(attribute, member)                                               \
  if (CUresult result = driver.cuKernelGetAttribute(&value, attribute, kernel, device))            \
    return result;                                                                                 \
  found.member = static_cast<decltype(found.member)>(value);
#include "ir/function_attributes.def"
#undef HEDDLE_FUNCTION_ATTRIBUTE
    *attr = found;
    return CUDA_SUCCESS;
  });
}

cudaError_t cudaFuncSetAttribute(const void* func, cudaFuncAttribute attr, int value) {
  return withKernel(func, [&](const Driver& driver, CUkernel kernel) {
    return driver.cuKernelSetAttribute(static_cast<CUfunction_attribute>(attr), value, kernel,
                                       currentDevice(driver));
  });
}

cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, cudaFuncAttribute attr, int value,
                                            int device) {
  return inDriver([&](const Driver& driver) {
    return driver.cuKernelSetAttribute(static_cast<CUfunction_attribute>(attr), value, kernel,
                                       device);
  });
}

cudaError_t cudaFuncSetCacheConfig(const void* func, cudaFuncCache cacheConfig) {
  return withKernel(func, [&](const Driver& driver, CUkernel kernel) {
    return driver.cuKernelSetCacheConfig(kernel, static_cast<CUfunc_cache>(cacheConfig),
                                         currentDevice(driver));
  });
}

// The bank size of shared memory has had no effect on devices since compute capability 5.0.
cudaError_t cudaFuncSetSharedMemConfig(const void* func, cudaSharedMemConfig config) {
  return withKernel(func, [&](const Driver& driver, CUkernel kernel) {
    const char* name = nullptr; // the call fails if `kernel` is no kernel
    if (CUresult result = driver.cuKernelGetName(&name, kernel))
      return result;
    return config <= cudaSharedMemBankSizeEightByte ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  });
}

cudaError_t cudaFuncGetName(const char** name, const void* func) {
  if (!name)
    return record(cudaErrorInvalidValue);
  if (Kernel* registered = Registry::instance().findKernel(func)) {
    *name = registered->name();
    return cudaSuccess;
  }
  return withKernel(func, [&](const Driver& driver, CUkernel kernel) {
    return driver.cuKernelGetName(name, kernel);
  });
}

cudaError_t cudaFuncGetParamInfo(const void* func, size_t paramIndex, size_t* paramOffset,
                                 size_t* paramSize) {
  return withKernel(func, [&](const Driver& driver, CUkernel kernel) {
    return driver.cuKernelGetParamInfo(kernel, paramIndex, paramOffset, paramSize);
  });
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t* functionPtr, const void* symbolPtr) {
  if (!functionPtr)
    return record(cudaErrorInvalidValue);
  if (!Registry::instance().findKernel(symbolPtr))
    return record(cudaErrorInvalidDeviceFunction);
  return withKernel(symbolPtr, [&](const Driver& driver, CUkernel kernel) {
    return driver.cuKernelGetFunction(functionPtr, kernel);
  });
}

cudaError_t cudaGetKernel(cudaKernel_t* kernelPtr, const void* entryFuncAddr) {
  if (!kernelPtr)
    return record(cudaErrorInvalidValue);
  if (!Registry::instance().findKernel(entryFuncAddr))
    return record(cudaErrorInvalidDeviceFunction);
  return inDriver(
      [&](const Driver& driver) { return findKernel(driver, entryFuncAddr, *kernelPtr); });
}
