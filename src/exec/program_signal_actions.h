// What the program itself wants to happen at a signal that this library handles. A program may
// install handlers before the library does and afterwards, as Python's faulthandler.enable() does.
// Those installed afterwards have seen the library's handler, and may call it, restore it, or raise
// the signal again for it; so they form a chain, of which each signal goes to the newest first.
#pragma once

#include <array>
#include <atomic>
#include <csignal>

namespace heddle::exec {

class ProgramSignalActions {
public:
  using Handler = void (*)(int, siginfo_t*, void*);

  // Installs the library's handler where another one is installed, and adds that one to the chain.
  // Only one thread may call this at a time.
  void installOver(int signal, Handler ours);

  // Does what the program wants to happen at the signal. Called by the library's handler.
  void call(int signal, siginfo_t* info, void* context);

private:
  // A program has two or three handlers. Of more than this many, the newest replaces the one before
  // it.
  static constexpr std::size_t kMostActions = 8;

  void append(const struct sigaction& action);
  // Calls the handler of the action at this place of the chain.
  void callHandler(std::size_t index, int signal, siginfo_t* info, void* context);
  // Called when a handler that was installed over the library's has returned. Makes sure that the
  // library's handler is installed again.
  void reinstall(std::size_t index, int signal);

  Handler ours_ = nullptr;
  std::array<struct sigaction, kMostActions> actions_{}; // oldest first
  std::atomic<std::size_t> count_{0};
};

} // namespace heddle::exec
