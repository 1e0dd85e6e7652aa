// Another name for the same functions.
#ifndef HEDDLE_CUDA_FP4_HPP
#define HEDDLE_CUDA_FP4_HPP

/* The name that programs test for. */
#define __CUDA_FP4_HPP__

#include "cuda_fp4.h"

#endif
