// Earlier versions of entry points that differ from the current ones in name only, or in little:
// programs and libraries ask for them by cuGetProcAddress or were linked against them.
#include "driver/stream.h"

#define HEDDLE_PREVIOUS extern "C" __attribute__((visibility("default"))) CUresult

// The plain names are the first versions here, not the current ones.
#undef cuCtxCreate
#undef cuCtxDestroy
#undef cuCtxPopCurrent
#undef cuCtxPushCurrent
#undef cuDeviceGetUuid
#undef cuDevicePrimaryCtxRelease
#undef cuDevicePrimaryCtxReset
#undef cuDevicePrimaryCtxSetFlags
#undef cuEventDestroy
#undef cuEventElapsedTime
#undef cuGetProcAddress
#undef cuIpcOpenMemHandle
#undef cuLinkAddData
#undef cuLinkAddFile
#undef cuLinkCreate
#undef cuMemAdvise
#undef cuMemHostRegister
#undef cuMemPrefetchAsync
#undef cuStreamBatchMemOp
#undef cuStreamDestroy
#undef cuStreamWaitValue32
#undef cuStreamWaitValue64
#undef cuStreamWriteValue32
#undef cuStreamWriteValue64

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
HEDDLE_PREVIOUS cuCtxDestroy(CUcontext context) {
  return cuCtxDestroy_v2(context);
}
HEDDLE_PREVIOUS cuCtxPopCurrent(CUcontext* context) {
  return cuCtxPopCurrent_v2(context);
}
HEDDLE_PREVIOUS cuCtxPushCurrent(CUcontext context) {
  return cuCtxPushCurrent_v2(context);
}
HEDDLE_PREVIOUS cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
  return cuDeviceGetUuid_v2(uuid, device);
}
HEDDLE_PREVIOUS cuDevicePrimaryCtxRelease(CUdevice device) {
  return cuDevicePrimaryCtxRelease_v2(device);
}
HEDDLE_PREVIOUS cuDevicePrimaryCtxReset(CUdevice device) {
  return cuDevicePrimaryCtxReset_v2(device);
}
HEDDLE_PREVIOUS cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags) {
  return cuDevicePrimaryCtxSetFlags_v2(device, flags);
}
HEDDLE_PREVIOUS cuEventDestroy(CUevent event) {
  return cuEventDestroy_v2(event);
}
HEDDLE_PREVIOUS cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  return cuEventElapsedTime_v2(milliseconds, start, end);
}
HEDDLE_PREVIOUS cuGetProcAddress(const char* name, void** address, int version, cuuint64_t flags) {
  CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  HEDDLE_TRY(cuGetProcAddress_v2(name, address, version, flags, &status));
  return status == CU_GET_PROC_ADDRESS_SUCCESS ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}
HEDDLE_PREVIOUS cuIpcOpenMemHandle(CUdeviceptr* pointer, CUipcMemHandle handle,
                                   unsigned int flags) {
  return cuIpcOpenMemHandle_v2(pointer, handle, flags);
}
HEDDLE_PREVIOUS cuLinkAddData(CUlinkState state, CUjitInputType type, void* data, size_t size,
                              const char* name, unsigned int count, CUjit_option* options,
                              void** values) {
  return cuLinkAddData_v2(state, type, data, size, name, count, options, values);
}
HEDDLE_PREVIOUS cuLinkAddFile(CUlinkState state, CUjitInputType type, const char* path,
                              unsigned int count, CUjit_option* options, void** values) {
  return cuLinkAddFile_v2(state, type, path, count, options, values);
}
HEDDLE_PREVIOUS cuLinkCreate(unsigned int count, CUjit_option* options, void** values,
                             CUlinkState* state) {
  return cuLinkCreate_v2(count, options, values, state);
}
HEDDLE_PREVIOUS cuMemAdvise(CUdeviceptr pointer, size_t bytes, CUmem_advise advice,
                            CUdevice device) {
  return cuMemAdvise_v2(pointer, bytes, advice, locationOf(device));
}
HEDDLE_PREVIOUS cuMemHostRegister(void* pointer, size_t bytes, unsigned int flags) {
  return cuMemHostRegister_v2(pointer, bytes, flags);
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
HEDDLE_PREVIOUS cuStreamDestroy(CUstream stream) {
  return cuStreamDestroy_v2(stream);
}
HEDDLE_PREVIOUS cuStreamBatchMemOp(CUstream stream, unsigned int count,
                                   CUstreamBatchMemOpParams* operations, unsigned int flags) {
  return cuStreamBatchMemOp_v2(stream, count, operations, flags);
}
HEDDLE_PREVIOUS cuStreamBatchMemOp_ptsz(CUstream stream, unsigned int count,
                                        CUstreamBatchMemOpParams* operations, unsigned int flags) {
  const PerThreadDefault scope;
  return cuStreamBatchMemOp_v2(stream, count, operations, flags);
}
HEDDLE_PREVIOUS cuStreamWaitValue32(CUstream stream, CUdeviceptr address, cuuint32_t value,
                                    unsigned int flags) {
  return cuStreamWaitValue32_v2(stream, address, value, flags);
}
HEDDLE_PREVIOUS cuStreamWaitValue32_ptsz(CUstream stream, CUdeviceptr address, cuuint32_t value,
                                         unsigned int flags) {
  const PerThreadDefault scope;
  return cuStreamWaitValue32_v2(stream, address, value, flags);
}
HEDDLE_PREVIOUS cuStreamWaitValue64(CUstream stream, CUdeviceptr address, cuuint64_t value,
                                    unsigned int flags) {
  return cuStreamWaitValue64_v2(stream, address, value, flags);
}
HEDDLE_PREVIOUS cuStreamWaitValue64_ptsz(CUstream stream, CUdeviceptr address, cuuint64_t value,
                                         unsigned int flags) {
  const PerThreadDefault scope;
  return cuStreamWaitValue64_v2(stream, address, value, flags);
}
HEDDLE_PREVIOUS cuStreamWriteValue32(CUstream stream, CUdeviceptr address, cuuint32_t value,
                                     unsigned int flags) {
  return cuStreamWriteValue32_v2(stream, address, value, flags);
}
HEDDLE_PREVIOUS cuStreamWriteValue32_ptsz(CUstream stream, CUdeviceptr address, cuuint32_t value,
                                          unsigned int flags) {
  const PerThreadDefault scope;
  return cuStreamWriteValue32_v2(stream, address, value, flags);
}
HEDDLE_PREVIOUS cuStreamWriteValue64(CUstream stream, CUdeviceptr address, cuuint64_t value,
                                     unsigned int flags) {
  return cuStreamWriteValue64_v2(stream, address, value, flags);
}
HEDDLE_PREVIOUS cuStreamWriteValue64_ptsz(CUstream stream, CUdeviceptr address, cuuint64_t value,
                                          unsigned int flags) {
  const PerThreadDefault scope;
  return cuStreamWriteValue64_v2(stream, address, value, flags);
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
