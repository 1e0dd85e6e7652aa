// Part of another header elsewhere; here for those who name it.
#ifndef HEDDLE_CURAND_NORMAL_H
#define HEDDLE_CURAND_NORMAL_H

#include "curand_kernel.h"

#endif
