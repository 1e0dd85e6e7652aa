// What copies and fills share: where the memory is, whether the calling thread or a worker moves
// the bytes, and the copy that all entry points of cuMemcpy* come down to.
#pragma once

#include "driver/core/handle_tables.h"
#include "driver/graph/stream_capture.h"
#include "exec/copy_task.h"
#include "exec/pool_memory_order.h"
#include "exec/task_order.h"
#include "memory/copy_bytes.h"
#include "trace/trace.h"

#include <cstddef>

namespace heddle::driver {

// Up to this size the calling thread moves the bytes itself if no work is before the transfer. A
// larger transfer gains more from a worker beside the caller than waking the worker costs.
constexpr std::size_t kCopyByCallerBytes = 64u << 10;
// The same where the caller waits for the transfer in any case: then only several workers together
// are faster than the caller alone.
constexpr std::size_t kSynchronousCopyByCallerBytes = 256u << 10;

// Which memory an entry point takes. Any is what unified addressing finds at the address.
enum class Side { Host, Device, Any };
enum class Mode { Synchronous, Asynchronous };

inline memory::AddressSpace& space() {
  return Driver::instance().memory();
}

inline char* toBytes(CUdeviceptr address) {
  return reinterpret_cast<char*>(address);
}

struct CheckedPlace {
  CUresult result = CUDA_SUCCESS;
  bool isPageable = false; // host memory that no allocation of the driver knows
};
// Whether the memory of one side of a transfer is there.
CheckedPlace checkPlace(const exec::PitchedMemory& place, const exec::Extent& extent, Side side);

// Ends the context with the fault of a copy or fill that the calling thread has carried out itself
// and that has met memory which is not there, as a kernel that accesses such memory does. It is the
// context of the stream, since the thread's current one may be another or destroyed.
CUresult raiseMemoryFault(Context& context);

// Carries out a copy or fill of the context on the calling thread.
template <typename Work>
CUresult transferHere(Context& context, const Work& work, void (*perform)(const Work&)) {
  try {
    perform(work);
    return CUDA_SUCCESS;
  } catch (const memory::MemoryFault&) {
    return raiseMemoryFault(context);
  }
}

bool isStreamOf(const Context& context, CUstream handle);

// Whether a transfer given to the stream now would be the first work to run.
inline bool isIdle(const StreamTarget& target) {
  if (!target.context->execution().hasUnfinishedTasks())
    return true;
  // The checker compares tasks to find races between streams, so a copy has to be a task then.
  return !exec::followsTaskOrder() && target.stream->isIdle();
}

// The quick way for small linear copies and fills: where the current context has nothing to do, the
// calling thread calls `transfer`, which returns false if the memory needs a closer look. Returns
// whether the transfer is done; where it is not, the slow way says why, also after a fault. A
// synchronous transfer also prints what kernels have written, as every call that synchronises does.
template <Mode mode, typename Transfer>
bool transferIfIdle(CUstream stream, std::size_t bytes, Transfer transfer) {
  if (bytes > (mode == Mode::Synchronous ? kSynchronousCopyByCallerBytes : kCopyByCallerBytes))
    return false;
  Context* const context = Context::currentIfIdle();
  if (!context || exec::followsStreamOrder() || captureCount.load(std::memory_order_relaxed) ||
      trace::enabled() || !isStreamOf(*context, stream))
    return false;
  try {
    if (!transfer())
      return false;
  } catch (const memory::MemoryFault&) {
    raiseMemoryFault(*context);
    return false;
  }
  if (mode == Mode::Synchronous)
    context->execution().printfBuffer().flush();
  return true;
}

// Makes a copy or fill in its turn of the stream, and waits for it. The calling thread carries out
// a small one by `perform`; a larger one becomes a task of the workers.
template <typename Work, typename MakeTask>
CUresult transferAndWait(const StreamTarget& target, const Work& work, void (*perform)(const Work&),
                         MakeTask makeTask) {
  Context& context = *target.context;
  const bool spin = context.spins();
  if (exec::followsStreamOrder()) [[unlikely]]
    exec::noteHostWait(*target.stream);
  // Traces show only the transfers that workers make.
  if (work.extent.bytes() <= kSynchronousCopyByCallerBytes && !trace::enabled()) {
    if (context.execution().hasUnfinishedTasks())
      target.stream->synchronize(spin);
    HEDDLE_TRY(context.health());
    HEDDLE_TRY(transferHere(context, work, perform));
  } else {
    const exec::TaskRef task = exec::TaskRef::adopt(makeTask());
    target.stream->submit(task);
    task->wait(spin);
  }
  context.execution().printfBuffer().flush();
  return context.health();
}

CUresult copy(exec::CopyWork work, Side destinationSide, Side sourceSide, CUstream handle,
              Mode mode);
// Waits for the work of both contexts' legacy streams. A null handle is the current context.
CUresult synchronizePeers(CUcontext destinationHandle, CUcontext sourceHandle);

} // namespace heddle::driver
