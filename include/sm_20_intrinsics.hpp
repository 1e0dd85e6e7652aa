/* Functions of device code: all of them come with cuda_runtime.h. */
#ifndef HEDDLE_SM_20_INTRINSICS_HPP
#define HEDDLE_SM_20_INTRINSICS_HPP

#include "cuda_runtime.h"

#endif
