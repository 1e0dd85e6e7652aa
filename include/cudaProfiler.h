/* Control of profilers from the program, through the driver API. */
#ifndef HEDDLE_CUDAPROFILER_H
#define HEDDLE_CUDAPROFILER_H

/* The name that programs test for. */
#define cuda_profiler_H

#include "cuda.h"

#if defined(__cplusplus)
extern "C" {
#endif
CUresult CUDAAPI cuProfilerStart(void);
CUresult CUDAAPI cuProfilerStop(void);
#if defined(__cplusplus)
}
#endif

#endif
