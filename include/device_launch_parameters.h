/* Built-in variables of device code: all of them come with cuda_runtime.h. */
#ifndef HEDDLE_DEVICE_LAUNCH_PARAMETERS_H
#define HEDDLE_DEVICE_LAUNCH_PARAMETERS_H

/* The name that programs test for. */
#define __DEVICE_LAUNCH_PARAMETERS_H__

#include "cuda_runtime.h"

#endif
