/* NVTX counters: nobody reads them here. */
#ifndef HEDDLE_NVTOOLSEXTCOUNTERS_H
#define HEDDLE_NVTOOLSEXTCOUNTERS_H

#include "nvToolsExtPayload.h"

#define NVTX_EXT_COUNTERS_COMPATID 0x0102
#define NVTX_EXT_COUNTERS_MODULEID 4
#define NVTX_COUNTER_ID_NONE 0
#define NVTX_COUNTER_ID_STATIC_START (1 << 24)
#define NVTX_COUNTER_ID_DYNAMIC_START ((uint64_t)1 << 32)
#define NVTX_COUNTER_SAMPLE_ZERO 0
#define NVTX_COUNTER_SAMPLE_UNCHANGED 1
#define NVTX_COUNTER_SAMPLE_UNAVAILABLE 2
#define NVTX_COUNTER_BATCH_FLAG_BEGINTIME_INTERVAL_PAIR ((uint64_t)1 << 32)
#define NVTX_COUNTER_BATCH_FLAG_ENDTIME_INTERVAL_PAIR ((uint64_t)2 << 32)

typedef struct nvtxCounterAttr_v1 {
  size_t structSize;
  uint64_t schemaId;
  const char* name;
  const char* description;
  uint64_t scopeId;
  const nvtxSemanticsHeader_t* semantics;
  uint64_t counterId;
} nvtxCounterAttr_t;

typedef struct nvtxCounterBatch_v1 {
  uint64_t counterId;
  const void* counters;
  size_t countersSize;
  uint64_t flags;
  const int64_t* timestamps;
  size_t timestampsSize;
} nvtxCounterBatch_t;

#ifdef __cplusplus
extern "C" {
#endif

NVTX_DECLSPEC uint64_t NVTX_API nvtxCounterRegister(nvtxDomainHandle_t hDomain,
                                                    const nvtxCounterAttr_t* attr) {
  (void)hDomain;
  (void)attr;
  return 0;
}
NVTX_DECLSPEC void NVTX_API nvtxCounterSampleInt64(nvtxDomainHandle_t hDomain, uint64_t counterId,
                                                   int64_t value) {
  (void)hDomain;
  (void)counterId;
  (void)value;
}
NVTX_DECLSPEC void NVTX_API nvtxCounterSampleFloat64(nvtxDomainHandle_t hDomain, uint64_t counterId,
                                                     double value) {
  (void)hDomain;
  (void)counterId;
  (void)value;
}
NVTX_DECLSPEC void NVTX_API nvtxCounterSample(nvtxDomainHandle_t hDomain, uint64_t counterId,
                                              const void* value, size_t size) {
  (void)hDomain;
  (void)counterId;
  (void)value;
  (void)size;
}
NVTX_DECLSPEC void NVTX_API nvtxCounterSampleNoValue(nvtxDomainHandle_t hDomain, uint64_t counterId,
                                                     uint8_t reason) {
  (void)hDomain;
  (void)counterId;
  (void)reason;
}
NVTX_DECLSPEC void NVTX_API nvtxCounterBatchSubmit(nvtxDomainHandle_t hDomain,
                                                   const nvtxCounterBatch_t* counterData) {
  (void)hDomain;
  (void)counterData;
}

#ifdef __cplusplus
}
#endif

#endif
