#include "exec/kernel_stack.h"

#include "memory/protection_keys.h"
#include "memory/sanitizer.h"

#include <algorithm>
#include <new>
#include <sys/mman.h>

namespace heddle::exec {

namespace {

// AddressSanitizer refuses to clean up after a jump out of a stack larger than 64 MiB.
#ifdef HEDDLE_ASAN
constexpr std::size_t kStackBytes = 48u << 20;
#else
constexpr std::size_t kStackBytes = 256u << 20;
#endif
// The part of the stack that has memory from the beginning: larger than the frames of most kernels,
// and small enough that an index far out of bounds leads beyond it.
constexpr std::size_t kInitialBytes = 256u << 10;
// The sizes of the guards beside the stack. The larger one is as far as an offset of 32 bits
// reaches. The smaller one is for systems that do not give a process as many addresses.
constexpr std::size_t kLeastGuardBytes = 16u << 20;
constexpr std::size_t kGuardBytes[] = {std::size_t{4} << 30, kLeastGuardBytes};
// How far below the stack pointer a function may access its frame. On x86-64 this is the red zone.
constexpr std::ptrdiff_t kBelowStackPointer = 128;

memory::Reservation reserve() {
  memory::Reservation memory;
  for (const std::size_t guard : kGuardBytes)
    if (!memory)
      memory =
          memory::Reservation(memory::User::Kernels, kStackBytes + 2 * memory::pageSize(), guard);
  return memory;
}

} // namespace

KernelStack::KernelStack(WayBack& way) : memory_(reserve()) {
  if (!memory_)
    return;
#ifdef HEDDLE_ASAN
  void* const call = outerState();
#else
  void* const call = state();
#endif
  ::new (end()) KernelStackTop{&way, static_cast<KernelCall*>(call), memory::wallIsUp()};
  low_ = end() - kInitialBytes;
  if (mprotect(end(), memory::pageSize(), PROT_READ) != 0 ||
      mprotect(memory_.data(), kStackBytes - kInitialBytes, PROT_NONE) != 0)
    memory_ = memory::Reservation();
}

char* KernelStack::end() const {
  return memory_.data() + kStackBytes;
}

KernelStackTop* KernelStack::top() const {
  return std::launder(reinterpret_cast<KernelStackTop*>(end()));
}

void* KernelStack::state() const {
  return end() + memory::pageSize();
}

void* KernelStack::outerState() const {
  return end() + memory::pageSize() + kStateBytes;
}

bool KernelStack::isOverflow(const void* address, const char* stackPointer) const {
  const auto* at = static_cast<const char*>(address);
  const bool isOnThisStack =
      stackPointer <= end() && stackPointer >= memory_.data() - kLeastGuardBytes;
  return isOnThisStack && at < low_ && at >= stackPointer - kBelowStackPointer;
}

bool KernelStack::grow(const void* address, const char* stackPointer) {
  if (address < memory_.data() || !isOverflow(address, stackPointer))
    return false;
  // The stack gets twice as much as it needs now, so that a deep recursion causes few faults.
  const auto needed = static_cast<std::size_t>(end() - static_cast<const char*>(address));
  const std::size_t bytes = std::min(memory::roundUp(2 * needed, memory::pageSize()), kStackBytes);
  char* const low = end() - bytes;
  if (mprotect(low, static_cast<std::size_t>(low_ - low), PROT_READ | PROT_WRITE) != 0)
    return false;
  low_ = low;
  isGrown_ = true;
  return true;
}

void KernelStack::shrink() {
  char* const low = end() - kInitialBytes;
  const auto bytes = static_cast<std::size_t>(low - low_);
  madvise(low_, bytes, MADV_DONTNEED);
  if (mprotect(low_, bytes, PROT_NONE) == 0)
    low_ = low;
  isGrown_ = low_ != low;
}

} // namespace heddle::exec
