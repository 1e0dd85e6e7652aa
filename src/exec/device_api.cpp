// The device runtime, declared in ir/device_runtime.h. A thread's bad pointer leaves a function by
// a jump: what the program's pointers lead to is read and written outside of locks, and with
// nothing to destroy.
#include "exec/child_grids.h"
#include "exec/copy_task.h"
#include "exec/device_services.h"
#include "exec/domain.h"
#include "exec/kernel_task.h"
#include "exec/worker.h"
#include "ir/device_runtime.h"
#include "memory/device_keys.h"
#include "trace/message.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace {

using namespace heddle;
using namespace heddle::exec;

constexpr int kRuntimeVersion = 6000; // as device code is told on GPUs of today

struct ErrorText {
  int code;
  const char* name;
  const char* text;
};
constexpr ErrorText kErrors[] = {
#define HEDDLE_ERROR(name, text) {name, #name, text},
#include "ir/runtime_errors.def"
#undef HEDDLE_ERROR
};
constexpr ErrorText kUnknownError = {-1, "unrecognized error code", "unrecognized error code"};

const ErrorText& errorText(std::uint32_t code) {
  const auto* found = std::ranges::find(kErrors, static_cast<int>(code), &ErrorText::code);
  return found == std::end(kErrors) ? kUnknownError : *found;
}

template <typename T> T* pointer(std::uint64_t address) {
  return reinterpret_cast<T*>(address);
}

// One call of one thread.
class Call {
public:
  Call(BlockContext* context, std::uint32_t thread)
      : grid_(*context->launch->grid), caller_(ChildGrids::caller(*context, thread)) {}

  KernelTask& grid() { return grid_; }
  Domain& domain() { return grid_.domain(); }
  ChildGrids& children() { return grid_.children(); }
  ChildGrids::Caller caller() const { return caller_; }
  DeviceServices* services() { return domain().deviceServices(); }

  std::uint32_t done(cudaError_t error) {
    if (error != cudaSuccess)
      children().setError(caller_, error);
    return error;
  }

  // Asks the services and stores what they answer, without a trace in the last error.
  template <typename T, typename Ask> cudaError_t ask(std::uint64_t address, Ask ask) {
    if (!services())
      return cudaErrorNotSupported;
    if (!address)
      return cudaErrorInvalidValue;
    T value{};
    const cudaError_t error = ask(*services(), value);
    if (error == cudaSuccess)
      std::memcpy(pointer<void>(address), &value, sizeof value);
    return error;
  }
  template <typename T, typename Ask> std::uint32_t answer(std::uint64_t address, Ask question) {
    return done(ask<T>(address, question));
  }

private:
  KernelTask& grid_;
  const ChildGrids::Caller caller_;
};

// Copies and fills with addresses that nobody has checked.
template <typename Work> class GuardedTask : public Task {
public:
  GuardedTask(Domain& domain, const Work& work, void (*perform)(const Work&))
      : Task(domain, Runner::Workers, 1), work_(work), perform_(perform) {}
  const char* name() const override { return "device copy"; }
  bool run(std::uint64_t, std::uint64_t, Worker* worker) override {
    if (domain().faulted())
      return true;
    const memory::DeviceAccess access(domain().reachableDevices());
    const BlockContext none{};
    const FaultRecord record = worker->guarded(none, [&] { perform_(work_); });
    if (record.fault != Fault::None)
      domain().raise(record.fault, [] {});
    return true;
  }

private:
  const Work work_;
  void (*const perform_)(const Work&);
};

std::uint32_t copy(Call call, const CopyWork& work, std::uint32_t kind, std::uint64_t stream) {
  if (kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
    return call.done(cudaErrorInvalidMemcpyDirection);
  return call.done(call.children().submit(
      TaskRef::adopt(new GuardedTask<CopyWork>(call.domain(), work, copyNow)), call.caller(),
      stream));
}

std::uint32_t fill(Call call, const FillWork& work, std::uint64_t stream) {
  return call.done(call.children().submit(
      TaskRef::adopt(new GuardedTask<FillWork>(call.domain(), work, fillNow)), call.caller(),
      stream));
}

cudaError_t makeGrid(Call& call, std::uint64_t kernel, const void* grid, const void* block,
                     std::uint32_t sharedBytes, KernelTask*& made, std::size_t& parameterBytes) {
  if (!call.services())
    return cudaErrorNotSupported;
  GridShape shape;
  std::memcpy(shape.grid.data(), grid, sizeof shape.grid);
  std::memcpy(shape.block.data(), block, sizeof shape.block);
  shape.dynamicSharedBytes = sharedBytes;
  const cudaError_t error =
      call.services()->makeGrid(pointer<void>(kernel), shape, made, parameterBytes);
  if (error == cudaErrorInvalidDeviceFunction) // a GPU reads where the pointer leads
    Worker::inKernel()->abandonKernel({Fault::IllegalAddress, "illegal address", nullptr, {}, {}});
  return error;
}

std::uint32_t notSupported(BlockContext* context, std::uint32_t thread, const char* function) {
  trace::notSupported(std::string(function) + " in device code");
  return Call(context, thread).done(cudaErrorNotSupported);
}

} // namespace

extern "C" {

std::uint32_t heddle_device_DeviceGetAttribute(BlockContext* context, std::uint32_t thread,
                                               std::uint64_t value, std::uint32_t attribute,
                                               std::uint32_t device) {
  return Call(context, thread).answer<int>(value, [&](DeviceServices& services, int& answer) {
    return services.deviceAttribute(answer, static_cast<cudaDeviceAttr>(attribute),
                                    static_cast<int>(device));
  });
}

std::uint32_t heddle_device_DeviceGetLimit(BlockContext* context, std::uint32_t thread,
                                           std::uint64_t value, std::uint32_t limit) {
  return Call(context, thread)
      .ask<std::size_t>(value, [&](DeviceServices& services, std::size_t& answer) {
        return services.limit(answer, static_cast<cudaLimit>(limit));
      });
}

std::uint32_t heddle_device_DeviceGetCacheConfig(BlockContext* context, std::uint32_t thread,
                                                 std::uint64_t config) {
  return Call(context, thread)
      .answer<cudaFuncCache>(config, [](DeviceServices& services, cudaFuncCache& answer) {
        answer = services.cacheConfig();
        return cudaSuccess;
      });
}

std::uint32_t heddle_device_DeviceGetSharedMemConfig(BlockContext* context, std::uint32_t thread,
                                                     std::uint64_t config) {
  return Call(context, thread)
      .answer<cudaSharedMemConfig>(config, [](DeviceServices&, cudaSharedMemConfig& answer) {
        answer = cudaSharedMemBankSizeFourByte;
        return cudaSuccess;
      });
}

std::uint32_t heddle_device_GetLastError(BlockContext* context, std::uint32_t thread) {
  Call call(context, thread);
  return call.children().lastError(call.caller(), true);
}

std::uint32_t heddle_device_PeekAtLastError(BlockContext* context, std::uint32_t thread) {
  Call call(context, thread);
  return call.children().lastError(call.caller(), false);
}

std::uint64_t heddle_device_GetErrorString(BlockContext*, std::uint32_t, std::uint32_t error) {
  return reinterpret_cast<std::uint64_t>(errorText(error).text);
}

std::uint64_t heddle_device_GetErrorName(BlockContext*, std::uint32_t, std::uint32_t error) {
  return reinterpret_cast<std::uint64_t>(errorText(error).name);
}

std::uint32_t heddle_device_GetDeviceCount(BlockContext* context, std::uint32_t thread,
                                           std::uint64_t count) {
  return Call(context, thread).answer<int>(count, [](DeviceServices& services, int& answer) {
    answer = services.deviceCount();
    return cudaSuccess;
  });
}

std::uint32_t heddle_device_GetDevice(BlockContext* context, std::uint32_t thread,
                                      std::uint64_t device) {
  return Call(context, thread).answer<int>(device, [](DeviceServices& services, int& answer) {
    answer = services.device();
    return cudaSuccess;
  });
}

std::uint32_t heddle_device_RuntimeGetVersion(BlockContext* context, std::uint32_t thread,
                                              std::uint64_t version) {
  return Call(context, thread).answer<int>(version, [](DeviceServices&, int& answer) {
    answer = kRuntimeVersion;
    return cudaSuccess;
  });
}

std::uint32_t heddle_device_FuncGetAttributes(BlockContext* context, std::uint32_t thread,
                                              std::uint64_t attributes, std::uint64_t kernel) {
  return Call(context, thread)
      .answer<cudaFuncAttributes>(
          attributes, [&](DeviceServices& services, cudaFuncAttributes& answer) {
            return services.functionAttributes(answer, pointer<void>(kernel));
          });
}

std::uint32_t heddle_device_OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    BlockContext* context, std::uint32_t thread, std::uint64_t blocks, std::uint64_t kernel,
    std::uint32_t blockSize, std::uint64_t dynamicShared, std::uint32_t flags) {
  return Call(context, thread).ask<int>(blocks, [&](DeviceServices& services, int& answer) {
    return services.occupancy(answer, pointer<void>(kernel), static_cast<int>(blockSize),
                              dynamicShared, flags);
  });
}

std::uint32_t heddle_device_OccupancyMaxActiveBlocksPerMultiprocessor(
    BlockContext* context, std::uint32_t thread, std::uint64_t blocks, std::uint64_t kernel,
    std::uint32_t blockSize, std::uint64_t dynamicShared) {
  return heddle_device_OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      context, thread, blocks, kernel, blockSize, dynamicShared, 0);
}

std::uint32_t heddle_device_StreamCreateWithFlags(BlockContext* context, std::uint32_t thread,
                                                  std::uint64_t stream, std::uint32_t flags) {
  Call call(context, thread);
  return call.answer<std::uint64_t>(stream, [&](DeviceServices&, std::uint64_t& answer) {
    return call.children().createStream(answer, flags);
  });
}

std::uint32_t heddle_device_StreamDestroy(BlockContext* context, std::uint32_t thread,
                                          std::uint64_t stream) {
  Call call(context, thread);
  return call.done(call.children().destroyStream(stream));
}

std::uint32_t heddle_device_StreamWaitEvent(BlockContext* context, std::uint32_t thread,
                                            std::uint64_t stream, std::uint64_t event,
                                            std::uint32_t) {
  Call call(context, thread);
  return call.done(call.children().waitFor(call.caller(), stream, event));
}

std::uint32_t heddle_device_EventCreateWithFlags(BlockContext* context, std::uint32_t thread,
                                                 std::uint64_t event, std::uint32_t flags) {
  Call call(context, thread);
  return call.answer<std::uint64_t>(event, [&](DeviceServices&, std::uint64_t& answer) {
    return call.children().createEvent(answer, flags);
  });
}

std::uint32_t heddle_device_EventRecord(BlockContext* context, std::uint32_t thread,
                                        std::uint64_t event, std::uint64_t stream) {
  Call call(context, thread);
  return call.done(call.children().record(event, call.caller(), stream));
}

std::uint32_t heddle_device_EventRecordWithFlags(BlockContext* context, std::uint32_t thread,
                                                 std::uint64_t event, std::uint64_t stream,
                                                 std::uint32_t) {
  return heddle_device_EventRecord(context, thread, event, stream);
}

std::uint32_t heddle_device_EventDestroy(BlockContext* context, std::uint32_t thread,
                                         std::uint64_t event) {
  Call call(context, thread);
  return call.done(call.children().destroyEvent(event));
}

std::uint32_t heddle_device_Malloc(BlockContext* context, std::uint32_t thread,
                                   std::uint64_t address, std::uint64_t bytes) {
  Call call(context, thread);
  return call.answer<void*>(address, [&](DeviceServices&, void*& answer) {
    answer = call.domain().heap().allocate(bytes);
    return answer ? cudaSuccess : bytes == 0 ? cudaErrorInvalidValue : cudaErrorMemoryAllocation;
  });
}

std::uint32_t heddle_device_Free(BlockContext* context, std::uint32_t thread,
                                 std::uint64_t address) {
  Call call(context, thread);
  return call.done(!address || call.domain().heap().free(pointer<void>(address))
                       ? cudaSuccess
                       : cudaErrorInvalidValue);
}

std::uint32_t heddle_device_MemcpyAsync(BlockContext* context, std::uint32_t thread,
                                        std::uint64_t destination, std::uint64_t source,
                                        std::uint64_t bytes, std::uint32_t kind,
                                        std::uint64_t stream) {
  CopyWork work;
  work.destination = {pointer<char>(destination), bytes, bytes};
  work.source = {pointer<char>(source), bytes, bytes};
  work.extent.width = bytes;
  return copy(Call(context, thread), work, kind, stream);
}

std::uint32_t heddle_device_Memcpy2DAsync(BlockContext* context, std::uint32_t thread,
                                          std::uint64_t destination, std::uint64_t destinationPitch,
                                          std::uint64_t source, std::uint64_t sourcePitch,
                                          std::uint64_t width, std::uint64_t height,
                                          std::uint32_t kind, std::uint64_t stream) {
  Call call(context, thread);
  CopyWork work;
  work.destination = {pointer<char>(destination), destinationPitch, 0};
  work.source = {pointer<char>(source), sourcePitch, 0};
  work.extent = {width, height, 1};
  return copy(call, work, kind, stream);
}

std::uint32_t heddle_device_Memcpy3DAsync(BlockContext* context, std::uint32_t thread,
                                          std::uint64_t description, std::uint64_t stream) {
  Call call(context, thread);
  if (!description)
    return call.done(cudaErrorInvalidValue);
  cudaMemcpy3DParms given;
  std::memcpy(&given, pointer<void>(description), sizeof given);
  if (given.srcArray || given.dstArray)
    return call.done(cudaErrorInvalidValue);
  const auto place = [](const cudaPitchedPtr& memory, const cudaPos& at) {
    Pitched result{static_cast<char*>(memory.ptr), memory.pitch, memory.pitch * memory.ysize};
    result.base = result.row(at.y, at.z) + at.x;
    return result;
  };
  CopyWork work;
  work.destination = place(given.dstPtr, given.dstPos);
  work.source = place(given.srcPtr, given.srcPos);
  work.extent = {given.extent.width, given.extent.height, given.extent.depth};
  return copy(call, work, given.kind, stream);
}

std::uint32_t heddle_device_MemsetAsync(BlockContext* context, std::uint32_t thread,
                                        std::uint64_t destination, std::uint32_t value,
                                        std::uint64_t bytes, std::uint64_t stream) {
  FillWork work;
  work.destination = {pointer<char>(destination), bytes, bytes};
  work.extent.width = bytes;
  work.value = value & 0xff;
  return fill(Call(context, thread), work, stream);
}

std::uint32_t heddle_device_Memset2DAsync(BlockContext* context, std::uint32_t thread,
                                          std::uint64_t destination, std::uint64_t pitch,
                                          std::uint32_t value, std::uint64_t width,
                                          std::uint64_t height, std::uint64_t stream) {
  FillWork work;
  work.destination = {pointer<char>(destination), pitch, 0};
  work.extent = {width, height, 1};
  work.value = value & 0xff;
  return fill(Call(context, thread), work, stream);
}

std::uint32_t heddle_device_Memset3DAsync(BlockContext* context, std::uint32_t thread,
                                          const void* pitched, std::uint32_t value,
                                          const void* extent, std::uint64_t stream) {
  cudaPitchedPtr memory;
  cudaExtent size;
  std::memcpy(&memory, pitched, sizeof memory);
  std::memcpy(&size, extent, sizeof size);
  FillWork work;
  work.destination = {static_cast<char*>(memory.ptr), memory.pitch, memory.pitch * memory.ysize};
  work.extent = {size.width, size.height, size.depth};
  work.value = value & 0xff;
  return fill(Call(context, thread), work, stream);
}

std::uint64_t heddle_device_GetParameterBuffer(BlockContext* context, std::uint32_t thread,
                                               std::uint64_t alignment, std::uint64_t bytes) {
  Call call(context, thread);
  constexpr std::uint64_t kMostBytes = 32764, kMostAlignment = 4096;
  if (bytes > kMostBytes || alignment > kMostAlignment) {
    call.done(cudaErrorInvalidValue);
    return 0;
  }
  return reinterpret_cast<std::uint64_t>(call.children().allocateParameters(alignment, bytes));
}

std::uint64_t heddle_device_GetParameterBufferV2(BlockContext* context, std::uint32_t thread,
                                                 std::uint64_t kernel, const void* grid,
                                                 const void* block, std::uint32_t sharedBytes) {
  Call call(context, thread);
  KernelTask* task = nullptr;
  std::size_t parameterBytes;
  if (call.done(makeGrid(call, kernel, grid, block, sharedBytes, task, parameterBytes)))
    return 0;
  return reinterpret_cast<std::uint64_t>(call.children().prepare(task));
}

std::uint32_t heddle_device_LaunchDeviceV2(BlockContext* context, std::uint32_t thread,
                                           std::uint64_t buffer, std::uint64_t stream) {
  Call call(context, thread);
  const TaskRef task = call.children().takePrepared(pointer<void>(buffer));
  return call.done(task ? call.children().submit(task, call.caller(), stream)
                        : cudaErrorInvalidValue);
}

std::uint32_t heddle_device_LaunchDevice(BlockContext* context, std::uint32_t thread,
                                         std::uint64_t kernel, std::uint64_t buffer,
                                         const void* grid, const void* block,
                                         std::uint32_t sharedBytes, std::uint64_t stream) {
  Call call(context, thread);
  KernelTask* made = nullptr;
  std::size_t parameterBytes = 0;
  if (const cudaError_t error =
          makeGrid(call, kernel, grid, block, sharedBytes, made, parameterBytes))
    return call.done(error);
  const TaskRef task = TaskRef::adopt(made);
  if (!call.children().takeParameters(pointer<void>(buffer), parameterBytes, made->parameters()))
    return call.done(cudaErrorInvalidValue);
  return call.done(call.children().submit(task, call.caller(), stream));
}

void heddle_device_GraphSetConditional(BlockContext* context, std::uint32_t thread,
                                       std::uint64_t handle, std::uint32_t value) {
  DeviceServices* services = Call(context, thread).services();
  if (!services || !services->setCondition(pointer<void>(handle), value))
    Worker::inKernel()->abandonKernel({Fault::IllegalAddress, "illegal address", nullptr, {}, {}});
}

#define HEDDLE_NOT_SUPPORTED(name, ...)                                                            \
  std::uint32_t heddle_device_##name(BlockContext* context, std::uint32_t thread, __VA_ARGS__) {   \
    return notSupported(context, thread, "cuda" #name);                                            \
  }
HEDDLE_NOT_SUPPORTED(GraphLaunch, std::uint64_t, std::uint64_t)
HEDDLE_NOT_SUPPORTED(GraphKernelNodeSetParam, std::uint64_t, std::uint64_t, std::uint64_t,
                     std::uint64_t)
HEDDLE_NOT_SUPPORTED(GraphKernelNodeSetEnabled, std::uint64_t, std::uint32_t)
HEDDLE_NOT_SUPPORTED(GraphKernelNodeSetGridDim, std::uint64_t, const void*)
HEDDLE_NOT_SUPPORTED(GraphKernelNodeUpdatesApply, std::uint64_t, std::uint64_t)
#undef HEDDLE_NOT_SUPPORTED

} // extern "C"
