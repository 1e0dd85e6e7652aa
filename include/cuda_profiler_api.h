/* Control of profilers from the program. */
#ifndef HEDDLE_CUDA_PROFILER_API_H
#define HEDDLE_CUDA_PROFILER_API_H

/* The name that programs test for. */
#define __CUDA_PROFILER_API_H__

#include "driver_types.h"

#if defined(__cplusplus)
extern "C" {
#endif
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);
#if defined(__cplusplus)
}
#endif

#endif
