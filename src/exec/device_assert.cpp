// assert(), trap and calls of what is no function in device code: all of them end the kernel with a
// fault.

#include "exec/faults.h"
#include "exec/kernel_access.h"
#include "exec/kernel_task.h"
#include "exec/runtime_gate.h"
#include "exec/worker.h"

#include <cstdio>
#include <string>

namespace {

using heddle::BlockContext;
using heddle::exec::callingInstruction;
using heddle::exec::Fault;
using heddle::exec::ServiceScope;
using heddle::exec::Worker;

struct ThreadIndex {
  unsigned x, y, z;
};

ThreadIndex threadIndex(const BlockContext& context, std::uint32_t thread) {
  const auto& dim = context.launch->blockDim;
  return {thread % dim[0], thread / dim[0] % dim[1], thread / dim[0] / dim[1]};
}

void printAssertion(const BlockContext& context, std::uint32_t thread, const char* message,
                    const char* file, std::uint32_t line, const char* function) {
  const ThreadIndex index = threadIndex(context, thread);
  // The kernel's strings are read before fprintf locks the stream: a bad pointer leaves this
  // function by a jump, and the lock would stay held.
  for (const char* given : {message, file, function})
    if (given)
      heddle::exec::requireKernelAccess(given, 1);
  const auto text = [](const char* given) { return std::string(given ? given : ""); };
  const std::string location = text(file) + ":" + std::to_string(line) + ": " + text(function);
  const std::string expression = text(message);
  std::fprintf(stderr, "%s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n",
               location.c_str(), context.ctaid[0], context.ctaid[1], context.ctaid[2], index.x,
               index.y, index.z, expression.c_str());
}

} // namespace

extern "C" {

void heddle_assertfail(BlockContext* context, std::uint32_t thread, const char* message,
                       const char* file, std::uint32_t line, const char* function, std::uint64_t) {
  const ServiceScope service;
  printAssertion(*context, thread, message, file, line, function);
  Worker::inKernel()->abandonKernel({Fault::Assert, "", nullptr, thread, {}});
}

void heddle_trap(BlockContext*, std::uint32_t thread) {
  Worker::inKernel()->abandonKernel(
      {Fault::LaunchFailed, "trap", callingInstruction(), thread, {}});
}

void heddle_illegal_instruction(BlockContext*, std::uint32_t thread) {
  Worker::inKernel()->abandonKernel(
      {Fault::IllegalInstruction, "illegal instruction", callingInstruction(), thread, {}});
}

void heddle_invalid_call(BlockContext*, std::uint32_t thread, const void* target) {
  Worker::inKernel()->abandonKernel({Fault::InvalidProgramCounter, "invalid function pointer",
                                     callingInstruction(), thread,
                                     reinterpret_cast<std::uintptr_t>(target)});
}

} // extern "C"
