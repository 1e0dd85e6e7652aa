/* An older name. */
#ifndef HEDDLE_CUDA_SURFACE_TYPES_H
#define HEDDLE_CUDA_SURFACE_TYPES_H

#include "surface_types.h"

#endif
