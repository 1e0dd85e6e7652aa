// Functions for features that the device says it does not have: its attribute for DMA buffers is 0.
// A GPU without the feature answers CUDA_ERROR_NOT_SUPPORTED to all arguments.
#include "driver/core/driver.h"

namespace {

CUresult absent() {
  HEDDLE_TRY(heddle::driver::Driver::instance().state());
  return CUDA_ERROR_NOT_SUPPORTED;
}

} // namespace

// A DMA buffer is memory that another device of the machine can read by itself.
CUresult cuMemGetHandleForAddressRange(void*, CUdeviceptr, size_t, CUmemRangeHandleType,
                                       unsigned long long) {
  return absent();
}
