// An older name.
#ifndef HEDDLE_CUDA_PIPELINE_HELPERS_H
#define HEDDLE_CUDA_PIPELINE_HELPERS_H

/* The name that programs test for. */
#define _CUDA_PIPELINE_HELPERS_H_

#include "cuda_pipeline_primitives.h"

#endif
