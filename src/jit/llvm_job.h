// Work that calls LLVM, and that survives when the host runs out of memory.
//
// LLVM is compiled without exceptions. What an exception, or the end of a function in the middle,
// leaves behind inside of it cannot even be destroyed. So a job that runs out of memory is left by
// a jump: no destructor runs, and whatever the job held is lost. Therefore a job takes no lock, and
// changes nothing outside of itself before its end.
//
// It rarely comes to that. A job begins with a reserve of memory, without which it does not begin,
// and which is freed when an allocation fails, so that the job can go on.
#pragma once

#include <new>
#include <optional>
#include <utility>

namespace heddle::jit {

namespace detail {
// How a job ends when memory runs out.
enum class Exit { Jump, Exception };
// False when the job was left by a jump. Throws std::bad_alloc when there is no reserve.
bool runJob(Exit exit, void (*job)(void*), void* argument);

template <typename Job> auto runJob(Exit exit, Job& job) {
  struct Call {
    Job& job;
    std::optional<decltype(job())> result;
  } call{job, std::nullopt};
  const auto run = [](void* argument) {
    auto& call = *static_cast<Call*>(argument);
    call.result.emplace(call.job());
  };
  if (!runJob(exit, run, &call))
    throw std::bad_alloc();
  return std::move(*call.result);
}
} // namespace detail

// The result of `job`. Throws std::bad_alloc when the job was left.
template <typename Job> auto runLlvmJob(Job job) {
  return detail::runJob(detail::Exit::Jump, job);
}

// As runLlvmJob(), for a job that takes locks of the driver. Where the reserve does not suffice, an
// exception ends the job: what it has used of LLVM must neither be used again nor be destroyed.
template <typename Job> auto runLockingLlvmJob(Job job) {
  return detail::runJob(detail::Exit::Exception, job);
}

} // namespace heddle::jit
