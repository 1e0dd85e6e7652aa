// The signal handlers that turn a kernel's fault into an error of its context, and the signal that
// ends a kernel from outside.

#include "exec/faults.h"

#include "exec/program_signal_actions.h"
#include "exec/worker.h"
#include "memory/copy_bytes.h"
#include "memory/kernel_access.h"
#include "memory/protection_keys.h"
#include "memory/reservation.h"

#include <array>
#include <csignal>
#include <mutex>
#include <optional>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

namespace heddle::exec {

namespace {

constexpr std::array kSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
// The signal that interrupts a worker. It is one that is handled anyway, so that it takes none of
// the program's own.
constexpr int kInterruptSignal = SIGTRAP;
// The address of this variable in a signal says that this library has sent the signal.
char interruptMark;

std::array<ProgramSignalActions, kSignals.size()> programActions;

ProgramSignalActions& programActionsFor(int signal) {
  std::size_t index = 0;
  while (kSignals[index] != signal)
    ++index;
  return programActions[index];
}

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

// The address that an access outside of the memory of kernels was meant for, if this fault is one
// that compiled code has made of it by setting the bits of kMisalignedDistance. A small negative
// number used as an address has them anyway.
std::optional<std::uintptr_t> addressOutside(std::uintptr_t address) {
  constexpr std::uintptr_t kSmall = 1u << 20;
  if (memory::wantedWall() != memory::Wall::Addresses || address < kMisalignedDistance ||
      0 - address < kSmall)
    return std::nullopt;
  const auto& [begin, bytes] = memory::kernelAccessRange();
  const std::uintptr_t original = address - kMisalignedDistance;
  return original - begin < bytes ? std::nullopt : std::optional(original);
}

// Where the kernel was when the signal came.
struct Place {
  const void* instruction;
  const char* stackPointer;
};

Place placeOf(const void* context) {
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#ifdef __aarch64__
  return {reinterpret_cast<const void*>(machine.pc), reinterpret_cast<const char*>(machine.sp)};
#else
  return {reinterpret_cast<const void*>(machine.gregs[REG_RIP]),
          reinterpret_cast<const char*>(machine.gregs[REG_RSP])};
#endif
}

FaultRecord describe(int signal, const siginfo_t& info, const Place& place, const Worker& worker) {
  const void* const instruction = place.instruction;
  if (signal == SIGFPE)
    return {Fault::LaunchFailed, "arithmetic fault", instruction, {}, {}};
  if (signal == SIGILL || signal == SIGTRAP)
    return {Fault::LaunchFailed, "illegal instruction", instruction, {}, {}};
  if (worker.isStackOverflow(info.si_addr, place.stackPointer))
    return {Fault::IllegalAddress, "stack overflow", instruction, {}, {}};
  const auto address = reinterpret_cast<std::uintptr_t>(info.si_addr);
  if (const auto outside = addressOutside(address))
    return {Fault::IllegalAddress, "illegal address", instruction, {}, outside};
  if (isMisaligned(info.si_addr))
    return {Fault::MisalignedAddress,
            "misaligned address",
            instruction,
            {},
            address - kMisalignedDistance};
  if (signal == SIGBUS && info.si_code == BUS_ADRALN)
    return {Fault::MisalignedAddress, "misaligned address", instruction, {}, address};
  FaultRecord record{Fault::IllegalAddress, "illegal address", instruction, {}, {}};
  // For a non-canonical address Linux reports SI_KERNEL and no address.
  if (info.si_code != SI_KERNEL)
    record.address = address;
  return record;
}

void onFault(int signal, const siginfo_t& info, const void* context, Worker& worker) {
  const Place place = placeOf(context);
  if (signal == SIGSEGV && worker.growStack(info.si_addr, place.stackPointer))
    return;
  worker.abandonKernel(describe(signal, info, place, worker));
}

// A handler of the program that was installed over this one, and got the fault of a kernel first,
// may raise the signal again for the handler before it, which is this one.
bool isRaisedAgain(const siginfo_t& info) {
  return info.si_code == SI_TKILL && info.si_pid == getpid();
}

} // namespace

extern "C" [[gnu::visibility("hidden")]] void heddle_on_signal(int signal, siginfo_t* info,
                                                               void* context) {
  if (signal == kInterruptSignal && info->si_code == SI_QUEUE &&
      info->si_value.sival_ptr == &interruptMark) {
    Worker::onInterrupt();
    return;
  }
  Worker* const worker = Worker::inKernel();
  if (!worker && memory::allowAllKeysAfterHandler(info, context))
    return;
  if ((signal == SIGSEGV || signal == SIGBUS) && info->si_code > 0)
    memory::throwIfMovingBytes();
  if (worker) {
    // A positive code is one of a fault. A signal that a process has sent is not the kernel's
    // fault, unless it is such a fault raised again.
    if (info->si_code > 0)
      return onFault(signal, *info, context, *worker);
    if (isRaisedAgain(*info))
      worker->abandonKernel({Fault::IllegalAddress, "illegal address", nullptr, {}, {}});
  }
  programActionsFor(signal).call(signal, info, context);
}

// Linux begins a signal handler with access to key 0 alone, but the stack may carry the kernel key
// (Worker::signalStack_). So the handler gets access to Heddle's keys before it touches the stack.
// Its arguments are in rdi, rsi and rdx.
#ifdef __x86_64__
asm(R"(
  .text
  .hidden heddle_on_signal_with_keys
  .globl heddle_on_signal_with_keys
  .type heddle_on_signal_with_keys, @function
heddle_on_signal_with_keys:
  endbr64
  movq %rdx, %r8
  movl heddle_key_rights(%rip), %r9d
  notl %r9d
  xorl %ecx, %ecx
  rdpkru
  andl %r9d, %eax
  wrpkru
  movq %r8, %rdx
  jmp heddle_on_signal
  .size heddle_on_signal_with_keys, . - heddle_on_signal_with_keys
)");
extern "C" [[gnu::visibility("hidden")]] void heddle_on_signal_with_keys(int, siginfo_t*, void*);
#else
constexpr auto heddle_on_signal_with_keys = heddle_on_signal;
#endif

namespace {

ProgramSignalActions::Handler handler() {
  return memory::wallIsUp() ? heddle_on_signal_with_keys : heddle_on_signal;
}

} // namespace

void installFaultHandlers() {
  [[maybe_unused]] static const bool installed = (ensureFaultHandlers(), true);
}

void ensureFaultHandlers() {
  // A program may change the handlers of all these signals, but hardly any of them without that of
  // SIGSEGV. So the question for one signal is enough, and costs one system call.
  struct sigaction current{};
  if (sigaction(SIGSEGV, nullptr, &current) != 0 || current.sa_sigaction == handler())
    return;
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  for (const int signal : kSignals)
    programActionsFor(signal).installOver(signal, handler());
}

void sendInterrupt(pthread_t thread) {
  sigval value{};
  value.sival_ptr = &interruptMark;
  pthread_sigqueue(thread, kInterruptSignal, value);
}

} // namespace heddle::exec
