// Part of another header elsewhere; here for those who name it.
#ifndef HEDDLE_CURAND_POISSON_H
#define HEDDLE_CURAND_POISSON_H

#include "curand_kernel.h"

#endif
