/* Types of device code that the runtime's interface mentions too. */
#ifndef HEDDLE_CUDA_DEVICE_TYPES_H
#define HEDDLE_CUDA_DEVICE_TYPES_H

/* The name that programs test for. */
#define __DEVICE_TYPES_H__

#include "heddle/launch_types.h"

#endif
