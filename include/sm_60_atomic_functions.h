// A name that programs include; everything behind it is already visible in CUDA code.
#ifndef HEDDLE_SM_60_ATOMIC_FUNCTIONS_H
#define HEDDLE_SM_60_ATOMIC_FUNCTIONS_H

/* The name that programs test for. */
#define __SM_60_ATOMIC_FUNCTIONS_H__

#include "cuda_runtime.h"

#endif
