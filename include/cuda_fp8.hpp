// Another name for the same functions.
#ifndef HEDDLE_CUDA_FP8_HPP
#define HEDDLE_CUDA_FP8_HPP

#include "cuda_fp8.h"

#endif
