// Functions for features that the device says it does not have: its attributes for decompression
// and for DMA buffers are 0. A GPU without the feature answers CUDA_ERROR_NOT_SUPPORTED to all
// arguments, as an H200 does for the first.
#include "driver/core/driver.h"

namespace {

CUresult absent() {
  HEDDLE_TRY(heddle::driver::Driver::instance().state());
  return CUDA_ERROR_NOT_SUPPORTED;
}

} // namespace

// Decompression is an engine of devices of compute capability 10.0 and later.
CUresult cuMemBatchDecompressAsync(CUmemDecompressParams*, size_t, unsigned int, size_t*,
                                   CUstream) {
  return absent();
}

// A DMA buffer is memory that another device of the machine can read by itself.
CUresult cuMemGetHandleForAddressRange(void*, CUdeviceptr, size_t, CUmemRangeHandleType,
                                       unsigned long long) {
  return absent();
}
