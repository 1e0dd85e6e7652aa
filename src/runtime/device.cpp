// Choosing devices, their flags and limits, synchronising with them.
#include "runtime/runtime.h"

using namespace heddle::runtime;

cudaError_t cudaGetDeviceCount(int* count) {
  if (!count)
    return record(cudaErrorInvalidValue);
  *count = 0;
  return inDriver([&](const Driver& driver) { return driver.cuDeviceGetCount(count); });
}

cudaError_t cudaGetDevice(int* device) {
  if (!device)
    return record(cudaErrorInvalidValue);
  return inDriver([&](const Driver& driver) {
    *device = currentDevice(driver);
    return cudaSuccess;
  });
}

cudaError_t cudaSetDevice(int device) {
  return inDriver([&](const Driver& driver) { return selectDevice(driver, device); });
}

cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags) {
  return inDriver([&](const Driver& driver) {
    if (flags & cudaInitDeviceFlagsAreValid)
      if (CUresult result = driver.cuDevicePrimaryCtxSetFlags(device, deviceFlags))
        return toError(result);
    int previous = currentDevice(driver);
    if (cudaError_t status = selectDevice(driver, device); status != cudaSuccess)
      return status;
    return selectDevice(driver, previous);
  });
}

// Properties are not compared: the first device is chosen, because the devices of our driver are
// alike.
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* prop) {
  if (!device || !prop)
    return record(cudaErrorInvalidValue);
  return inDriver([&](const Driver& driver) -> cudaError_t {
    int count = 0;
    if (CUresult result = driver.cuDeviceGetCount(&count))
      return toError(result);
    if (count == 0)
      return cudaErrorNoDevice;
    *device = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaSetValidDevices(int* device_arr, int len) {
  return inDriver([&](const Driver& driver) -> cudaError_t {
    int count = 0;
    if (CUresult result = driver.cuDeviceGetCount(&count))
      return toError(result);
    if (len < 0 || len > count || (len > 0 && !device_arr))
      return cudaErrorInvalidValue;
    std::vector<int> devices;
    for (int i = 0; i < len; ++i) {
      if (device_arr[i] < 0 || device_arr[i] >= count)
        return cudaErrorInvalidDevice;
      devices.push_back(device_arr[i]);
    }
    setValidDevices(std::move(devices));
    return cudaSuccess;
  });
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  return inDriver([&](const Driver& driver) {
    return driver.cuDevicePrimaryCtxSetFlags(currentDevice(driver), flags);
  });
}

cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  if (!flags)
    return record(cudaErrorInvalidValue);
  return inDriver([&](const Driver& driver) {
    CUcontext context = nullptr;
    int active = 0;
    CUresult result =
        driver.cuCtxGetCurrent(&context) == CUDA_SUCCESS && context
            ? driver.cuCtxGetFlags(flags)
            : driver.cuDevicePrimaryCtxGetState(currentDevice(driver), flags, &active);
    if (result == CUDA_SUCCESS)
      *flags |= cudaDeviceMapHost; // with unified addressing host memory is always mapped
    return result;
  });
}

cudaError_t cudaDeviceReset() {
  return inDriver([](const Driver& driver) { return resetDevice(driver); });
}

cudaError_t cudaDeviceSynchronize() {
  return inContext([](const Driver& driver) { return driver.cuCtxSynchronize(); });
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  return inContext([&](const Driver& driver) {
    return driver.cuCtxSetLimit(static_cast<CUlimit>(limit), value);
  });
}

cudaError_t cudaDeviceGetLimit(size_t* pValue, cudaLimit limit) {
  return inContext([&](const Driver& driver) {
    return driver.cuCtxGetLimit(pValue, static_cast<CUlimit>(limit));
  });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* pCacheConfig) {
  if (!pCacheConfig)
    return record(cudaErrorInvalidValue);
  return inContext([&](const Driver& driver) {
    CUfunc_cache config{};
    CUresult result = driver.cuCtxGetCacheConfig(&config);
    *pCacheConfig = static_cast<cudaFuncCache>(config);
    return result;
  });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache cacheConfig) {
  return inContext([&](const Driver& driver) {
    return driver.cuCtxSetCacheConfig(static_cast<CUfunc_cache>(cacheConfig));
  });
}

// The bank size of shared memory has had no effect on devices since compute capability 5.0.
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* pConfig) {
  if (!pConfig)
    return record(cudaErrorInvalidValue);
  *pConfig = cudaSharedMemBankSizeFourByte;
  return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) {
  return inContext([&](const Driver&) {
    return config <= cudaSharedMemBankSizeEightByte ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* leastPriority, int* greatestPriority) {
  return inContext([&](const Driver& driver) {
    return driver.cuCtxGetStreamPriorityRange(leastPriority, greatestPriority);
  });
}

cudaError_t cudaCtxResetPersistingL2Cache() {
  return inContext([](const Driver& driver) { return driver.cuCtxResetPersistingL2Cache(); });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* pciBusId) {
  return inDriver(
      [&](const Driver& driver) { return driver.cuDeviceGetByPCIBusId(device, pciBusId); });
}

cudaError_t cudaDeviceGetPCIBusId(char* pciBusId, int len, int device) {
  return inDriver(
      [&](const Driver& driver) { return driver.cuDeviceGetPCIBusId(pciBusId, len, device); });
}

cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTarget target,
                                               cudaFlushGPUDirectRDMAWritesScope scope) {
  return inContext([&](const Driver& driver) {
    return driver.cuFlushGPUDirectRDMAWrites(static_cast<CUflushGPUDirectRDMAWritesTarget>(target),
                                             static_cast<CUflushGPUDirectRDMAWritesScope>(scope));
  });
}

cudaError_t cudaDeviceRegisterAsyncNotification(int device, cudaAsyncCallback callbackFunc,
                                                void* userData,
                                                cudaAsyncCallbackHandle_t* callback) {
  return inDriver([&](const Driver& driver) {
    return driver.cuDeviceRegisterAsyncNotification(
        device, reinterpret_cast<CUasyncCallback>(callbackFunc), userData,
        reinterpret_cast<CUasyncCallbackHandle*>(callback));
  });
}

cudaError_t cudaDeviceUnregisterAsyncNotification(int device, cudaAsyncCallbackHandle_t callback) {
  return inDriver([&](const Driver& driver) {
    return driver.cuDeviceUnregisterAsyncNotification(
        device, reinterpret_cast<CUasyncCallbackHandle>(callback));
  });
}
