// Driver functions by name.
#include "runtime/per_thread_stream.h"
#include "runtime/runtime.h"

using namespace heddle::runtime;

namespace {

unsigned long long chosenStream(unsigned long long flags) {
  return flags == cudaEnableDefault && PerThreadDefaultStream::isActive()
             ? cudaEnablePerThreadDefaultStream
             : flags;
}

} // namespace

cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** funcPtr, unsigned long long flags,
                                    cudaDriverEntryPointQueryResult* driverStatus) {
  return cudaGetDriverEntryPointByVersion(symbol, funcPtr, CUDART_VERSION, flags, driverStatus);
}

// That the driver does not know a name is an answer, and not an error.
cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** funcPtr,
                                             unsigned int cudaVersion, unsigned long long flags,
                                             cudaDriverEntryPointQueryResult* driverStatus) {
  if (!symbol || !funcPtr)
    return record(cudaErrorInvalidValue);
  return inDriver([&](const Driver& driver) {
    CUdriverProcAddressQueryResult found = CU_GET_PROC_ADDRESS_SUCCESS;
    void* function = nullptr;
    CUresult result = driver.cuGetProcAddress(symbol, &function, static_cast<int>(cudaVersion),
                                              chosenStream(flags), &found);
    if (result == CUDA_ERROR_NOT_FOUND)
      result = CUDA_SUCCESS;
    if (result == CUDA_SUCCESS) {
      *funcPtr = function;
      if (driverStatus)
        *driverStatus = static_cast<cudaDriverEntryPointQueryResult>(found);
    }
    return result;
  });
}

// The tables of NVIDIA's runtime are private to NVIDIA's libraries, and none is here. A GPU's
// runtime answers so to any other name of a table.
cudaError_t cudaGetExportTable(const void**, const cudaUUID_t*) {
  return record(cudaErrorInvalidValue);
}
