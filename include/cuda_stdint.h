/* The integer types of the C library. */
#ifndef HEDDLE_CUDA_STDINT_H
#define HEDDLE_CUDA_STDINT_H

#include <stdint.h>

#endif
