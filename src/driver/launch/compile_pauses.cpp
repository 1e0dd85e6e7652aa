#include "driver/launch/compile_pauses.h"

#include "driver/context/context.h"
#include "exec/wait.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <vector>

namespace heddle::driver {

namespace {

struct Pause {
  const Context* context; // may be gone; its pauses lie before all events of one at the same place
  std::uint64_t begin, end;
};

class Pauses {
public:
  static Pauses& instance() {
    static auto* pauses = new Pauses; // threads may launch while the process exits
    return *pauses;
  }

  void add(const Context& context, std::uint64_t begin) {
    std::lock_guard lock(mutex_);
    const std::uint64_t end = exec::monotonicNanoseconds();
    // Two threads may compile at once. The time that both took counts once.
    for (const Pause& pause : all_)
      if (pause.context == &context)
        begin = std::max(begin, pause.end);
    if (begin >= end)
      return;
    try {
      all_.push_back({&context, begin, end});
    } catch (const std::bad_alloc&) {
      // The time between events then contains what it took to compile, which harms nobody.
      all_.clear();
    }
  }

  std::uint64_t between(const Context& context, std::uint64_t begin, std::uint64_t end) {
    std::lock_guard lock(mutex_);
    std::uint64_t sum = 0;
    // They are in the order of their ends.
    for (auto pause = all_.rbegin(); pause != all_.rend() && pause->end > begin; ++pause)
      if (pause->context == &context && pause->begin < end)
        sum += std::min(pause->end, end) - std::max(pause->begin, begin);
    return sum;
  }

private:
  std::mutex mutex_;
  std::vector<Pause> all_;
};

} // namespace

CompilePause::CompilePause(Context& context, bool isCompiling) {
  if (!isCompiling)
    return;
  context_ = &context;
  begin_ = exec::monotonicNanoseconds();
  before_ = context.execution().join();
}

CompilePause::~CompilePause() {
  if (!context_ || context_->execution().hasUnfinishedTasks() || (before_ && !before_->done()))
    return;
  Pauses::instance().add(*context_, before_ ? std::max(begin_, before_->finishTime()) : begin_);
}

std::uint64_t pausedBetween(const Context& context, std::uint64_t begin, std::uint64_t end) {
  return begin < end ? Pauses::instance().between(context, begin, end) : 0;
}

} // namespace heddle::driver
