#include "exec/kernel_stack.h"

#include "memory/sanitizer.h"

#include <new>
#include <sys/mman.h>

namespace heddle::exec {

namespace {

// AddressSanitizer refuses to clean up after a jump out of a stack larger than 64 MiB.
#ifdef HEDDLE_ASAN
constexpr std::size_t kStackBytes = 32u << 20;
#else
constexpr std::size_t kStackBytes = 256u << 20;
#endif
// Much wider than a page, because an index that is out of bounds is not always so by a little.
constexpr std::size_t kGuardBytes = 16u << 20;

} // namespace

KernelStack::KernelStack(WayBack& way)
    : memory_(memory::User::Kernels, kStackBytes + 2 * memory::pageSize(), kGuardBytes) {
  if (!memory_)
    return;
  ::new (top()) WayBack*(&way);
  if (mprotect(top(), memory::pageSize(), PROT_READ) != 0)
    memory_ = memory::Reservation();
}

char* KernelStack::top() const {
  return memory_.data() + kStackBytes;
}

void* KernelStack::state() const {
  return top() + memory::pageSize();
}

bool KernelStack::isBelow(const void* address) const {
  const auto* at = static_cast<const char*>(address);
  return at >= memory_.data() - kGuardBytes && at < memory_.data();
}

} // namespace heddle::exec
