/* Functions of device code: all of them come with cuda_runtime.h. */
#ifndef HEDDLE_CRT_COMMON_FUNCTIONS_H
#define HEDDLE_CRT_COMMON_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
