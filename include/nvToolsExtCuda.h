/* The place of this header before version 3. */
#ifndef HEDDLE_ROOT_NVTOOLSEXTCUDA_H
#define HEDDLE_ROOT_NVTOOLSEXTCUDA_H

#include "nvtx3/nvToolsExtCuda.h"

#endif
