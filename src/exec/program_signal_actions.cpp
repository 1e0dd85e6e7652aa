#include "exec/program_signal_actions.h"

#include "memory/quick_thread_local.h"

#include <algorithm>

namespace heddle::exec {

namespace {

// The handler of the program that this thread runs now. A handler may also be left by a jump, and
// then this variable stays as it was.
struct RunningHandler {
  std::size_t place;     // one more than the index of its action in the chain; 0: none
  const siginfo_t* info; // what it was given
  const void* frame;     // of the function that called it
};
HEDDLE_QUICK_THREAD_LOCAL RunningHandler running{0, nullptr, nullptr};

// Whether the handler that runs now has called the library's handler, or has raised the signal
// again.
bool isPassedOn(const siginfo_t* info, const void* frame) {
  if (running.place == 0)
    return false;
  return info->si_code <= 0 || (info == running.info && frame < running.frame);
}

static_assert(SIG_DFL == nullptr);

bool isSame(const struct sigaction& a, const struct sigaction& b) {
  // sa_handler and sa_sigaction are members of one union, so this compares handlers of both kinds.
  return a.sa_handler == b.sa_handler;
}

// Ends the process as if nobody had installed a handler. A fault happens again when the handler
// returns. A signal that a process sent has no instruction that would cause it again.
void actByDefault(int signal, const siginfo_t& info) {
  struct sigaction byDefault{}; // SIG_DFL
  sigaction(signal, &byDefault, nullptr);
  if (info.si_code <= 0)
    raise(signal);
}

} // namespace

void ProgramSignalActions::append(const struct sigaction& action) {
  std::size_t count = count_.load(std::memory_order_relaxed);
  // A program that goes back to an earlier action has done with those that came after it.
  for (std::size_t index = 0; index < count; ++index)
    if (isSame(actions_[index], action))
      count = index;
  count = std::min(count, kMostActions - 1);
  actions_[count] = action;
  count_.store(count + 1, std::memory_order_release);
}

void ProgramSignalActions::installOver(int signal, Handler ours) {
  struct sigaction current{};
  if (sigaction(signal, nullptr, &current) != 0 || current.sa_sigaction == ours)
    return;
  append(current);
  ours_ = ours;
  struct sigaction action{};
  action.sa_sigaction = ours;
  // SA_NODEFER, because the handler is left by a jump that does not restore the signal mask: the
  // signal would stay blocked.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

void ProgramSignalActions::call(int signal, siginfo_t* info, void* context) {
  std::size_t place = count_.load(std::memory_order_acquire);
  // What a handler of the chain passes on is meant for the one before it.
  if (isPassedOn(info, __builtin_frame_address(0)))
    place = std::min(place, running.place - 1);
  if (place == 0)
    return actByDefault(signal, *info);
  const struct sigaction& action = actions_[place - 1];
  // A fault cannot be ignored: the instruction would cause it again for ever.
  const bool isIgnored = action.sa_handler == SIG_IGN;
  if (isIgnored && info->si_code <= 0)
    return;
  if (isIgnored || action.sa_handler == SIG_DFL)
    return actByDefault(signal, *info);
  callHandler(place - 1, signal, info, context);
}

void ProgramSignalActions::callHandler(std::size_t index, int signal, siginfo_t* info,
                                       void* context) {
  const struct sigaction action = actions_[index];
  if (action.sa_flags & SA_RESETHAND)
    actions_[index] = {}; // SIG_DFL
  // The first action of the chain is older than the library's handler and knows nothing of it. The
  // others find themselves installed while they run, as they would without the library.
  const bool isInstalledOverOurs = index > 0;
  if (isInstalledOverOurs)
    sigaction(signal, &actions_[index], nullptr);
  const RunningHandler outer = running;
  running = {index + 1, info, __builtin_frame_address(0)};
  if (action.sa_flags & SA_SIGINFO)
    action.sa_sigaction(signal, info, context);
  else
    action.sa_handler(signal);
  running = outer;
  if (isInstalledOverOurs)
    reinstall(index, signal);
}

void ProgramSignalActions::reinstall(std::size_t index, int signal) {
  struct sigaction current{};
  sigaction(signal, nullptr, &current);
  // The handler has put back the library's, which it found when it was installed. So it no longer
  // counts.
  if (current.sa_sigaction == ours_)
    count_.store(index, std::memory_order_release);
  else
    installOver(signal, ours_);
}

} // namespace heddle::exec
