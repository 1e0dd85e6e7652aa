// The streams of a green context: they share a set of workers, and events and waits of the green
// context concern them alone.
#pragma once

#include "exec/task.h"
#include "exec/worker_set.h"

namespace heddle::exec {

class StreamGroup {
public:
  explicit StreamGroup(const WorkerSet& workers) : workers_(internedWorkerSet(workers)) {}

  const WorkerSet& workers() const { return workers_; }

private:
  friend class ExecutionContext;
  friend class Stream;

  const WorkerSet& workers_;
  // What streams that are created later must wait for. ExecutionContext::orderMutex_ guards it.
  TaskRef newStreamsStartAfter_;
};

} // namespace heddle::exec
