#include "exec/faults.h"

#include "exec/worker.h"
#include "memory/reservation.h"

#include <array>
#include <csignal>
#include <mutex>
#include <sys/mman.h>
#include <ucontext.h>

namespace heddle::exec {

namespace {

constexpr std::uintptr_t kLargestAccess = 32;
constexpr std::array kSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
std::array<struct sigaction, kSignals.size()> previous;

// Kernels move the address of a misaligned access to where nobody may go. So does a negative number
// taken for an address; behind it there is no memory.
bool isMisaligned(const void* at) {
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  if (address < kMisalignedDistance || address % kLargestAccess == 0)
    return false;
  const std::uintptr_t meant = address - kMisalignedDistance;
  unsigned char resident;
  return mincore(reinterpret_cast<void*>(meant & -memory::pageSize()), 1, &resident) == 0;
}

FaultRecord recordOf(int signal, const siginfo_t& info, const void* code, const Worker& worker) {
  if (signal == SIGFPE)
    return {Fault::LaunchFailed, "arithmetic fault", code, {}, {}};
  if (signal == SIGILL || signal == SIGTRAP)
    return {Fault::LaunchFailed, "illegal instruction", code, {}, {}};
  if (worker.ownsGuardAddress(info.si_addr))
    return {Fault::LaunchFailed, "stack overflow", code, {}, {}};
  const auto address = reinterpret_cast<std::uintptr_t>(info.si_addr);
  if (isMisaligned(info.si_addr))
    return {
        Fault::MisalignedAddress, "misaligned address", code, {}, address - kMisalignedDistance};
  if (signal == SIGBUS && info.si_code == BUS_ADRALN)
    return {Fault::MisalignedAddress, "misaligned address", code, {}, address};
  FaultRecord record{Fault::IllegalAddress, "illegal address", code, {}, {}};
  // What is no address at all comes without it.
  if (info.si_code != SI_KERNEL)
    record.address = address;
  return record;
}

const void* instructionOf(const void* context) {
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#ifdef __aarch64__
  return reinterpret_cast<const void*>(machine.pc);
#else
  return reinterpret_cast<const void*>(machine.gregs[REG_RIP]);
#endif
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
    worker->abandonKernel(recordOf(signal, *info, instructionOf(context), *worker));
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
