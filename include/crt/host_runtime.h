/* What the host's side of a CUDA compilation calls: all of it comes with cuda_runtime.h. */
#ifndef HEDDLE_CRT_HOST_RUNTIME_H
#define HEDDLE_CRT_HOST_RUNTIME_H

#include "cuda_runtime.h"

#endif
