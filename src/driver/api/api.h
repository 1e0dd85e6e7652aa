// The driver API as this library exports it: the declarations of cuda.h with default visibility,
// and those of earlier versions of entry points, which old programs ask for.
#pragma once

#pragma GCC visibility push(default)
#include <cuda.h>

extern "C" {
CUresult cuCtxCreate_v2(CUcontext*, unsigned int, CUdevice);
CUresult cuCtxCreate_v3(CUcontext*, CUexecAffinityParam*, int, unsigned int, CUdevice);
}
#pragma GCC visibility pop

// Within the library these names are the implementations, under symbols of their own; what is
// exported stands before them (traced_entries.cpp).
#define HEDDLE_TRACED(name) extern "C" decltype(name) name __asm__("heddle_" #name);
#define HEDDLE_PREVIOUS(name, entry)
#define HEDDLE_PER_THREAD(name, entry)
#include "driver/api/traced_entries.def"
#undef HEDDLE_TRACED
#undef HEDDLE_PREVIOUS
#undef HEDDLE_PER_THREAD

// Leaves an entry point with the error of a step that failed.
#define HEDDLE_TRY(step)                                                                           \
  do {                                                                                             \
    if (const CUresult heddleResult = (step); heddleResult != CUDA_SUCCESS)                        \
      return heddleResult;                                                                         \
  } while (0)
