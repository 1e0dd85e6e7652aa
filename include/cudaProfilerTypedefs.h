/* Types of pointers to the functions of cudaProfiler.h. */
#ifndef HEDDLE_CUDAPROFILERTYPEDEFS_H
#define HEDDLE_CUDAPROFILERTYPEDEFS_H

/* The name that programs test for. */
#define CUDAPROFILERTYPEDEFS_H

#include "cudaProfiler.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef CUresult(CUDAAPI* PFN_cuProfilerInitialize_v4000)(const char*, const char*, CUoutput_mode);
typedef CUresult(CUDAAPI* PFN_cuProfilerStart_v4000)(void);
typedef CUresult(CUDAAPI* PFN_cuProfilerStop_v4000)(void);

#if defined(__cplusplus)
}
#endif

#endif
