/* The types of cuRAND that device code needs. The library itself is not there. */
#ifndef HEDDLE_CURAND_H
#define HEDDLE_CURAND_H

#include "cuda_runtime_api.h"

typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];

#endif
