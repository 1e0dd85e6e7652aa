// The stack on which a worker runs kernels, with the kernels' local memory. Nothing of the driver
// lies on it. From low to high addresses:
//
//   guard | stack | a page that kernels can only read | a page of state | guard
//
// The first of the two pages holds the address of the worker's WayBack, so that a kernel which
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
  char* top() const;
  // A page of memory that kernels may access.
  void* state() const;
  // Whether an access at the address is the overflow of a stack.
  bool isBelow(const void* address) const;

private:
  memory::Reservation memory_;
};

} // namespace heddle::exec
