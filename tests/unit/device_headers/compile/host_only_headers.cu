// Headers for profilers and graphics, and the older names of headers, in a CUDA source.
#include <cuComplex.h>
#include <cudaGL.h>
#include <cudaProfiler.h>
#include <cuda_gl_interop.h>
#include <cuda_profiler_api.h>
#include <cuda_stdint.h>
#include <cuda_surface_types.h>
#include <cuda_texture_types.h>
#include <device_double_functions.h>
#include <nvToolsExt.h>
#include <nvToolsExtCuda.h>
#include <nvToolsExtCudaRt.h>
#include <nvtx3/nvToolsExtCounters.h>
#include <nvtx3/nvToolsExtPayload.h>
#include <nvtx3/nvToolsExtPayloadHelper.h>
#include <nvtx3/nvToolsExtSync.h>
#include <nvtx3/nvtx3.hpp>
#include <surface_functions.h>
#include <texture_fetch_functions.h>

#if !defined(CU_COMPLEX_H_) || !defined(__CUDA_RUNTIME_H__) || !defined(__VECTOR_TYPES_H__) ||     \
    !defined(__DRIVER_TYPES_H__) || !defined(__CUDA_RUNTIME_API_H__) ||                            \
    !defined(__cuda_cuda_h__) || !defined(NVTX3_CPP_DEFINITIONS_V1_0)
#error "programs test for these names"
#endif

__global__ void kernel() {}

struct Domain {
  static constexpr const char* name = "domain";
};

void annotated() {
  NVTX3_FUNC_RANGE();
  nvtx3::scoped_range range{"range", nvtx3::rgb{1, 2, 3}, nvtx3::payload{3}};
  static const nvtx3::v1::registered_string_in<Domain> name{"name"};
  static const nvtx3::v1::event_attributes registered{name};
  nvtx3::v1::scoped_range_in<Domain> rangeOfDomain{registered};
  nvtx3::mark("mark");
  nvtx3::end_range(nvtx3::start_range("started"));
  nvtxEventAttributes_t attributes = nvtxEventAttributes_t();
  attributes.version = NVTX_VERSION;
  attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
  attributes.message.ascii = "pushed";
  nvtxRangePushEx(&attributes);
  nvtxRangePop();
  nvtxRangePush("pushed");
  nvtxRangeEnd(nvtxRangeStartA("id"));
  nvtxNameCudaStreamA(0, "stream");
  nvtxNameOsThread(1, "thread");
  nvtxDomainDestroy(nvtxDomainCreateA("domain"));
}

// Schemas of payloads.
struct Plain {
  int index;
  double value;
  char text[24];
};
NVTX_DEFINE_SCHEMA_FOR_STRUCT(Plain, "Plain", constexpr,
                              NVTX_PAYLOAD_ENTRIES((index, TYPE_INT, "integer"),
                                                   (value, TYPE_DOUBLE),
                                                   (text, TYPE_CSTRING, "text", NULL, 24)))
static_assert(PlainAttr.numEntries == 3 && PlainAttr.payloadStaticSize == 40 &&
                  PlainSchema[1].offset == 8 && PlainSchema[2].arrayOrUnionDetail == 24,
              "as the structure is");
NVTX_DEFINE_STRUCT_WITH_SCHEMA(
    Own, "Own", constexpr, NVTX_PAYLOAD_SCHEMA_FLAG_NONE, 1 << 25,
    NVTX_PAYLOAD_ENTRIES((int, a, TYPE_INT, "integer"),
                         (char, (text, 24), TYPE_CSTRING, "text", NULL, 24),
                         (double, (d, 3), TYPE_DOUBLE, "three", "of them", 3, ARRAY_FIXED_SIZE),
                         (Plain, p, NVTX_PAYLOAD_NESTED(77))))
static_assert(OwnAttr.schemaId == 1 << 25 && sizeof(Own) == 96 && OwnSchema[2].offset == 32 &&
                  OwnSchema[2].flags == NVTX_PAYLOAD_ENTRY_FLAG_ARRAY_FIXED_SIZE &&
                  OwnSchema[3].type == 77,
              "structure and schema");

void annotatedWithPayloads(const Plain& payload) {
  nvtxDomainHandle_t domain = nvtxDomainCreateA("domain");
  const uint64_t schema = NVTX_PAYLOAD_SCHEMA_REGISTER(domain, Plain)
      nvtxEventAttributes_t attributes = nvtxEventAttributes_t();
  nvtxPayloadRangePush(domain, &attributes, schema, &payload, sizeof payload);
  const nvtxPayloadData_t data[] = {{schema, sizeof payload, &payload}};
  nvtxMarkPayload(domain, data, 1);
  nvtxRangeEndPayload(domain, nvtxRangeStartPayload(domain, data, 1), data, 1);
  const nvtxCounterAttr_t counter = {};
  nvtxCounterSampleInt64(domain, nvtxCounterRegister(domain, &counter), 3);
}
