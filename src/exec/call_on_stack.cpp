#include "exec/call_on_stack.h"

#include <cstddef>

namespace heddle::exec {

static_assert(offsetof(KernelCall, nextBlock) == 0 && offsetof(KernelCall, run) == 8);
static_assert(offsetof(WayBack, stackPointer) == 0 && offsetof(WayBack, call) == 8 &&
              offsetof(WayBack, isValid) == 16 && offsetof(WayBack, registers) == 24);

} // namespace heddle::exec

// After each call the code relies on the stack pointer alone: the callee restores it by
// construction, while it restores the other registers from its stack. Debuggers and unwinders stop
// here, since the frame of the caller is on another stack.
#if defined(__x86_64__)
asm(R"(
  .text
  .hidden heddle_call_on_stack
  .globl heddle_call_on_stack
  .type heddle_call_on_stack, @function
heddle_call_on_stack:
  .cfi_startproc
  endbr64
  movq %rbx, 24(%rdi)
  movq %rbp, 32(%rdi)
  movq %r12, 40(%rdi)
  movq %r13, 48(%rdi)
  movq %r14, 56(%rdi)
  movq %r15, 64(%rdi)
  movq %rsp, (%rdi)
  movq $1, 16(%rdi)
  .cfi_undefined rip
  movq %rsi, %rsp
  xorl %ebp, %ebp
  xorl %eax, %eax
1:
  movq (%rsp), %rcx
  movq 8(%rcx), %rdi
  movl %eax, %esi
  call *(%rdi)
  testq %rax, %rax
  je 2f
  movq (%rsp), %rcx
  movq 8(%rcx), %rcx
  movq %rax, %rdi
  call *8(%rcx)
  jmp 1b
2:
  movq (%rsp), %rdi
  xorl %esi, %esi
  jmp heddle_return_from_stack
  .cfi_endproc
  .size heddle_call_on_stack, . - heddle_call_on_stack

  .hidden heddle_return_from_stack
  .globl heddle_return_from_stack
  .type heddle_return_from_stack, @function
heddle_return_from_stack:
  .cfi_startproc
  .cfi_undefined rip
  endbr64
  movq $0, 16(%rdi)
  movl %esi, %eax
  movq 24(%rdi), %rbx
  movq 32(%rdi), %rbp
  movq 40(%rdi), %r12
  movq 48(%rdi), %r13
  movq 56(%rdi), %r14
  movq 64(%rdi), %r15
  movq (%rdi), %rsp
  ret
  .cfi_endproc
  .size heddle_return_from_stack, . - heddle_return_from_stack
)");
#elif defined(__aarch64__)
asm(R"(
  .text
  .hidden heddle_call_on_stack
  .globl heddle_call_on_stack
  .type heddle_call_on_stack, %function
heddle_call_on_stack:
  .cfi_startproc
  hint #34
  stp x19, x20, [x0, #24]
  stp x21, x22, [x0, #40]
  stp x23, x24, [x0, #56]
  stp x25, x26, [x0, #72]
  stp x27, x28, [x0, #88]
  stp x29, x30, [x0, #104]
  stp d8, d9, [x0, #120]
  stp d10, d11, [x0, #136]
  stp d12, d13, [x0, #152]
  stp d14, d15, [x0, #168]
  mov x9, sp
  str x9, [x0]
  mov x9, #1
  str x9, [x0, #16]
  .cfi_undefined x30
  mov sp, x1
  mov x29, #0
  mov w1, #0
1:
  ldr x9, [sp]
  ldr x0, [x9, #8]
  ldr x10, [x0]
  blr x10
  cbz x0, 2f
  ldr x9, [sp]
  ldr x9, [x9, #8]
  ldr x9, [x9, #8]
  blr x9
  mov w1, w0
  b 1b
2:
  ldr x0, [sp]
  mov w1, #0
  b heddle_return_from_stack
  .cfi_endproc
  .size heddle_call_on_stack, . - heddle_call_on_stack

  .hidden heddle_return_from_stack
  .globl heddle_return_from_stack
  .type heddle_return_from_stack, %function
heddle_return_from_stack:
  .cfi_startproc
  .cfi_undefined x30
  hint #34
  str xzr, [x0, #16]
  ldp x19, x20, [x0, #24]
  ldp x21, x22, [x0, #40]
  ldp x23, x24, [x0, #56]
  ldp x25, x26, [x0, #72]
  ldp x27, x28, [x0, #88]
  ldp x29, x30, [x0, #104]
  ldp d8, d9, [x0, #120]
  ldp d10, d11, [x0, #136]
  ldp d12, d13, [x0, #152]
  ldp d14, d15, [x0, #168]
  ldr x9, [x0]
  mov sp, x9
  mov w0, w1
  ret
  .cfi_endproc
  .size heddle_return_from_stack, . - heddle_return_from_stack
)");
#else
#error "callOnStack is not written for this processor"
#endif
