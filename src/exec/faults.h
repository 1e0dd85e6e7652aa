// Faults of kernels: bad addresses, traps, failed assertions, exhausted stacks. The signal handlers
// lead a kernel's fault back to the worker that runs it and everybody else's to whoever handled
// the signal before.
#pragma once

#include <cstdint>

namespace heddle::exec {

enum class Fault : std::uint8_t {
  None,
  IllegalAddress,
  LaunchFailed, // trap, arithmetic fault, illegal instruction, stack overflow
  Assert,
};

// Before the first kernel runs; does its work once.
void installFaultHandlers();

} // namespace heddle::exec
