// The device runtime's memory functions: cudaMalloc, cudaMemcpyAsync and cudaMemsetAsync in device
// code.

#include "exec/copy_task.h"
#include "exec/device_runtime_call.h"
#include "exec/kernel_copies.h"
#include "exec/worker.h"
#include "memory/protection_keys.h"

namespace {

using namespace heddle;
using namespace heddle::exec;

void doInKernelMode(const CopyWork& work) {
  for (std::size_t z = 0; z < work.extent.depth; ++z)
    for (std::size_t y = 0; y < work.extent.height; ++y)
      copyInKernelMode(work.destination.row(y, z), work.source.row(y, z), work.extent.width);
}

void doInKernelMode(const FillWork& work) {
  for (std::size_t z = 0; z < work.extent.depth; ++z)
    for (std::size_t y = 0; y < work.extent.height; ++y)
      fillInKernelMode(work.destination.row(y, z), static_cast<unsigned char>(work.value),
                       work.extent.width);
}

// Whether kernels may access all rows of a copy's or fill's memory. Rows may overlap and lie in any
// order, so each is looked at.
bool mayKernelsAccess(const auto& rows, const auto& extent) {
  for (std::size_t z = 0; z < extent.depth; ++z)
    for (std::size_t y = 0; y < extent.height; ++y)
      if (!memory::mayKernelsAccess(rows.row(y, z), extent.width))
        return false;
  return true;
}
bool mayKernelsDo(const CopyWork& work) {
  return mayKernelsAccess(work.destination, work.extent) &&
         mayKernelsAccess(work.source, work.extent);
}
bool mayKernelsDo(const FillWork& work) {
  return mayKernelsAccess(work.destination, work.extent);
}

// A copy or fill whose addresses nobody has checked before. It runs as a kernel does, so that a bad
// address is a fault of the context.
template <typename Work> class UncheckedTask : public Task {
public:
  UncheckedTask(ExecutionContext& execution, const Work& work)
      : Task(execution, Runner::Workers, 1), work_(work) {}
  const char* name() const override { return "device copy"; }
  bool run(std::uint64_t, std::uint64_t, Worker* worker) override {
    if (execution().faulted())
      return true;
    const Fault fault = mayKernelsDo(work_) ? doAsKernel(*worker) : Fault::IllegalAddress;
    if (fault != Fault::None)
      execution().raiseFault(fault, [] {});
    return true;
  }

private:
  Fault doAsKernel(Worker& worker) {
    const memory::DeviceAccessScope access(execution().accessibleDevices());
    const BlockContext noBlock{};
    return worker.runKernel(noBlock, worker.makeCall<Call>(work_), {&execution(), 0}).fault;
  }

  struct Call : KernelCall {
    explicit Call(const Work& todo) : KernelCall{next, nullptr}, work(todo) {}
    static BlockContext* next(KernelCall& call, BlockStatus) {
      doInKernelMode(static_cast<Call&>(call).work);
      return nullptr;
    }
    const Work work;
  };

  const Work work_;
};

std::uint32_t copy(DeviceRuntimeCall& call, const CopyWork& work, std::uint32_t kind,
                   std::uint64_t stream) {
  if (kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
    return call.finish(cudaErrorInvalidMemcpyDirection);
  return call.finish(call.children().submit(
      TaskRef::adopt(new UncheckedTask<CopyWork>(call.execution(), work)), call.caller(), stream));
}

std::uint32_t fill(DeviceRuntimeCall& call, const FillWork& work, std::uint64_t stream) {
  return call.finish(call.children().submit(
      TaskRef::adopt(new UncheckedTask<FillWork>(call.execution(), work)), call.caller(), stream));
}

// Only the lowest byte of a memset's value counts.
constexpr std::uint32_t kByteMask = 0xff;

} // namespace

extern "C" {

std::uint32_t heddle_device_Malloc(BlockContext* context, std::uint32_t thread,
                                   std::uint64_t address, std::uint64_t bytes) {
  DeviceRuntimeCall call(context, thread);
  return call.query<void*>(address, [&](DeviceServices&, void*& answer) {
    answer = call.execution().heap().allocate(bytes);
    return answer ? cudaSuccess : bytes == 0 ? cudaErrorInvalidValue : cudaErrorMemoryAllocation;
  });
}

std::uint32_t heddle_device_Free(BlockContext* context, std::uint32_t thread,
                                 std::uint64_t address) {
  DeviceRuntimeCall call(context, thread);
  return call.finish(!address || call.execution().heap().free(toPointer<void>(address))
                         ? cudaSuccess
                         : cudaErrorInvalidValue);
}

std::uint32_t heddle_device_MemcpyAsync(BlockContext* context, std::uint32_t thread,
                                        std::uint64_t destination, std::uint64_t source,
                                        std::uint64_t bytes, std::uint32_t kind,
                                        std::uint64_t stream) {
  CopyWork work;
  work.destination = {toPointer<char>(destination), bytes, bytes};
  work.source = {toPointer<char>(source), bytes, bytes};
  work.extent.width = bytes;
  DeviceRuntimeCall call(context, thread);
  return copy(call, work, kind, stream);
}

std::uint32_t heddle_device_Memcpy2DAsync(BlockContext* context, std::uint32_t thread,
                                          std::uint64_t destination, std::uint64_t destinationPitch,
                                          std::uint64_t source, std::uint64_t sourcePitch,
                                          std::uint64_t width, std::uint64_t height,
                                          std::uint32_t kind, std::uint64_t stream) {
  DeviceRuntimeCall call(context, thread);
  CopyWork work;
  work.destination = {toPointer<char>(destination), destinationPitch, 0};
  work.source = {toPointer<char>(source), sourcePitch, 0};
  work.extent = {width, height, 1};
  return copy(call, work, kind, stream);
}

std::uint32_t heddle_device_Memcpy3DAsync(BlockContext* context, std::uint32_t thread,
                                          std::uint64_t description, std::uint64_t stream) {
  DeviceRuntimeCall call(context, thread);
  if (!description)
    return call.finish(cudaErrorInvalidValue);
  cudaMemcpy3DParms given;
  copyWithKernelRights(&given, toPointer<void>(description), sizeof given);
  if (given.srcArray || given.dstArray)
    return call.finish(cudaErrorInvalidValue);
  const auto startAt = [](const cudaPitchedPtr& memory, const cudaPos& at) {
    PitchedMemory result{static_cast<char*>(memory.ptr), memory.pitch, memory.pitch * memory.ysize};
    result.base = result.row(at.y, at.z) + at.x;
    return result;
  };
  CopyWork work;
  work.destination = startAt(given.dstPtr, given.dstPos);
  work.source = startAt(given.srcPtr, given.srcPos);
  work.extent = {given.extent.width, given.extent.height, given.extent.depth};
  return copy(call, work, given.kind, stream);
}

std::uint32_t heddle_device_MemsetAsync(BlockContext* context, std::uint32_t thread,
                                        std::uint64_t destination, std::uint32_t value,
                                        std::uint64_t bytes, std::uint64_t stream) {
  FillWork work;
  work.destination = {toPointer<char>(destination), bytes, bytes};
  work.extent.width = bytes;
  work.value = value & kByteMask;
  DeviceRuntimeCall call(context, thread);
  return fill(call, work, stream);
}

std::uint32_t heddle_device_Memset2DAsync(BlockContext* context, std::uint32_t thread,
                                          std::uint64_t destination, std::uint64_t pitch,
                                          std::uint32_t value, std::uint64_t width,
                                          std::uint64_t height, std::uint64_t stream) {
  FillWork work;
  work.destination = {toPointer<char>(destination), pitch, 0};
  work.extent = {width, height, 1};
  work.value = value & kByteMask;
  DeviceRuntimeCall call(context, thread);
  return fill(call, work, stream);
}

std::uint32_t heddle_device_Memset3DAsync(BlockContext* context, std::uint32_t thread,
                                          const void* pitched, std::uint32_t value,
                                          const void* extent, std::uint64_t stream) {
  cudaPitchedPtr memory;
  cudaExtent size;
  copyWithKernelRights(&memory, pitched, sizeof memory);
  copyWithKernelRights(&size, extent, sizeof size);
  FillWork work;
  work.destination = {static_cast<char*>(memory.ptr), memory.pitch, memory.pitch * memory.ysize};
  work.extent = {size.width, size.height, size.depth};
  work.value = value & kByteMask;
  DeviceRuntimeCall call(context, thread);
  return fill(call, work, stream);
}

} // extern "C"
