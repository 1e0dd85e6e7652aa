/* Functions of host and device code: all of them come with cuda_runtime.h. */
#ifndef HEDDLE_COMMON_FUNCTIONS_H
#define HEDDLE_COMMON_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
