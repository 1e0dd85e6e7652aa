#include "exec/faults.h"

#include "exec/worker.h"

#include <array>
#include <csignal>
#include <mutex>

namespace heddle::exec {

namespace {

constexpr std::array kSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
std::array<struct sigaction, kSignals.size()> previous;

Fault faultOf(int signal, const siginfo_t& info, const Worker& worker) {
  const bool address = signal == SIGSEGV || signal == SIGBUS;
  return address && !worker.ownsGuardAddress(info.si_addr) ? Fault::IllegalAddress
                                                           : Fault::LaunchFailed;
}

void passOn(int signal, siginfo_t* info, void* context) {
  for (std::size_t index = 0; index < kSignals.size(); ++index) {
    if (kSignals[index] != signal)
      continue;
    const struct sigaction& before = previous[index];
    if (before.sa_flags & SA_SIGINFO) {
      before.sa_sigaction(signal, info, context);
    } else if (before.sa_handler == SIG_IGN) {
      return;
    } else if (before.sa_handler == SIG_DFL) {
      // The faulting instruction runs again and meets the default action.
      sigaction(signal, &before, nullptr);
      if (info->si_code <= 0)
        raise(signal); // sent by a process: nothing will run again
    } else {
      before.sa_handler(signal);
    }
  }
}

void onSignal(int signal, siginfo_t* info, void* context) {
  // A signal that a process sent says nothing about the kernel.
  if (Worker* worker = Worker::inKernel(); worker && info->si_code > 0)
    worker->abandonKernel(faultOf(signal, *info, *worker));
  passOn(signal, info, context);
}

} // namespace

void installFaultHandlers() {
  static std::once_flag once;
  std::call_once(once, [] {
    for (std::size_t index = 0; index < kSignals.size(); ++index) {
      struct sigaction action{};
      action.sa_sigaction = onSignal;
      // NODEFER: the handler is left by a jump, which restores no signal mask.
      action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
      sigemptyset(&action.sa_mask);
      sigaction(kSignals[index], &action, &previous[index]);
    }
  });
}

} // namespace heddle::exec
