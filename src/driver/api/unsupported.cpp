#include "driver/api/unsupported.h"

#include "trace/message.h"

namespace heddle::driver {

CUresult unsupported(const char* what) {
  trace::reportNotSupported(what);
  return CUDA_ERROR_NOT_SUPPORTED;
}

} // namespace heddle::driver
