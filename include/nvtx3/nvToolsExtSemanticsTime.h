/* What an entry of a schema means: a time domain. */
#ifndef HEDDLE_NVTOOLSEXTSEMANTICSTIME_H
#define HEDDLE_NVTOOLSEXTSEMANTICSTIME_H

#include "nvToolsExtPayload.h"

#define NVTX_SEMANTIC_ID_TIME_V1 2
#define NVTX_TIME_SEMANTIC_VERSION 1

typedef struct nvtxSemanticsTime_v1 {
  struct nvtxSemanticsHeader_v1 header;
  uint64_t timeDomainId;
} nvtxSemanticsTime_t;

#endif
