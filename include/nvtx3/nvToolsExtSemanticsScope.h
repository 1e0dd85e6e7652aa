/* What an entry of a schema means: a scope. */
#ifndef HEDDLE_NVTOOLSEXTSEMANTICSSCOPE_H
#define HEDDLE_NVTOOLSEXTSEMANTICSSCOPE_H

#include "nvToolsExtPayload.h"

#define NVTX_SEMANTIC_ID_SCOPE_V1 1

typedef struct nvtxSemanticsScope_v1 {
  struct nvtxSemanticsHeader_v1 header;
  uint64_t scopeId;
} nvtxSemanticsScope_t;

#endif
