// Dynamic parallelism: launches, streams and events in device code.

#include "exec/child_grids.h"
#include "exec/device_runtime_call.h"
#include "exec/graph_conditions.h"
#include "exec/graph_environment.h"
#include "exec/worker.h"
#include "trace/message.h"

#include <string>

namespace {

using namespace heddle;
using namespace heddle::exec;

// The limits of cudaGetParameterBuffer: the size of a kernel's parameters in PTX, and a page.
constexpr std::uint64_t kMostParameterBytes = 32764, kMostParameterAlignment = 4096;

// What the compiler needs of the stack.
constexpr std::size_t kCompilerStackBytes = 8u << 20;

cudaError_t makeGrid(DeviceRuntimeCall& call, std::uint64_t kernel, const void* grid,
                     const void* block, std::uint32_t sharedBytes, KernelTask*& made,
                     std::size_t& parameterBytes) {
  if (!call.services())
    return cudaErrorNotSupported;
  // The services may compile the kernel.
  Worker::inKernel()->provideStack(kCompilerStackBytes);
  LaunchDimensions dimensions;
  std::memcpy(dimensions.gridDim.data(), grid, sizeof dimensions.gridDim);
  std::memcpy(dimensions.blockDim.data(), block, sizeof dimensions.blockDim);
  dimensions.dynamicSharedBytes = sharedBytes;
  const cudaError_t error =
      call.services()->makeGrid(toPointer<void>(kernel), dimensions, made, parameterBytes);
  // A GPU reads the memory that the pointer refers to, so one that is no kernel is a fault.
  if (error == cudaErrorInvalidDeviceFunction)
    Worker::inKernel()->abandonKernel({Fault::IllegalAddress, "illegal address", nullptr, {}, {}});
  if (error == cudaSuccess)
    made->setGraphConditions(call.grid().graphConditions());
  return error;
}

} // namespace

extern "C" {

std::uint64_t heddle_device_GetParameterBufferV2(BlockContext* context, std::uint32_t thread,
                                                 std::uint64_t kernel, const void* grid,
                                                 const void* block, std::uint32_t sharedBytes) {
  DeviceRuntimeCall call(context, thread);
  KernelTask* task = nullptr;
  std::size_t parameterBytes;
  if (call.finish(makeGrid(call, kernel, grid, block, sharedBytes, task, parameterBytes)))
    return 0;
  return reinterpret_cast<std::uint64_t>(call.children().addPreparedGrid(task));
}

std::uint32_t heddle_device_LaunchDeviceV2(BlockContext* context, std::uint32_t thread,
                                           std::uint64_t buffer, std::uint64_t stream) {
  DeviceRuntimeCall call(context, thread);
  const TaskRef task = call.children().takePreparedGrid(toPointer<void>(buffer));
  return call.finish(task ? call.children().submit(task, call.caller(), stream)
                          : cudaErrorInvalidValue);
}

std::uint64_t heddle_device_GetParameterBuffer(BlockContext* context, std::uint32_t thread,
                                               std::uint64_t alignment, std::uint64_t bytes) {
  DeviceRuntimeCall call(context, thread);
  if (bytes > kMostParameterBytes || alignment > kMostParameterAlignment) {
    call.finish(cudaErrorInvalidValue);
    return 0;
  }
  return reinterpret_cast<std::uint64_t>(call.children().allocateParameterBuffer(alignment, bytes));
}

std::uint32_t heddle_device_LaunchDevice(BlockContext* context, std::uint32_t thread,
                                         std::uint64_t kernel, std::uint64_t buffer,
                                         const void* grid, const void* block,
                                         std::uint32_t sharedBytes, std::uint64_t stream) {
  DeviceRuntimeCall call(context, thread);
  KernelTask* made = nullptr;
  std::size_t parameterBytes = 0;
  if (const cudaError_t error =
          makeGrid(call, kernel, grid, block, sharedBytes, made, parameterBytes))
    return call.finish(error);
  const TaskRef task = TaskRef::adopt(made);
  if (!call.children().takeParameterBuffer(toPointer<void>(buffer), parameterBytes,
                                           made->parameters()))
    return call.finish(cudaErrorInvalidValue);
  return call.finish(call.children().submit(task, call.caller(), stream));
}

std::uint32_t heddle_device_StreamCreateWithFlags(BlockContext* context, std::uint32_t thread,
                                                  std::uint64_t stream, std::uint32_t flags) {
  DeviceRuntimeCall call(context, thread);
  return call.query<std::uint64_t>(stream, [&](DeviceServices&, std::uint64_t& answer) {
    return call.children().createStream(answer, flags);
  });
}

std::uint32_t heddle_device_StreamDestroy(BlockContext* context, std::uint32_t thread,
                                          std::uint64_t stream) {
  DeviceRuntimeCall call(context, thread);
  return call.finish(call.children().destroyStream(stream));
}

std::uint32_t heddle_device_StreamWaitEvent(BlockContext* context, std::uint32_t thread,
                                            std::uint64_t stream, std::uint64_t event,
                                            std::uint32_t) {
  DeviceRuntimeCall call(context, thread);
  return call.finish(call.children().streamWaitEvent(call.caller(), stream, event));
}

std::uint32_t heddle_device_EventCreateWithFlags(BlockContext* context, std::uint32_t thread,
                                                 std::uint64_t event, std::uint32_t flags) {
  DeviceRuntimeCall call(context, thread);
  return call.query<std::uint64_t>(event, [&](DeviceServices&, std::uint64_t& answer) {
    return call.children().createEvent(answer, flags);
  });
}

std::uint32_t heddle_device_EventRecord(BlockContext* context, std::uint32_t thread,
                                        std::uint64_t event, std::uint64_t stream) {
  DeviceRuntimeCall call(context, thread);
  return call.finish(call.children().recordEvent(event, call.caller(), stream));
}

std::uint32_t heddle_device_EventRecordWithFlags(BlockContext* context, std::uint32_t thread,
                                                 std::uint64_t event, std::uint64_t stream,
                                                 std::uint32_t) {
  return heddle_device_EventRecord(context, thread, event, stream);
}

std::uint32_t heddle_device_EventDestroy(BlockContext* context, std::uint32_t thread,
                                         std::uint64_t event) {
  DeviceRuntimeCall call(context, thread);
  return call.finish(call.children().destroyEvent(event));
}

void heddle_device_GraphSetConditional(BlockContext* context, std::uint32_t, std::uint64_t handle,
                                       std::uint32_t value) {
  const auto& conditions = context->launch->grid->graphConditions();
  // On a GPU the handle leads to the condition's value. Outside of its graph it leads nowhere.
  if (!conditions || !conditions->set(handle, value))
    Worker::inKernel()->abandonKernel({Fault::IllegalAddress, "illegal address", nullptr, {}, {}});
}

std::uint32_t heddle_device_GraphLaunch(BlockContext* context, std::uint32_t thread,
                                        std::uint64_t graph, std::uint64_t stream) {
  DeviceRuntimeCall call(context, thread);
  const auto& environment = call.grid().graphEnvironment();
  const cudaError_t error =
      environment ? environment->launch(graph, stream) : cudaErrorNotSupported;
  if (error == cudaErrorIllegalAddress)
    Worker::inKernel()->abandonKernel({Fault::IllegalAddress, "illegal address", nullptr, {}, {}});
  return call.finish(error);
}

std::uint64_t heddle_device_GetCurrentGraphExec(BlockContext* context, std::uint32_t) {
  const auto& environment = context->launch->grid->graphEnvironment();
  return environment ? environment->graph() : 0;
}

} // extern "C"
