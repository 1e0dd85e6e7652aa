// Part of another header elsewhere; here for those who name it.
#ifndef HEDDLE_CURAND_UNIFORM_H
#define HEDDLE_CURAND_UNIFORM_H

/* The name that programs test for. */
#define CURAND_UNIFORM_H_

#include "curand_kernel.h"

#endif
