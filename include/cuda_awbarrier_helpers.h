// An older name.
#ifndef HEDDLE_CUDA_AWBARRIER_HELPERS_H
#define HEDDLE_CUDA_AWBARRIER_HELPERS_H

#include "cuda_awbarrier_primitives.h"

#endif
