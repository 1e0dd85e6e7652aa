// The Profiler Control module of the API. No profiler can be attached, and without one a GPU's
// driver lets the calls to start and stop succeed too.
#include "driver/core/driver.h"

CUresult cuProfilerStart() {
  CUcontext context;
  return cuCtxGetCurrent(&context);
}

CUresult cuProfilerStop() {
  CUcontext context;
  return cuCtxGetCurrent(&context);
}

// Set up the profiler that was built into drivers of CUDA before 11. An H200 answers the same.
CUresult cuProfilerInitialize(const char*, const char*, CUoutput_mode) {
  HEDDLE_TRY(heddle::driver::Driver::instance().state());
  return CUDA_ERROR_NOT_SUPPORTED;
}
