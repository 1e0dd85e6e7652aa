/* Functions of device code: all of them come with cuda_runtime.h. */
#ifndef HEDDLE_DEVICE_DOUBLE_FUNCTIONS_H
#define HEDDLE_DEVICE_DOUBLE_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
