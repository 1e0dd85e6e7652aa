/* The place of this header before version 3. */
#ifndef HEDDLE_ROOT_NVTOOLSEXTCUDART_H
#define HEDDLE_ROOT_NVTOOLSEXTCUDART_H

#include "nvtx3/nvToolsExtCudaRt.h"

#endif
