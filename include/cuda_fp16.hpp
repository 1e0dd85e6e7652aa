// Another name for the same functions.
#ifndef HEDDLE_CUDA_FP16_HPP
#define HEDDLE_CUDA_FP16_HPP

/* The name that programs test for. */
#define __CUDA_FP16_HPP__

#include "cuda_fp16.h"

#endif
