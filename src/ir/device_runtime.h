// The device runtime: the functions of device_runtime.def as compiled kernels call them. src/exec
// defines them, and the JIT binds them by name. As in PTX, pointers are numbers; structures are
// passed by address. The results are values of cudaError_t.
#pragma once

#include "ir/kernel_abi.h"

#include <cstdint>

extern "C" {
#define HEDDLE_DEVICE_ARGUMENTS heddle::BlockContext*, std::uint32_t thread
std::uint32_t heddle_device_DeviceGetAttribute(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t value,
                                               std::uint32_t attribute, std::uint32_t device);
std::uint32_t heddle_device_DeviceGetLimit(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t value,
                                           std::uint32_t limit);
std::uint32_t heddle_device_DeviceGetCacheConfig(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t config);
std::uint32_t heddle_device_DeviceGetSharedMemConfig(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t config);
std::uint32_t heddle_device_GetLastError(HEDDLE_DEVICE_ARGUMENTS);
std::uint32_t heddle_device_PeekAtLastError(HEDDLE_DEVICE_ARGUMENTS);
std::uint64_t heddle_device_GetErrorString(HEDDLE_DEVICE_ARGUMENTS, std::uint32_t error);
std::uint64_t heddle_device_GetErrorName(HEDDLE_DEVICE_ARGUMENTS, std::uint32_t error);
std::uint32_t heddle_device_GetDeviceCount(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t count);
std::uint32_t heddle_device_GetDevice(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t device);
std::uint32_t heddle_device_StreamCreateWithFlags(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t stream,
                                                  std::uint32_t flags);
std::uint32_t heddle_device_StreamDestroy(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t stream);
std::uint32_t heddle_device_StreamWaitEvent(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t stream,
                                            std::uint64_t event, std::uint32_t flags);
std::uint32_t heddle_device_EventCreateWithFlags(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t event,
                                                 std::uint32_t flags);
std::uint32_t heddle_device_EventRecord(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t event,
                                        std::uint64_t stream);
std::uint32_t heddle_device_EventRecordWithFlags(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t event,
                                                 std::uint64_t stream, std::uint32_t flags);
std::uint32_t heddle_device_EventDestroy(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t event);
std::uint32_t heddle_device_FuncGetAttributes(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t attributes,
                                              std::uint64_t kernel);
std::uint32_t heddle_device_Free(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t pointer);
std::uint32_t heddle_device_Malloc(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t pointer,
                                   std::uint64_t bytes);
std::uint32_t heddle_device_MemcpyAsync(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t destination,
                                        std::uint64_t source, std::uint64_t bytes,
                                        std::uint32_t kind, std::uint64_t stream);
std::uint32_t heddle_device_Memcpy2DAsync(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t destination,
                                          std::uint64_t destinationPitch, std::uint64_t source,
                                          std::uint64_t sourcePitch, std::uint64_t width,
                                          std::uint64_t height, std::uint32_t kind,
                                          std::uint64_t stream);
std::uint32_t heddle_device_Memcpy3DAsync(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t description,
                                          std::uint64_t stream);
std::uint32_t heddle_device_MemsetAsync(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t destination,
                                        std::uint32_t value, std::uint64_t bytes,
                                        std::uint64_t stream);
std::uint32_t heddle_device_Memset2DAsync(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t destination,
                                          std::uint64_t pitch, std::uint32_t value,
                                          std::uint64_t width, std::uint64_t height,
                                          std::uint64_t stream);
std::uint32_t heddle_device_Memset3DAsync(HEDDLE_DEVICE_ARGUMENTS, const void* pitched,
                                          std::uint32_t value, const void* extent,
                                          std::uint64_t stream);
std::uint32_t heddle_device_RuntimeGetVersion(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t version);
std::uint64_t heddle_device_GetParameterBuffer(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t alignment,
                                               std::uint64_t bytes);
std::uint64_t heddle_device_GetParameterBufferV2(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t kernel,
                                                 const void* grid, const void* block,
                                                 std::uint32_t sharedBytes);
std::uint32_t heddle_device_LaunchDevice(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t kernel,
                                         std::uint64_t buffer, const void* grid, const void* block,
                                         std::uint32_t sharedBytes, std::uint64_t stream);
std::uint32_t heddle_device_LaunchDeviceV2(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t buffer,
                                           std::uint64_t stream);
std::uint32_t heddle_device_OccupancyMaxActiveBlocksPerMultiprocessor(HEDDLE_DEVICE_ARGUMENTS,
                                                                      std::uint64_t blocks,
                                                                      std::uint64_t kernel,
                                                                      std::uint32_t blockSize,
                                                                      std::uint64_t dynamicShared);
std::uint32_t heddle_device_OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    HEDDLE_DEVICE_ARGUMENTS, std::uint64_t blocks, std::uint64_t kernel, std::uint32_t blockSize,
    std::uint64_t dynamicShared, std::uint32_t flags);
std::uint32_t heddle_device_GraphLaunch(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t graph,
                                        std::uint64_t stream);
std::uint64_t heddle_device_GetCurrentGraphExec(HEDDLE_DEVICE_ARGUMENTS);
std::uint32_t heddle_device_GraphKernelNodeSetParam(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t node,
                                                    std::uint64_t offset, std::uint64_t value,
                                                    std::uint64_t bytes);
std::uint32_t heddle_device_GraphKernelNodeSetEnabled(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t node,
                                                      std::uint32_t enable);
std::uint32_t heddle_device_GraphKernelNodeSetGridDim(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t node,
                                                      const void* grid);
std::uint32_t heddle_device_GraphKernelNodeUpdatesApply(HEDDLE_DEVICE_ARGUMENTS,
                                                        std::uint64_t updates, std::uint64_t count);
void heddle_device_GraphSetConditional(HEDDLE_DEVICE_ARGUMENTS, std::uint64_t handle,
                                       std::uint32_t value);
#undef HEDDLE_DEVICE_ARGUMENTS
}
