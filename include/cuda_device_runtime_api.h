/* The part of the runtime API that device code may call. */
#ifndef HEDDLE_CUDA_DEVICE_RUNTIME_API_H
#define HEDDLE_CUDA_DEVICE_RUNTIME_API_H

/* The name that programs test for. */
#define __CUDA_DEVICE_RUNTIME_API_H__

#include "driver_types.h"

#endif
