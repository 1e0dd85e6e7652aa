// How the calls of the program order the work of its streams, for memory that is allocated and
// freed in stream order (exec/pool_memory_order.h). Unlike exec/task_order.h this does not ask what
// is done already, so that a mistake is found however fast the work runs: only streams, events and
// waits of the host order one piece of work behind another.
#pragma once

#include "trace/findings.h"

#include <cstdint>
#include <map>
#include <optional>

namespace heddle::exec {

class Event;
class Stream;
class Task;

inline bool followsStreamOrder() {
  static const bool follows =
      trace::checkSettings().usesBeforeAllocation || trace::checkSettings().usesAfterFree;
  return follows;
}

// A piece of work of a stream. Its number counts what the stream has been given.
struct StreamWork {
  std::uint64_t stream, number;
  auto operator<=>(const StreamWork&) const = default;
};

// What is ordered before a piece of work: for each stream, by its id, the number of the last work.
class StreamClock {
public:
  void add(const StreamWork& work);
  void join(const StreamClock& other);
  bool covers(const StreamWork& work) const;

private:
  std::map<std::uint64_t, std::uint64_t> last_;
};

struct StreamMoment {
  StreamWork work;
  StreamClock clock;        // covers the work itself, too
  std::uint64_t submission; // counts the work of all streams
};

// The stream is given a piece of work. A task can be asked for its moment until another one at the
// same address is made.
StreamMoment noteStreamWork(const Stream& stream);
void noteStreamTask(const Stream& stream, const Task& task);
void forgetStreamTask(const Task& task);
// Nothing for tasks that no stream was given, as those of graphs.
std::optional<StreamMoment> streamMomentOf(const Task& task);

// Later work of the stream waits for the task, or for what the event was recorded behind.
void noteStreamWait(const Stream& stream, const Task& task);
void noteStreamWait(const Stream& stream, const Event& event);
void noteEventRecord(const Event& event, const Stream& stream);
void noteEventRecordBehindAll(const Event& event);

// The host has waited, so that all that it submits from now on is ordered behind this.
void noteHostWait(const Stream& stream);
void noteHostWait(const Event& event);
void noteHostWaitForAll();
// What the host has waited for, and the number of the last work that it has submitted.
StreamClock hostClock();
std::uint64_t lastSubmission();

} // namespace heddle::exec
