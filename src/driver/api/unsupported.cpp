#include "driver/api/unsupported.h"

#include "trace/message.h"

namespace heddle::driver {

int unsupportedEntry(const char* name); // for unsupported_entries.cpp

CUresult unsupported(const char* what) {
  trace::notSupported(what);
  return CUDA_ERROR_NOT_SUPPORTED;
}

int unsupportedEntry(const char* name) {
  return unsupported(name);
}

} // namespace heddle::driver
