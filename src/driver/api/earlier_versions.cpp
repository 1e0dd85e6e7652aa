// Earlier versions of functions whose parameters have changed since, as calls of the present ones.
// Programs were linked against them or ask cuGetProcAddress for them. driver_api.def lists them as
// HEDDLE_EARLIER_ENTRY, and cudaTypedefs.h has their types.
#include "driver/api/api.h"

#include <cstdint>

namespace {

// Where memory should be was once given as a device or CU_DEVICE_CPU.
CUmemLocation locationOf(CUdevice device) {
  CUmemLocation location{};
  location.type = device == CU_DEVICE_CPU ? CU_MEM_LOCATION_TYPE_HOST : CU_MEM_LOCATION_TYPE_DEVICE;
  location.id = device == CU_DEVICE_CPU ? 0 : device;
  return location;
}

// A batch of copies once reported the index of the copy that failed. SIZE_MAX stands for the whole
// batch.
CUresult reportFailedCopy(CUresult result, size_t* failed) {
  if (failed && result != CUDA_SUCCESS)
    *failed = SIZE_MAX;
  return result;
}

} // namespace

CUresult heddle_cuCtxCreate_v2(CUcontext* context, unsigned int flags, CUdevice device) {
  return cuCtxCreate_v4(context, nullptr, flags, device);
}

CUresult heddle_cuCtxCreate_v3(CUcontext* context, CUexecAffinityParam* affinities, int count,
                               unsigned int flags, CUdevice device) {
  CUctxCreateParams parameters{};
  parameters.execAffinityParams = affinities;
  parameters.numExecAffinityParams = count;
  return cuCtxCreate_v4(context, &parameters, flags, device);
}

// The second version tells of an unknown name through the status alone, the first through its
// result.
CUresult heddle_cuGetProcAddress(const char* name, void** address, int version, cuuint64_t flags) {
  CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  HEDDLE_TRY(cuGetProcAddress_v2(name, address, version, flags, &status));
  return status == CU_GET_PROC_ADDRESS_SUCCESS ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult heddle_cuMemAdvise(CUdeviceptr pointer, size_t bytes, CUmem_advise advice,
                            CUdevice device) {
  return cuMemAdvise_v2(pointer, bytes, advice, locationOf(device));
}

CUresult heddle_cuMemPrefetchAsync(CUdeviceptr pointer, size_t bytes, CUdevice device,
                                   CUstream stream) {
  return cuMemPrefetchAsync_v2(pointer, bytes, locationOf(device), 0, stream);
}

CUresult heddle_cuMemcpyBatchAsync(CUdeviceptr* destinations, CUdeviceptr* sources, size_t* sizes,
                                   size_t count, CUmemcpyAttributes* attributes, size_t* indices,
                                   size_t attributeCount, size_t* failed, CUstream stream) {
  return reportFailedCopy(cuMemcpyBatchAsync_v2(destinations, sources, sizes, count, attributes,
                                                indices, attributeCount, stream),
                          failed);
}

CUresult heddle_cuMemcpy3DBatchAsync(size_t count, CUDA_MEMCPY3D_BATCH_OP* operations,
                                     size_t* failed, unsigned long long flags, CUstream stream) {
  return reportFailedCopy(cuMemcpy3DBatchAsync_v2(count, operations, flags, stream), failed);
}
