/* Functions of device code: all of them come with cuda_runtime.h. */
#ifndef HEDDLE_SM_20_ATOMIC_FUNCTIONS_HPP
#define HEDDLE_SM_20_ATOMIC_FUNCTIONS_HPP

/* The name that programs test for. */
#define __SM_20_ATOMIC_FUNCTIONS_HPP__

#include "cuda_runtime.h"

#endif
