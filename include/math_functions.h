/* Mathematical functions: all of them come with cuda_runtime.h. */
#ifndef HEDDLE_MATH_FUNCTIONS_H
#define HEDDLE_MATH_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
