// Another name for the same functions.
#ifndef HEDDLE_CUDA_FP6_HPP
#define HEDDLE_CUDA_FP6_HPP

#include "cuda_fp6.h"

#endif
