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
#include <nvtx3/nvToolsExtSync.h>
#include <nvtx3/nvtx3.hpp>
#include <surface_functions.h>
#include <texture_fetch_functions.h>

#if !defined(CU_COMPLEX_H_) || !defined(__CUDA_RUNTIME_H__) || !defined(__VECTOR_TYPES_H__) ||     \
    !defined(__DRIVER_TYPES_H__) || !defined(__CUDA_RUNTIME_API_H__) || !defined(__cuda_cuda_h__)
#error "programs test for these names"
#endif

__global__ void kernel() {}

void annotated() {
  NVTX3_FUNC_RANGE();
  nvtx3::scoped_range range{"range", nvtx3::rgb{1, 2, 3}, nvtx3::payload{3}};
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
