// The signal handlers that turn a kernel's fault into an error of its context.

#include "exec/faults.h"

#include "exec/worker.h"
#include "memory/copy_bytes.h"
#include "memory/reservation.h"

#include <array>
#include <csignal>
#include <mutex>
#include <sys/mman.h>
#include <ucontext.h>

namespace heddle::exec {

namespace {

constexpr std::array kSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
std::array<struct sigaction, kSignals.size()> previousActions;

// Whether a fault at this address stands for a misaligned access. Compiled kernels add
// kMisalignedDistance to the address of such an access, so that it faults. A small negative number
// used as an address looks the same, but then no memory is mapped at the original address.
bool isMisaligned(const void* at) {
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  if (address < kMisalignedDistance || address % kLargestAccess == 0)
    return false;
  const std::uintptr_t original = address - kMisalignedDistance;
  unsigned char resident;
  return mincore(reinterpret_cast<void*>(original & -memory::pageSize()), 1, &resident) == 0;
}

FaultRecord describe(int signal, const siginfo_t& info, const void* instruction,
                     const Worker& worker) {
  if (signal == SIGFPE)
    return {Fault::LaunchFailed, "arithmetic fault", instruction, {}, {}};
  if (signal == SIGILL || signal == SIGTRAP)
    return {Fault::LaunchFailed, "illegal instruction", instruction, {}, {}};
  if (worker.isStackGuard(info.si_addr))
    return {Fault::LaunchFailed, "stack overflow", instruction, {}, {}};
  const auto address = reinterpret_cast<std::uintptr_t>(info.si_addr);
  if (isMisaligned(info.si_addr))
    return {Fault::MisalignedAddress,
            "misaligned address",
            instruction,
            {},
            address - kMisalignedDistance};
  if (signal == SIGBUS && info.si_code == BUS_ADRALN)
    return {Fault::MisalignedAddress, "misaligned address", instruction, {}, address};
  FaultRecord record{Fault::IllegalAddress, "illegal address", instruction, {}, {}};
  // For a non-canonical address the kernel reports SI_KERNEL and no address.
  if (info.si_code != SI_KERNEL)
    record.address = address;
  return record;
}

const void* faultingInstruction(const void* context) {
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#ifdef __aarch64__
  return reinterpret_cast<const void*>(machine.pc);
#else
  return reinterpret_cast<const void*>(machine.gregs[REG_RIP]);
#endif
}

void callPreviousHandler(int signal, siginfo_t* info, void* context) {
  for (std::size_t index = 0; index < kSignals.size(); ++index) {
    if (kSignals[index] != signal)
      continue;
    const struct sigaction& before = previousActions[index];
    if (before.sa_flags & SA_SIGINFO) {
      before.sa_sigaction(signal, info, context);
    } else if (before.sa_handler == SIG_IGN) {
      return;
    } else if (before.sa_handler == SIG_DFL) {
      // When this handler returns, the faulting instruction runs again and causes the default
      // action. A signal that a process sent has no such instruction and must be raised again.
      sigaction(signal, &before, nullptr);
      if (info->si_code <= 0)
        raise(signal);
    } else {
      before.sa_handler(signal);
    }
  }
}

void onSignal(int signal, siginfo_t* info, void* context) {
  if ((signal == SIGSEGV || signal == SIGBUS) && info->si_code > 0)
    memory::throwIfMovingBytes();
  // A signal that a process sent (si_code <= 0) is not the kernel's fault.
  if (Worker* worker = Worker::inKernel(); worker && info->si_code > 0)
    worker->abandonKernel(describe(signal, *info, faultingInstruction(context), *worker));
  callPreviousHandler(signal, info, context);
}

} // namespace

void installFaultHandlers() {
  static std::once_flag once;
  std::call_once(once, [] {
    for (std::size_t index = 0; index < kSignals.size(); ++index) {
      struct sigaction action{};
      action.sa_sigaction = onSignal;
      // SA_NODEFER, because the handler is left by a jump that does not restore the signal mask:
      // the signal would stay blocked.
      action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
      sigemptyset(&action.sa_mask);
      sigaction(kSignals[index], &action, &previousActions[index]);
    }
  });
}

} // namespace heddle::exec
