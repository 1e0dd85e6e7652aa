/* The place of this header before version 3. */
#ifndef HEDDLE_ROOT_NVTOOLSEXTSYNC_H
#define HEDDLE_ROOT_NVTOOLSEXTSYNC_H

#include "nvtx3/nvToolsExtSync.h"

#endif
