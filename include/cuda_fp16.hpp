// Another name for the same functions.
#ifndef HEDDLE_CUDA_FP16_HPP
#define HEDDLE_CUDA_FP16_HPP

#include "cuda_fp16.h"

#endif
