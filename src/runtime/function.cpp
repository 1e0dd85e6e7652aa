// Kernels: attributes, names, handles.
#include "runtime/kernel_lookup.h"
#include "runtime/registry.h"
#include "runtime/runtime.h"

using namespace heddle::runtime;

namespace {

struct IntAttribute {
  CUfunction_attribute attribute;
  int cudaFuncAttributes::* member;
};
struct SizeAttribute {
  CUfunction_attribute attribute;
  size_t cudaFuncAttributes::* member;
};

constexpr SizeAttribute kSizeAttributes[] = {
    {CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, &cudaFuncAttributes::sharedSizeBytes},
    {CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, &cudaFuncAttributes::constSizeBytes},
    {CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, &cudaFuncAttributes::localSizeBytes},
};
constexpr IntAttribute kIntAttributes[] = {
    {CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, &cudaFuncAttributes::maxThreadsPerBlock},
    {CU_FUNC_ATTRIBUTE_NUM_REGS, &cudaFuncAttributes::numRegs},
    {CU_FUNC_ATTRIBUTE_PTX_VERSION, &cudaFuncAttributes::ptxVersion},
    {CU_FUNC_ATTRIBUTE_BINARY_VERSION, &cudaFuncAttributes::binaryVersion},
    {CU_FUNC_ATTRIBUTE_CACHE_MODE_CA, &cudaFuncAttributes::cacheModeCA},
    {CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
     &cudaFuncAttributes::maxDynamicSharedSizeBytes},
    {CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
     &cudaFuncAttributes::preferredShmemCarveout},
    {CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET, &cudaFuncAttributes::clusterDimMustBeSet},
    {CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, &cudaFuncAttributes::requiredClusterWidth},
    {CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT, &cudaFuncAttributes::requiredClusterHeight},
    {CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH, &cudaFuncAttributes::requiredClusterDepth},
    {CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE,
     &cudaFuncAttributes::clusterSchedulingPolicyPreference},
    {CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED,
     &cudaFuncAttributes::nonPortableClusterSizeAllowed},
};

} // namespace

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, const void* func) {
  if (!attr)
    return record(cudaErrorInvalidValue);
  return withKernel(func, [&](const Driver& driver, CUkernel kernel) -> CUresult {
    CUdevice device = currentDevice(driver);
    cudaFuncAttributes found{};
    int value = 0;
    for (const auto& [attribute, member] : kSizeAttributes) {
      if (CUresult result = driver.cuKernelGetAttribute(&value, attribute, kernel, device))
        return result;
      found.*member = static_cast<size_t>(value);
    }
    for (const auto& [attribute, member] : kIntAttributes) {
      if (CUresult result = driver.cuKernelGetAttribute(&value, attribute, kernel, device))
        return result;
      found.*member = value;
    }
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

// Bank sizes of shared memory have had no effect for many generations of devices.
cudaError_t cudaFuncSetSharedMemConfig(const void* func, cudaSharedMemConfig /*config*/) {
  return withKernel(func, [](const Driver&, CUkernel) { return CUDA_SUCCESS; });
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
  return withKernel(symbolPtr, [&](const Driver& driver, CUkernel kernel) {
    return driver.cuKernelGetFunction(functionPtr, kernel);
  });
}

cudaError_t cudaGetKernel(cudaKernel_t* kernelPtr, const void* entryFuncAddr) {
  if (!kernelPtr)
    return record(cudaErrorInvalidValue);
  return inDriver(
      [&](const Driver& driver) { return findKernel(driver, entryFuncAddr, *kernelPtr); });
}
