// Stream-ordered allocation (cuMemAllocAsync, cuMemFreeAsync): memory of pools is allocated and
// freed in the order of a stream, or by nodes of a graph while the stream is captured.
#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/graph/graph_memory.h"
#include "driver/graph/stream_capture.h"
#include "driver/memory/ipc.h"
#include "driver/memory/leak_check.h"
#include "exec/pool_memory_order.h"
#include "exec/simple_tasks.h"
#include "memory/access_bounds.h"
#include "memory/initialised_bytes.h"

namespace heddle::driver {

namespace {

using memory::Kind;

memory::AddressSpace& space() {
  return Driver::instance().memory();
}

void* toPointer(CUdeviceptr address) {
  return reinterpret_cast<void*>(address);
}

// Runs the function in the order of the stream. The checker knows by it which memory of a pool the
// kernels of the stream may access: what is allocated and freed in stream order changes hands
// between two kernels, and not when the host makes the call.
template <typename Function> void inStreamOrder(const StreamTarget& target, Function function) {
  target.stream->submit(exec::TaskRef::adopt(
      new exec::WorkerFunctionTask(target.context->execution(), std::move(function))));
}

// The pool hands out rounded sizes; the checker goes by the size that the program has asked for.
// Memory that the pool hands out again counts as not written, unless the host can write to it
// without the driver's knowledge.
void noteBounds(const void* pointer, std::size_t bytes, const MemoryPool& pool,
                const StreamTarget& target) {
  const bool isWritten = pool.isManaged() || pool.isOfHost();
  if (memory::AccessBounds* const bounds = memory::AccessBounds::active()) [[unlikely]]
    inStreamOrder(target, [=] {
      memory::InitialisedBytes* const initialised = memory::InitialisedBytes::active();
      const bool isInTable = !initialised || initialised->provide(pointer, bytes, isWritten);
      if (exec::followsStreamOrder())
        return;
      bounds->remove(pointer);
      bounds->add(pointer, bytes, isInTable);
    });
}
void forgetBounds(const void* pointer, const StreamTarget& target) {
  if (memory::AccessBounds* const bounds = memory::AccessBounds::active()) [[unlikely]]
    inStreamOrder(target, [=] { bounds->remove(pointer); });
}

// While the checker follows the order of streams, that order says which grids may access memory of
// a pool, so the bounds change with the calls of the program. Outside of the table of bounds each
// access is judged, and the order of the grid with it.
void followAllocation(const void* pointer, std::size_t bytes, const StreamTarget& target) {
  exec::notePoolAllocation(pointer, bytes, *target.stream);
  if (memory::AccessBounds* const bounds = memory::AccessBounds::active()) {
    bounds->remove(pointer);
    bounds->add(pointer, bytes, false);
  }
}
void followFree(const void* pointer, const StreamTarget& target) {
  exec::notePoolFree(pointer, *target.stream);
  if (memory::AccessBounds* const bounds = memory::AccessBounds::active())
    bounds->remove(pointer);
}

CUresult allocateFrom(MemoryPool& pool, CUdeviceptr* out, std::size_t bytes,
                      const StreamTarget& target) {
  if (!out || pool.imported)
    return CUDA_ERROR_INVALID_VALUE;
  // No bytes need no memory: as on a GPU the pointer is null, which cuMemFreeAsync accepts.
  if (bytes == 0) {
    *out = 0;
    return CUDA_SUCCESS;
  }
  if (capturing(target)) {
    CUDA_MEM_ALLOC_NODE_PARAMS description{};
    description.poolProps = pool.properties();
    description.bytesize = bytes;
    NodeParameters parameters;
    HEDDLE_TRY(makeAllocationNode(description, parameters));
    *out = description.dptr;
    return captureNode(target, std::move(parameters));
  }
  void* pointer;
  HEDDLE_TRY(pool.allocate(bytes, target, pointer));
  noteAllocation(pointer, bytes);
  if (exec::followsStreamOrder()) [[unlikely]]
    followAllocation(pointer, bytes, target);
  noteBounds(pointer, bytes, pool, target);
  *out = reinterpret_cast<CUdeviceptr>(pointer);
  return CUDA_SUCCESS;
}

} // namespace
} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

CUresult cuMemAllocAsync(CUdeviceptr* out, size_t bytes, CUstream handle) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  return allocateFrom(target.context->device().currentPool(), out, bytes, target);
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr* out, size_t bytes, CUmemoryPool poolHandle,
                                 CUstream handle) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  MemoryPool* pool;
  HEDDLE_TRY(findPool(poolHandle, pool));
  return allocateFrom(*pool, out, bytes, target);
}

CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream handle) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (!pointer)
    return CUDA_SUCCESS;
  const auto allocation = space().find(toPointer(pointer));
  if (allocation && allocation->kind == Kind::Imported) {
    target.stream->synchronize(target.context->spins());
    return closeMemory(pointer);
  }
  // Pinned memory of the host may be a pool's, too.
  if (!allocation || allocation->base != toPointer(pointer) ||
      (allocation->kind != Kind::Device && allocation->kind != Kind::Managed &&
       !(allocation->kind == Kind::Pinned && poolOf(toPointer(pointer)))))
    return CUDA_ERROR_INVALID_VALUE;
  if (capturing(target))
    return captureNode(target, FreeNode{pointer});
  if (CUresult result; freeGraphMemory(toPointer(pointer), result))
    return result;
  if (MemoryPool* pool = poolOf(toPointer(pointer))) {
    if (exec::followsStreamOrder()) [[unlikely]]
      followFree(toPointer(pointer), target);
    else
      forgetBounds(toPointer(pointer), target);
    return pool->free(toPointer(pointer), target) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  }
  inStreamOrder(target,
                [pointer] { space().release(toPointer(pointer), {Kind::Device, Kind::Managed}); });
  return CUDA_SUCCESS;
}
