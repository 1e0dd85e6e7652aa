/* Functions of device code: all of them come with cuda_runtime.h. */
#ifndef HEDDLE_CRT_SM_100_RT_H
#define HEDDLE_CRT_SM_100_RT_H

#include "cuda_runtime.h"

#endif
