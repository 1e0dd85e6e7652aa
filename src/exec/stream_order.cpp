#include "exec/stream_order.h"

#include "exec/stream.h"

#include <algorithm>
#include <mutex>

namespace heddle::exec {

namespace {

struct StreamState {
  Stream::Mode mode;
  const ExecutionContext* execution;
  std::uint64_t count = 0;
  StreamClock clock;
};
struct State {
  std::mutex mutex;
  // Streams that were destroyed stay, because the legacy stream still waits for their work.
  std::map<std::uint64_t, StreamState> streams;
  std::map<const Event*, StreamClock> events;
  std::map<const Task*, StreamMoment> tasks;
  StreamClock host;
  std::uint64_t submissions = 0;
};
// Never destroyed, since tasks may end until the end of the process.
State& state() {
  static auto& instance = *new State;
  return instance;
}

StreamState& stateOf(State& all, const Stream& stream) {
  return all.streams
      .try_emplace(stream.id(), StreamState{stream.mode(), &stream.execution(), 0, {}})
      .first->second;
}

bool waitsFor(const StreamState& stream, const StreamState& other) {
  using enum Stream::Mode;
  return stream.execution == other.execution &&
         ((stream.mode == Legacy && other.mode == Blocking) ||
          (stream.mode == Blocking && other.mode == Legacy));
}

// What the next work of the stream is ordered behind.
StreamClock& clockOf(State& all, const Stream& stream) {
  StreamState& own = stateOf(all, stream);
  own.clock.join(all.host);
  for (const auto& [id, other] : all.streams)
    if (waitsFor(own, other))
      own.clock.join(other.clock);
  return own.clock;
}

StreamMoment addWork(State& all, const Stream& stream) {
  StreamClock& clock = clockOf(all, stream);
  const StreamWork work{stream.id(), ++stateOf(all, stream).count};
  clock.add(work);
  return {work, clock, ++all.submissions};
}

StreamClock clockOfAll(const State& all) {
  StreamClock clock;
  for (const auto& [id, stream] : all.streams)
    clock.join(stream.clock);
  return clock;
}

} // namespace

void StreamClock::add(const StreamWork& work) {
  std::uint64_t& last = last_[work.stream];
  last = std::max(last, work.number);
}

void StreamClock::join(const StreamClock& other) {
  for (const auto& [stream, number] : other.last_)
    add({stream, number});
}

bool StreamClock::covers(const StreamWork& work) const {
  const auto found = last_.find(work.stream);
  return found != last_.end() && found->second >= work.number;
}

StreamMoment noteStreamWork(const Stream& stream) {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  return addWork(all, stream);
}

void noteStreamTask(const Stream& stream, const Task& task) {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  all.tasks.insert_or_assign(&task, addWork(all, stream));
}

void forgetStreamTask(const Task& task) {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  all.tasks.erase(&task);
}

std::optional<StreamMoment> streamMomentOf(const Task& task) {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  const auto found = all.tasks.find(&task);
  return found == all.tasks.end() ? std::nullopt : std::optional(found->second);
}

void noteStreamWait(const Stream& stream, const Task& task) {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  if (const auto found = all.tasks.find(&task); found != all.tasks.end())
    stateOf(all, stream).clock.join(found->second.clock);
}

void noteStreamWait(const Stream& stream, const Event& event) {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  if (const auto found = all.events.find(&event); found != all.events.end())
    stateOf(all, stream).clock.join(found->second);
}

void noteEventRecord(const Event& event, const Stream& stream) {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  all.events.insert_or_assign(&event, clockOf(all, stream));
}

void noteEventRecordBehindAll(const Event& event) {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  all.events.insert_or_assign(&event, clockOfAll(all));
}

void noteHostWait(const Stream& stream) {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  all.host.join(clockOf(all, stream));
}

void noteHostWait(const Event& event) {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  if (const auto found = all.events.find(&event); found != all.events.end())
    all.host.join(found->second);
}

void noteHostWaitForAll() {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  all.host.join(clockOfAll(all));
}

StreamClock hostClock() {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  return all.host;
}

std::uint64_t lastSubmission() {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  return all.submissions;
}

} // namespace heddle::exec
