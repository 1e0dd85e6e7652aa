// Earlier versions of entry points that differ a little from the current ones: programs and
// libraries ask for them by cuGetProcAddress or were linked against them. Those that differ in name
// only are in traced_entries.def.
#include "driver/stream/stream.h"

#include <cstdint>

#define HEDDLE_PREVIOUS extern "C" __attribute__((visibility("default"))) CUresult

// The plain names are the first versions here, not the current ones.
#undef cuCtxCreate
#undef cuGetProcAddress
#undef cuMemAdvise
#undef cuMemcpy3DBatchAsync
#undef cuMemcpyBatchAsync
#undef cuMemPrefetchAsync

using heddle::driver::PerThreadDefault;

namespace {

// Places were once devices, or CU_DEVICE_CPU.
CUmemLocation locationOf(CUdevice device) {
  CUmemLocation location{};
  location.type = device == CU_DEVICE_CPU ? CU_MEM_LOCATION_TYPE_HOST : CU_MEM_LOCATION_TYPE_DEVICE;
  location.id = device == CU_DEVICE_CPU ? 0 : device;
  return location;
}

} // namespace

HEDDLE_PREVIOUS cuCtxCreate(CUcontext* context, unsigned int flags, CUdevice device) {
  return cuCtxCreate_v2(context, flags, device);
}
HEDDLE_PREVIOUS cuGetProcAddress(const char* name, void** address, int version, cuuint64_t flags) {
  CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  HEDDLE_TRY(cuGetProcAddress_v2(name, address, version, flags, &status));
  return status == CU_GET_PROC_ADDRESS_SUCCESS ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}
HEDDLE_PREVIOUS cuMemAdvise(CUdeviceptr pointer, size_t bytes, CUmem_advise advice,
                            CUdevice device) {
  return cuMemAdvise_v2(pointer, bytes, advice, locationOf(device));
}
HEDDLE_PREVIOUS cuMemPrefetchAsync(CUdeviceptr pointer, size_t bytes, CUdevice device,
                                   CUstream stream) {
  return cuMemPrefetchAsync_v2(pointer, bytes, locationOf(device), 0, stream);
}
HEDDLE_PREVIOUS cuMemPrefetchAsync_ptsz(CUdeviceptr pointer, size_t bytes, CUdevice device,
                                        CUstream stream) {
  const PerThreadDefault scope;
  return cuMemPrefetchAsync_v2(pointer, bytes, locationOf(device), 0, stream);
}
// Which member of a batch failed was once told; SIZE_MAX stands for the batch as a whole.
HEDDLE_PREVIOUS cuMemcpyBatchAsync(CUdeviceptr* destinations, CUdeviceptr* sources, size_t* sizes,
                                   size_t count, CUmemcpyAttributes* attributes, size_t* indices,
                                   size_t attributeCount, size_t* failed, CUstream stream) {
  const CUresult result = cuMemcpyBatchAsync_v2(destinations, sources, sizes, count, attributes,
                                                indices, attributeCount, stream);
  if (failed && result != CUDA_SUCCESS)
    *failed = SIZE_MAX;
  return result;
}
HEDDLE_PREVIOUS cuMemcpyBatchAsync_ptsz(CUdeviceptr* destinations, CUdeviceptr* sources,
                                        size_t* sizes, size_t count, CUmemcpyAttributes* attributes,
                                        size_t* indices, size_t attributeCount, size_t* failed,
                                        CUstream stream) {
  const PerThreadDefault scope;
  return cuMemcpyBatchAsync(destinations, sources, sizes, count, attributes, indices,
                            attributeCount, failed, stream);
}
HEDDLE_PREVIOUS cuMemcpy3DBatchAsync(size_t count, CUDA_MEMCPY3D_BATCH_OP* operations,
                                     size_t* failed, unsigned long long flags, CUstream stream) {
  const CUresult result = cuMemcpy3DBatchAsync_v2(count, operations, flags, stream);
  if (failed && result != CUDA_SUCCESS)
    *failed = SIZE_MAX;
  return result;
}
HEDDLE_PREVIOUS cuMemcpy3DBatchAsync_ptsz(size_t count, CUDA_MEMCPY3D_BATCH_OP* operations,
                                          size_t* failed, unsigned long long flags,
                                          CUstream stream) {
  const PerThreadDefault scope;
  return cuMemcpy3DBatchAsync(count, operations, failed, flags, stream);
}

// The profiler has nothing to start: both succeed, as they do where no profiler is attached.
HEDDLE_PREVIOUS cuProfilerStart() {
  CUcontext context;
  return cuCtxGetCurrent(&context);
}
HEDDLE_PREVIOUS cuProfilerStop() {
  CUcontext context;
  return cuCtxGetCurrent(&context);
}
