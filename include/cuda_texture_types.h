/* An older name. */
#ifndef HEDDLE_CUDA_TEXTURE_TYPES_H
#define HEDDLE_CUDA_TEXTURE_TYPES_H

#include "texture_types.h"

#endif
