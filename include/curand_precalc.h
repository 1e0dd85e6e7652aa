// Part of another header elsewhere; here for those who name it.
#ifndef HEDDLE_CURAND_PRECALC_H
#define HEDDLE_CURAND_PRECALC_H

/* The name that programs test for. */
#define CURAND_XORWOW_PRECALCULATED_H_

#include "curand_kernel.h"

#endif
