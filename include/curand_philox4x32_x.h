// Part of another header elsewhere; here for those who name it.
#ifndef HEDDLE_CURAND_PHILOX4X32_X_H
#define HEDDLE_CURAND_PHILOX4X32_X_H

/* The name that programs test for. */
#define CURAND_PHILOX4X32_X__H_

#include "curand_kernel.h"

#endif
