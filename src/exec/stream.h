// Streams and events. A stream is its last task; an event is the task it was recorded behind.
#pragma once

#include "exec/task.h"

#include <cstdint>
#include <mutex>

namespace heddle::exec {

class Domain;

class Stream {
public:
  enum class Mode {
    Legacy,      // waits for all blocking streams, and they for it
    Blocking,    // ordered with the legacy stream
    NonBlocking, // ordered with nobody
  };

  Stream(Domain& domain, Mode mode, int priority = 0);
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  Domain& domain() const { return domain_; }
  Mode mode() const { return mode_; }
  int priority() const { return priority_; }

  // Puts the task behind all that this stream must wait for, and starts it when that is done.
  void submit(const TaskRef& task);
  // The same for tasks between two others: `submitMiddle` hands them over, after the first.
  template <typename SubmitMiddle>
  void submitSpan(const TaskRef& first, const TaskRef& last, SubmitMiddle submitMiddle) {
    beginSpan(first, last);
    submitMiddle();
    endSpan(last);
  }
  // A task that is done when everything before now is done; null when that is so already.
  TaskRef join();
  // Later work of this stream waits for `task`.
  void waitFor(const TaskRef& task);

  bool idle();
  void synchronize(bool spin = true);

private:
  friend class Domain;

  void beginSpan(const TaskRef& first, const TaskRef& last);
  void endSpan(const TaskRef& last);

  // Both under the domain's order lock.
  template <typename Visit> void forEachPredecessor(Visit visit);
  void order(Task& task);

  Domain& domain_;
  const Mode mode_;
  const int priority_;
  TaskRef tail_;
  // A program that submits without ever waiting is held back: every so many tasks it waits for the
  // task submitted that long ago.
  unsigned sinceCheckpoint_ = 0;
  TaskRef checkpoint_;
};

class Event {
public:
  void record(Stream& stream);
  // Recorded by a task: it is complete when that is done.
  void recordTask(const TaskRef& task);
  // The task last recorded; null when it is done or nothing was recorded.
  TaskRef task() const;
  bool recorded() const;
  bool done() const { return !task(); }
  // Nanoseconds; only when recorded and done.
  std::uint64_t time() const;

private:
  mutable std::mutex mutex_;
  TaskRef task_;
  std::uint64_t time_ = 0; // when there was nothing to wait for
  bool recorded_ = false;
};

} // namespace heddle::exec
