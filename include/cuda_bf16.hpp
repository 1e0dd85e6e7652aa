// Another name for the same functions.
#ifndef HEDDLE_CUDA_BF16_HPP
#define HEDDLE_CUDA_BF16_HPP

#include "cuda_bf16.h"

#endif
