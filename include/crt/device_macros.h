// How the functions of this folder are declared: always inlined, local to the translation unit.
#ifndef HEDDLE_CRT_DEVICE_MACROS_H
#define HEDDLE_CRT_DEVICE_MACROS_H

#include "host_defines.h"

/* What these functions do counts for the line of the program that calls them. */
#ifdef __clang__
#define __HEDDLE_NO_LINES__ __attribute__((__nodebug__))
#else
#define __HEDDLE_NO_LINES__
#endif
#define __HEDDLE_DEVICE__                                                                          \
  static __inline__ __attribute__((always_inline, unused)) __HEDDLE_NO_LINES__ __device__
#define __HEDDLE_HOST_DEVICE__                                                                     \
  static __inline__ __attribute__((always_inline, unused)) __host__ __device__

// Whether single-precision arithmetic flushes denormals to zero (-ftz=true). The compiler's back
// end answers, not a macro: NVRTC's precompiled preamble and libdevice are the same for both
// answers.
#define __HEDDLE_FLUSHES_DENORMALS() __nvvm_reflect("__CUDA_FTZ")

// In front of functions that devices had from compute capability 1.1, 1.2 or 2.0 on: calling one is
// an error in code for a device before that.
#define __HEDDLE_ABSENT(capability)                                                                \
  __attribute__((unavailable("it needs compute capability " capability)))
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 110
#define __HEDDLE_SINCE_11 __HEDDLE_ABSENT("1.1")
#else
#define __HEDDLE_SINCE_11
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 120
#define __HEDDLE_SINCE_12 __HEDDLE_ABSENT("1.2")
#else
#define __HEDDLE_SINCE_12
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 200
#define __HEDDLE_SINCE_20 __HEDDLE_ABSENT("2.0")
#else
#define __HEDDLE_SINCE_20
#endif

#endif
