#include "jit/kernels_ahead.h"

#include "jit/background_threads.h"

#include <algorithm>
#include <chrono>

namespace heddle::jit {
namespace {

// A program that has launched one kernel may well launch no other. One that has launched two will
// probably launch more.
constexpr unsigned kLaunchesBefore = 2;
// Kernels for each idle core that may be compiled in vain.
constexpr unsigned kAheadOfEachCore = 2;
// How often a launch that waits looks whether the process exits, which stops what it waits for.
constexpr std::chrono::milliseconds kExitCheck(20);

} // namespace

KernelsAhead::Entry* KernelsAhead::find(const Launch& launch) {
  const auto found = std::ranges::find(entries_, launch, &Entry::launch);
  return found == entries_.end() ? nullptr : &*found;
}

bool KernelsAhead::take(const Launch& launch) {
  std::unique_lock lock(mutex_);
  Entry* const entry = find(launch);
  if (!entry || entry->state == State::Launched)
    return false;
  while (entry->state == State::Running && !isExiting())
    isMade_.wait_for(lock, kExitCheck);
  const bool isMade = entry->state == State::Made;
  if (entry->state != State::Likely)
    --ahead_;
  ++launched_;
  entry->state = State::Launched;
  return isMade;
}

std::optional<KernelsAhead::Launch> KernelsAhead::next(unsigned idleCores) {
  std::lock_guard lock(mutex_);
  if (launched_ < kLaunchesBefore || ahead_ >= launched_ + kAheadOfEachCore * idleCores)
    return std::nullopt;
  const auto found = std::ranges::find(entries_, State::Likely, &Entry::state);
  if (found == entries_.end())
    return std::nullopt;
  found->state = State::Queued;
  ++ahead_;
  return found->launch;
}

void KernelsAhead::run(const Launch& launch, const std::function<void()>& compile) {
  const auto change = [&](State from, State to) {
    std::lock_guard lock(mutex_);
    Entry& entry = *find(launch);
    const bool isAsExpected = entry.state == from;
    if (isAsExpected)
      entry.state = to;
    isMade_.notify_all();
    return isAsExpected;
  };
  if (!change(State::Queued, State::Running))
    return;
  try {
    compile();
  } catch (...) {
    // The launch compiles the kernel again, and reports what happens then.
    change(State::Running, State::Made);
    throw;
  }
  change(State::Running, State::Made);
}

} // namespace heddle::jit
