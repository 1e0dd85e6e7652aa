// An event: the task that it was recorded behind, or the time of recording where there was nothing
// to wait for.
#pragma once

#include "exec/task.h"

#include <cstdint>
#include <mutex>

namespace heddle::exec {

class Stream;

class Event {
public:
  // Captures the work that the stream has now.
  void record(Stream& stream);
  // Captures one task: the event completes when the task is done.
  void recordTask(const TaskRef& task);
  // The task last recorded. Null when it is done or nothing was recorded.
  TaskRef task() const;
  bool recorded() const;
  bool done() const { return !task(); }
  // When the event completed, in nanoseconds. Valid only when it is recorded and done.
  std::uint64_t time() const;

private:
  mutable std::mutex mutex_;
  TaskRef task_;
  std::uint64_t recordTime_ = 0; // the time of completion where there was nothing to wait for
  bool recorded_ = false;
};

} // namespace heddle::exec
