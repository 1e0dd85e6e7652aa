// Part of another header elsewhere; here for those who name it.
#ifndef HEDDLE_CURAND_GLOBALS_H
#define HEDDLE_CURAND_GLOBALS_H

/* The name that programs test for. */
#define CURAND_GLOBALS_H

#include "curand_kernel.h"

#endif
