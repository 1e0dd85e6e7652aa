/* Types of device code that the runtime's interface mentions too. */
#ifndef HEDDLE_CUDA_DEVICE_TYPES_H
#define HEDDLE_CUDA_DEVICE_TYPES_H

#include "heddle/launch_types.h"

#endif
