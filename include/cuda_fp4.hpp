// Another name for the same functions.
#ifndef HEDDLE_CUDA_FP4_HPP
#define HEDDLE_CUDA_FP4_HPP

#include "cuda_fp4.h"

#endif
