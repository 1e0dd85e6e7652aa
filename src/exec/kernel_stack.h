// The stack on which a worker runs kernels, with the kernels' local memory. Nothing of the driver
// lies on it. From low to high addresses:
//
//   guard | stack | a page that kernels can only read | a page of state | guard
//
// Only the upper part of the stack has memory. When the stack grows, it gets more; so an access to
// local memory far out of bounds faults although the stack might grow as far.
//
// The first of the two pages holds a KernelStackTop, so that a kernel which
// writes beyond its own frame faults instead of reaching what is behind. The second holds the
// KernelCall, with the BlockContext, which kernels may access.
#pragma once

#include "exec/call_on_stack.h"
#include "memory/reservation.h"

#include <cstddef>

namespace heddle::exec {

class KernelStack {
public:
  // Empty when there is no memory.
  explicit KernelStack(WayBack& way);

  explicit operator bool() const { return static_cast<bool>(memory_); }
  const char* low() const { return memory_.data(); }
  KernelStackTop* top() const;
  // The memory of the KernelCall, which kernels may access.
  void* state() const;
  // The memory of another KernelCall around that one, with which a call begins under
  // AddressSanitizer.
  void* outerState() const;
  static constexpr std::size_t kStateBytes = 2048; // of each: half of the smallest page
  // Must be called before a kernel runs. Takes back the memory that another kernel has made the
  // stack grow by.
  void prepareFor(const void* kernel) {
    if (isGrown_ && kernel != grownFor_) [[unlikely]]
      shrink();
    grownFor_ = kernel;
  }
  // Gives the stack memory down to the address, if a function with this stack pointer may access
  // the address as part of its frame. False when it may not, or when the stack is at its end.
  bool grow(const void* address, const char* stackPointer);
  // Whether an access at the address, where there is no memory, is due to the growth of the stack.
  bool isOverflow(const void* address, const char* stackPointer) const;

private:
  void shrink();
  char* end() const; // of the stack

  memory::Reservation memory_;
  char* low_ = nullptr; // from where on there is memory
  bool isGrown_ = false;
  const void* grownFor_ = nullptr;
};

} // namespace heddle::exec
