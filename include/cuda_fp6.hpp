// Another name for the same functions.
#ifndef HEDDLE_CUDA_FP6_HPP
#define HEDDLE_CUDA_FP6_HPP

/* The name that programs test for. */
#define __CUDA_FP6_HPP__

#include "cuda_fp6.h"

#endif
