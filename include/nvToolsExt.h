/* The place of this header before version 3. */
#ifndef HEDDLE_ROOT_NVTOOLSEXT_H
#define HEDDLE_ROOT_NVTOOLSEXT_H

#include "nvtx3/nvToolsExt.h"

#endif
