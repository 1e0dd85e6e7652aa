// The Profiler Control module of the API. No profiler can be attached, and without one a GPU's
// driver lets both calls succeed too.
#include "driver/api/api.h"

CUresult cuProfilerStart() {
  CUcontext context;
  return cuCtxGetCurrent(&context);
}

CUresult cuProfilerStop() {
  CUcontext context;
  return cuCtxGetCurrent(&context);
}
