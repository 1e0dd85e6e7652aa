/* Functions of device code: all of them come with cuda_runtime.h. */
#ifndef HEDDLE_DEVICE_ATOMIC_FUNCTIONS_HPP
#define HEDDLE_DEVICE_ATOMIC_FUNCTIONS_HPP

#include "cuda_runtime.h"

#endif
