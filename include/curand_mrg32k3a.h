// Part of another header elsewhere; here for those who name it.
#ifndef HEDDLE_CURAND_MRG32K3A_H
#define HEDDLE_CURAND_MRG32K3A_H

/* The name that programs test for. */
#define CURAND_MRG32K3A_MATRICES_H_

#include "curand_kernel.h"

#endif
