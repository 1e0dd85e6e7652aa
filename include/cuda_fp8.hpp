// Another name for the same functions.
#ifndef HEDDLE_CUDA_FP8_HPP
#define HEDDLE_CUDA_FP8_HPP

/* The name that programs test for. */
#define __CUDA_FP8_HPP__

#include "cuda_fp8.h"

#endif
