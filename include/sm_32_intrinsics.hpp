/* Functions of device code: all of them come with cuda_runtime.h. */
#ifndef HEDDLE_SM_32_INTRINSICS_HPP
#define HEDDLE_SM_32_INTRINSICS_HPP

/* The name that programs test for. */
#define __SM_32_INTRINSICS_HPP__

#include "cuda_runtime.h"

#endif
