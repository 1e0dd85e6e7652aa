// Part of another header elsewhere; here for those who name it.
#ifndef HEDDLE_CURAND_POISSON_H
#define HEDDLE_CURAND_POISSON_H

/* The name that programs test for. */
#define CURAND_POISSON_H_

#include "curand_kernel.h"

#endif
