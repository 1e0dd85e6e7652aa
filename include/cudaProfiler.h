/* Control of profilers from the program, through the driver API. */
#ifndef HEDDLE_CUDAPROFILER_H
#define HEDDLE_CUDAPROFILER_H

/* The name that programs test for. */
#define cuda_profiler_H

#include "cuda.h"

typedef enum CUoutput_mode_enum { CU_OUT_KEY_VALUE_PAIR = 0x00, CU_OUT_CSV = 0x01 } CUoutput_mode;

#if defined(__cplusplus)
extern "C" {
#endif
CUresult CUDAAPI cuProfilerInitialize(const char* configFile, const char* outputFile,
                                      CUoutput_mode outputMode);
CUresult CUDAAPI cuProfilerStart(void);
CUresult CUDAAPI cuProfilerStop(void);
#if defined(__cplusplus)
}
#endif

#endif
