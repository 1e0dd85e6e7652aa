// Another name for the same functions.
#ifndef HEDDLE_CUDA_BF16_HPP
#define HEDDLE_CUDA_BF16_HPP

/* The name that programs test for. */
#define __CUDA_BF16_HPP__

#include "cuda_bf16.h"

#endif
