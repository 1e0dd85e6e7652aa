// A stream. It is represented by its last task, the tail: a task that is submitted waits for the
// tail and becomes the new tail.
#pragma once

#include "exec/task.h"

#include <atomic>
#include <memory>

namespace heddle::exec {

class ExecutionContext;
class StreamGroup;

class Stream {
public:
  enum class Mode {
    Legacy,      // waits for all blocking streams, and they wait for it
    Blocking,    // ordered with the legacy stream
    NonBlocking, // ordered with no other stream
  };

  // `group` holds the streams of a green context. It is null for a stream of another context.
  Stream(ExecutionContext& execution, Mode mode, int priority = 0,
         std::shared_ptr<StreamGroup> group = nullptr);
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  ExecutionContext& execution() const { return execution_; }
  Mode mode() const { return mode_; }
  int priority() const { return priority_; }
  // Tells streams of the process apart, also those that were destroyed.
  std::uint64_t id() const { return id_; }
  // The workers that may run what is submitted here; null for all.
  const WorkerSet* workers() const;

  // Orders the task behind everything this stream must wait for, and hands it to the engine.
  void submit(const TaskRef& task);
  // Submits a graph of tasks that begins with `first` and ends with `last`. `submitMiddle` submits
  // the tasks between the two, which are ordered among themselves but not in the stream.
  template <typename SubmitMiddle>
  void submitSpan(const TaskRef& first, const TaskRef& last, SubmitMiddle submitMiddle) {
    beginSpan(first, last);
    submitMiddle();
    endSpan(last);
  }
  // A task that is done when everything this stream must wait for is done. Null when it is done
  // already.
  TaskRef join();
  // Makes later work of this stream wait for `task`.
  void waitFor(const TaskRef& task);

  // An event that tells times was recorded here. The first launch behind it asks whether one was,
  // because the program then measures that launch.
  void noteTimingEvent() { followsTimingEvent_.store(true, std::memory_order_relaxed); }
  bool takeTimingEvent() {
    return followsTimingEvent_.load(std::memory_order_relaxed) &&
           followsTimingEvent_.exchange(false, std::memory_order_relaxed);
  }

  bool isIdle();
  void synchronize(bool spin = true);

private:
  friend class ExecutionContext;

  void beginSpan(const TaskRef& first, const TaskRef& last);
  void endSpan(const TaskRef& last);

  // These need ExecutionContext::orderMutex_.
  TaskRef firstPredecessor();
  void forgetFinishedStreams();
  template <typename Visit> void forEachPredecessor(Visit visit);
  void appendTask(Task& task);

  ExecutionContext& execution_;
  const Mode mode_;
  const int priority_;
  const std::uint64_t id_;
  const std::shared_ptr<StreamGroup> group_; // null outside of green contexts
  TaskRef tail_;
  // A program that submits without ever waiting would fill the memory with tasks. So at each
  // checkpoint, after a fixed number of tasks, submit() waits for the task of the last checkpoint.
  unsigned tasksSinceCheckpoint_ = 0;
  TaskRef checkpoint_;
  std::atomic<bool> followsTimingEvent_{false};
};

} // namespace heddle::exec
