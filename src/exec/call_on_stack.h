// Calls of compiled kernels on a stack of their own. What the driver needs to go on afterwards (its
// stack pointer and its registers) stays in a WayBack outside of that stack, so that a kernel which
// overwrites its stack, with the registers and return addresses that it saved there, harms only
// itself.
#pragma once

#include "ir/kernel_abi.h"

#include <cstdint>

namespace heddle::exec {

// The work that runs on a kernel's stack: `nextBlock`, which is code of the driver, and `run` in
// turns, until `nextBlock` returns null. `status` is what `run` has returned for the block before,
// and Done at the first call. The assembly code knows where the members lie.
struct KernelCall {
  BlockContext* (*nextBlock)(KernelCall& call, BlockStatus status);
  BlockFunction run;
};

// The stack pointer and the registers with which the driver goes on after a call on a kernel's
// stack. The assembly code knows where the members lie.
struct WayBack {
  void* stackPointer;
  // Not 0 while stackPointer holds a way back.
  std::uint64_t isValid;
#ifdef __aarch64__
  std::uint64_t registers[20]; // x19 to x30, d8 to d15
#else
  std::uint64_t registers[6]; // rbx, rbp, r12 to r15
#endif
};

// What lies at the upper end of a kernel's stack, on a page that kernels cannot write to. The
// assembly code knows where the members lie.
struct KernelStackTop {
  WayBack* way;
  KernelCall* call;
  std::uint64_t hasWall; // whether what runs on the stack runs in kernel mode (kernel_mode.h)
};

} // namespace heddle::exec

extern "C" {

// Runs top->call on the stack that ends at `top`, which has the address of `way`, in kernel mode if
// there is a wall. Returns 0 when nextBlock() has returned null, and otherwise what
// heddle_return_from_stack() was given.
int heddle_call_on_stack(heddle::exec::WayBack* way, heddle::exec::KernelStackTop* top);

// Makes heddle_call_on_stack() return `result`, from any stack of the same thread.
[[noreturn]] void heddle_return_from_stack(heddle::exec::WayBack* way, int result);
}
