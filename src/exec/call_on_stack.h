// Calls of compiled kernels on a stack of their own. What the driver needs to go on afterwards (its
// stack pointer and its registers) stays in a WayBack outside of that stack, so that a kernel which
// overwrites its stack, with the registers and return addresses that it saved there, harms only
// itself.
#pragma once

#include "ir/kernel_abi.h"

#include <cstdint>

namespace heddle::exec {

// What runs on the kernel's stack: in turns `nextBlock`, which is code of the driver, and `run`,
// until `nextBlock` returns null. `status` is what `run` has returned for the block before, and
// Done at the first call. The assembly code knows where the members lie.
struct KernelCall {
  BlockContext* (*nextBlock)(KernelCall& call, BlockStatus status);
  BlockFunction run;
};

// The assembly code knows where the members lie.
struct WayBack {
  void* stackPointer;
  KernelCall* call;
  // Set while the members above hold a way back.
  std::uint64_t isValid;
#ifdef __aarch64__
  std::uint64_t registers[20]; // x19 to x30, d8 to d15
#else
  std::uint64_t registers[6]; // rbx, rbp, r12 to r15
#endif
};

} // namespace heddle::exec

extern "C" {

// Runs way->call on the stack that ends at `top`, where a page that kernels cannot write to begins
// with the address of `way`. Returns 0 when nextBlock() has returned null, and otherwise what
// heddle_return_from_stack() was given.
int heddle_call_on_stack(heddle::exec::WayBack* way, void* top);

// Makes heddle_call_on_stack() return `result`, from any stack of the same thread.
[[noreturn]] void heddle_return_from_stack(heddle::exec::WayBack* way, int result);
}
