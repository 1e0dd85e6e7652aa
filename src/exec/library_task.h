// Work of a library such as cuBLAS, as a task (ir/library_work.h).
#pragma once

#include "exec/task.h"
#include "ir/library_work.h"

#include <memory>

namespace heddle::exec {

class LibraryTask : public Task {
public:
  // Throws std::bad_alloc when there is no memory for the work's scratch memory.
  LibraryTask(ExecutionContext& execution, std::shared_ptr<const LibraryWork> work);
  const char* name() const override { return work_->name; }
  bool run(std::uint64_t begin, std::uint64_t end, Worker*) override;

private:
  void beginPending();

  std::shared_ptr<const LibraryWork> work_;
  std::unique_ptr<char[]> scratch_;
};

// Implements LibraryInternals::finish, which libraries reach through a table.
void finishLibraryTask(PendingWork* pending);

// The function behind LibraryInternals::isAccessible.
bool isAccessible(const MemoryRows& memory, bool isWritten);

} // namespace heddle::exec
