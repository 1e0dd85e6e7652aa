#include "exec/call_on_stack.h"

#include "exec/kernel_mode.h"

#include <cstddef>

namespace heddle::exec {

static_assert(offsetof(KernelCall, nextBlock) == 0 && offsetof(KernelCall, run) == 8);
static_assert(offsetof(WayBack, stackPointer) == 0 && offsetof(WayBack, isValid) == 8 &&
              offsetof(WayBack, registers) == 16);
static_assert(offsetof(KernelStackTop, way) == 0 && offsetof(KernelStackTop, call) == 8 &&
              offsetof(KernelStackTop, hasWall) == 16);
static_assert(kNoHostAccess == 1);

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
  movq %rbx, 16(%rdi)
  movq %rbp, 24(%rdi)
  movq %r12, 32(%rdi)
  movq %r13, 40(%rdi)
  movq %r14, 48(%rdi)
  movq %r15, 56(%rdi)
  movq %rsp, (%rdi)
  movq $1, 8(%rdi)
  .cfi_undefined rip
  movq %rsi, %rsp
  xorl %ebp, %ebp
  cmpq $0, 16(%rsp)
  je 1f
  xorl %ecx, %ecx
  rdpkru
  orl $1, %eax
  wrpkru
1:
  xorl %eax, %eax
2:
  movq 8(%rsp), %rdi
  movl %eax, %esi
  call *(%rdi)
  testq %rax, %rax
  je 3f
  movq 8(%rsp), %rcx
  movq %rax, %rdi
  call *8(%rcx)
  jmp 2b
3:
  cmpq $0, 16(%rsp)
  je 4f
  xorl %ecx, %ecx
  rdpkru
  andl $-2, %eax
  wrpkru
4:
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
  movq $0, 8(%rdi)
  movl %esi, %eax
  movq 16(%rdi), %rbx
  movq 24(%rdi), %rbp
  movq 32(%rdi), %r12
  movq 40(%rdi), %r13
  movq 48(%rdi), %r14
  movq 56(%rdi), %r15
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
  stp x19, x20, [x0, #16]
  stp x21, x22, [x0, #32]
  stp x23, x24, [x0, #48]
  stp x25, x26, [x0, #64]
  stp x27, x28, [x0, #80]
  stp x29, x30, [x0, #96]
  stp d8, d9, [x0, #112]
  stp d10, d11, [x0, #128]
  stp d12, d13, [x0, #144]
  stp d14, d15, [x0, #160]
  mov x9, sp
  str x9, [x0]
  mov x9, #1
  str x9, [x0, #8]
  .cfi_undefined x30
  mov sp, x1
  mov x29, #0
  mov w1, #0
1:
  ldr x0, [sp, #8]
  ldr x10, [x0]
  blr x10
  cbz x0, 2f
  ldr x9, [sp, #8]
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
  str xzr, [x0, #8]
  ldp x19, x20, [x0, #16]
  ldp x21, x22, [x0, #32]
  ldp x23, x24, [x0, #48]
  ldp x25, x26, [x0, #64]
  ldp x27, x28, [x0, #80]
  ldp x29, x30, [x0, #96]
  ldp d8, d9, [x0, #112]
  ldp d10, d11, [x0, #128]
  ldp d12, d13, [x0, #144]
  ldp d14, d15, [x0, #160]
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
