// Part of another header elsewhere; here for those who name it.
#ifndef HEDDLE_CURAND_NORMAL_STATIC_H
#define HEDDLE_CURAND_NORMAL_STATIC_H

/* The name that programs test for. */
#define CURAND_NORMAL_STATIC_H

#include "curand_kernel.h"

#endif
