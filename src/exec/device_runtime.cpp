// The functions that compiled kernels call, declared in ir/kernel_abi.h.

#include "exec/domain.h"
#include "exec/kernel_task.h"
#include "exec/printf_format.h"
#include "exec/thread_fibers.h"
#include "exec/wait.h"

#include <cstdio>
#include <ctime>
#include <string>

namespace {

using heddle::BlockContext;
using heddle::exec::Fault;
using heddle::exec::FaultRecord;
using heddle::exec::ThreadFibers;
using heddle::exec::Worker;

[[noreturn]] void fault(const FaultRecord& record) {
  Worker* worker = Worker::inKernel();
  worker->abandonKernel(record);
}

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
  // Read the kernel's texts before stdio is locked: a bad pointer leaves by a jump.
  const auto text = [](const char* given) { return std::string(given ? given : ""); };
  const std::string place = text(file) + ":" + std::to_string(line) + ": " + text(function);
  const std::string what = text(message);
  std::fprintf(stderr, "%s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n",
               place.c_str(), context.ctaid[0], context.ctaid[1], context.ctaid[2], index.x,
               index.y, index.z, what.c_str());
}

} // namespace

extern "C" {

std::int32_t heddle_vprintf(BlockContext* context, std::uint32_t, const char* format,
                            const void* args) {
  if (!format)
    return -1;
  // A bad pointer among the arguments leaves by a jump; the text survives it, to be reused.
  static thread_local std::string text;
  text.clear();
  const int count = heddle::exec::formatPrintf(text, format, args);
  context->launch->domain->printfBuffer().push(text);
  return count;
}

void* heddle_malloc(BlockContext* context, std::uint32_t, std::uint64_t bytes) {
  return context->launch->domain->heap().allocate(bytes);
}

void heddle_free(BlockContext* context, std::uint32_t, void* pointer) {
  if (pointer)
    context->launch->domain->heap().free(pointer);
}

void heddle_assertfail(BlockContext* context, std::uint32_t thread, const char* message,
                       const char* file, std::uint32_t line, const char* function, std::uint64_t) {
  printAssertion(*context, thread, message, file, line, function);
  fault({Fault::Assert, "", nullptr, thread, {}});
}

void heddle_trap(BlockContext*, std::uint32_t thread) {
  // The call, not what would follow it.
  const char* code = static_cast<const char*>(__builtin_return_address(0)) - 1;
  fault({Fault::LaunchFailed, "trap", code, thread, {}});
}

std::uint64_t heddle_globaltimer(BlockContext*) {
  timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(time.tv_nsec);
}

// The device's clock runs at 1 GHz, as its properties say.
std::uint64_t heddle_clock64(BlockContext*) {
  return heddle::exec::monotonicNanoseconds();
}

void heddle_nanosleep(BlockContext*, std::uint32_t nanoseconds) {
  const std::uint64_t until = heddle::exec::monotonicNanoseconds() + nanoseconds;
  do
    heddle::exec::yieldThread();
  while (heddle::exec::monotonicNanoseconds() < until);
}

heddle::BlockStatus heddle_run_threads(BlockContext* context, heddle::ThreadFunction function,
                                       std::uint32_t threads) {
  return ThreadFibers::run(*context, function, threads);
}

void heddle_barrier(BlockContext* context, std::uint32_t thread, std::uint32_t id,
                    std::uint32_t threads) {
  ThreadFibers::of(*context).barrier(thread, id, threads);
}

void heddle_barrier_arrive(BlockContext* context, std::uint32_t, std::uint32_t id,
                           std::uint32_t threads) {
  ThreadFibers::of(*context).arrive(id, threads);
}

std::uint32_t heddle_barrier_sum(BlockContext* context, std::uint32_t thread, std::uint32_t id,
                                 std::uint32_t threads, std::uint32_t predicate) {
  return ThreadFibers::of(*context).barrierSum(thread, id, threads, predicate != 0);
}

void heddle_wait(BlockContext* context, std::uint32_t thread) {
  ThreadFibers::of(*context).wait(thread);
}

void heddle_step(BlockContext* context, std::uint32_t thread, std::uint64_t position) {
  ThreadFibers::of(*context).step(thread, position);
}

void heddle_exit(BlockContext* context, std::uint32_t thread) {
  ThreadFibers::of(*context).exit(thread);
}

std::uint64_t heddle_warp_operation(BlockContext* context, std::uint32_t thread,
                                    heddle::WarpOperation operation, std::uint64_t value,
                                    std::uint32_t b, std::uint32_t c, std::uint32_t members) {
  return ThreadFibers::of(*context).warpOperation(thread, operation, value, b, c, members,
                                                  __builtin_return_address(0));
}

} // extern "C"
