/* The integer types of the C library. */
#ifndef HEDDLE_CUDA_STDINT_H
#define HEDDLE_CUDA_STDINT_H

/* The name that programs test for. */
#define __cuda_stdint_h__

#include <stdint.h>

#endif
