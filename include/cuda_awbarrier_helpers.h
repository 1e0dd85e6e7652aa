// An older name.
#ifndef HEDDLE_CUDA_AWBARRIER_HELPERS_H
#define HEDDLE_CUDA_AWBARRIER_HELPERS_H

/* The name that programs test for. */
#define _CUDA_AWBARRIER_HELPERS_H_

#include "cuda_awbarrier_primitives.h"

#endif
