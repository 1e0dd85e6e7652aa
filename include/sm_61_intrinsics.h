// A name that programs include; everything behind it is already visible in CUDA code.
#ifndef HEDDLE_SM_61_INTRINSICS_H
#define HEDDLE_SM_61_INTRINSICS_H

/* The name that programs test for. */
#define __SM_61_INTRINSICS_H__

#include "cuda_runtime.h"

#endif
