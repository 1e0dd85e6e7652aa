// Part of another header elsewhere; here for those who name it.
#ifndef HEDDLE_CURAND_PHILOX4X32_X_H
#define HEDDLE_CURAND_PHILOX4X32_X_H

#include "curand_kernel.h"

#endif
