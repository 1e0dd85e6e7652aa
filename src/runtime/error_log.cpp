// The driver's log of failed calls.
#include "runtime/runtime.h"

using namespace heddle::runtime;

cudaError_t cudaLogsRegisterCallback(cudaLogsCallback_t callbackFunc, void* userData,
                                     cudaLogsCallbackHandle* callback_out) {
  return inDriver([&](const Driver& driver) {
    return driver.cuLogsRegisterCallback(reinterpret_cast<CUlogsCallback>(callbackFunc), userData,
                                         callback_out);
  });
}

cudaError_t cudaLogsUnregisterCallback(cudaLogsCallbackHandle callback) {
  return inDriver([&](const Driver& driver) { return driver.cuLogsUnregisterCallback(callback); });
}

cudaError_t cudaLogsCurrent(cudaLogIterator* iterator_out, unsigned int flags) {
  return inDriver([&](const Driver& driver) { return driver.cuLogsCurrent(iterator_out, flags); });
}

cudaError_t cudaLogsDumpToFile(cudaLogIterator* iterator, const char* pathToFile,
                               unsigned int flags) {
  return inDriver(
      [&](const Driver& driver) { return driver.cuLogsDumpToFile(iterator, pathToFile, flags); });
}

cudaError_t cudaLogsDumpToMemory(cudaLogIterator* iterator, char* buffer, size_t* size,
                                 unsigned int flags) {
  return inDriver([&](const Driver& driver) {
    return driver.cuLogsDumpToMemory(iterator, buffer, size, flags);
  });
}
