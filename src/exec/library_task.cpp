#include "exec/library_task.h"

#include "exec/engine.h"
#include "exec/execution_context.h"
#include "memory/copy_bytes.h"
#include "memory/initialised_bytes.h"

namespace heddle::exec {

LibraryTask::LibraryTask(ExecutionContext& execution, std::shared_ptr<const LibraryWork> work)
    : Task(execution, Runner::Workers, work->items), work_(std::move(work)),
      scratch_(std::make_unique<char[]>(work_->scratchBytes)) {}

bool LibraryTask::run(std::uint64_t begin, std::uint64_t end, Worker*) {
  if (execution().faulted())
    return true;
  if (work_->begin)
    beginPending();
  else if (!work_->run(work_->data, scratch_.get(), begin, end))
    throw memory::MemoryFault();
  return true;
}

void LibraryTask::beginPending() {
  holdOpen();
  if (work_->begin(work_->data, reinterpret_cast<PendingWork*>(static_cast<Task*>(this))))
    return;
  Engine::instance().finishHeld(*this);
  throw memory::MemoryFault();
}

void finishLibraryTask(PendingWork* pending) {
  Engine::instance().finishHeld(*reinterpret_cast<Task*>(pending));
}

bool isAccessible(const MemoryRows& memory, bool isWritten) {
  // Rows that share pages are touched as one range, since each page needs one access only.
  constexpr std::size_t kShortPitch = 4096;
  const bool isOneRange = memory.pitch <= kShortPitch;
  const std::size_t ranges = isOneRange ? (memory.rows != 0) : memory.rows;
  const std::size_t bytes = isOneRange && memory.rows != 0 && memory.rowBytes != 0
                                ? (memory.rows - 1) * memory.pitch + memory.rowBytes
                                : memory.rowBytes;
  try {
    for (std::size_t range = 0; range < ranges; ++range) {
      const char* const base = static_cast<const char*>(memory.address) + range * memory.pitch;
      memory::touchBytes(base, bytes, isWritten);
      if (isWritten)
        memory::markInitialised(base, bytes);
    }
  } catch (const memory::MemoryFault&) {
    return false;
  }
  return true;
}

} // namespace heddle::exec
