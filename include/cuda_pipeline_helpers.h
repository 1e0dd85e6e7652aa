// An older name.
#ifndef HEDDLE_CUDA_PIPELINE_HELPERS_H
#define HEDDLE_CUDA_PIPELINE_HELPERS_H

#include "cuda_pipeline_primitives.h"

#endif
