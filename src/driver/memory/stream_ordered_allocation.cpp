// Stream-ordered allocation (cuMemAllocAsync, cuMemFreeAsync): memory of pools is allocated and
// freed in the order of a stream, or by nodes of a graph while the stream is captured.
#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/graph/graph_memory.h"
#include "driver/graph/stream_capture.h"
#include "driver/memory/ipc.h"
#include "driver/memory/leak_check.h"
#include "exec/simple_tasks.h"

namespace heddle::driver {

namespace {

using memory::Kind;

memory::AddressSpace& space() {
  return Driver::instance().memory();
}

void* toPointer(CUdeviceptr address) {
  return reinterpret_cast<void*>(address);
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
  noteAllocation(pointer);
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
  if (!allocation || allocation->base != toPointer(pointer) ||
      (allocation->kind != Kind::Device && allocation->kind != Kind::Managed))
    return CUDA_ERROR_INVALID_VALUE;
  if (capturing(target))
    return captureNode(target, FreeNode{pointer});
  if (CUresult result; freeGraphMemory(toPointer(pointer), result))
    return result;
  if (MemoryPool* pool = poolOf(toPointer(pointer)))
    return pool->free(toPointer(pointer), target) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  target.stream->submit(
      exec::TaskRef::adopt(new exec::WorkerFunctionTask(target.context->execution(), [pointer] {
        space().release(toPointer(pointer), {Kind::Device, Kind::Managed});
      })));
  return CUDA_SUCCESS;
}
