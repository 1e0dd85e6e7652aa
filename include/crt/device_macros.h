// How the functions of this folder are declared: always inlined, local to the translation unit.
#ifndef HEDDLE_CRT_DEVICE_MACROS_H
#define HEDDLE_CRT_DEVICE_MACROS_H

#include "host_defines.h"

#define __HEDDLE_DEVICE__ static __inline__ __attribute__((always_inline, unused)) __device__
#define __HEDDLE_HOST_DEVICE__                                                                     \
  static __inline__ __attribute__((always_inline, unused)) __host__ __device__

#endif
