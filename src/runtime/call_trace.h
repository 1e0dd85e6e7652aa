// Traces a call of the runtime's API: its name and result, and inside it the calls of the driver
// with their arguments.
#pragma once

#include "runtime/error.h"
#include "trace/trace.h"

namespace heddle::runtime {

class CallTrace {
public:
  explicit CallTrace(const char* name)
      : name_(name), on_(trace::enabled()), start_(on_ ? trace::now() : 0) {
    if (on_)
      ++depth;
  }
  cudaError_t end(cudaError_t status) {
    if (on_) [[unlikely]]
      report(status);
    return status;
  }

  // For calls of the driver from inside.
  static thread_local unsigned depth;

private:
  void report(cudaError_t status);

  const char* const name_;
  const bool on_;
  const std::uint64_t start_;
};

// Stands before an entry of the driver when calls are traced.
template <std::size_t index, class... Args> struct TracedEntry {
  static inline CUresult (*original)(Args...) = nullptr;
  static inline const char* name = nullptr;

  static CUresult call(Args... args) {
    const std::uint64_t start = trace::now();
    const CUresult result = original(args...);
    trace::call(name, trace::argumentsText(args...), std::to_string(static_cast<int>(result)),
                start, CallTrace::depth);
    return result;
  }
};

template <std::size_t index, class... Args>
void insertTrace(CUresult (*&entry)(Args...), const char* name) {
  TracedEntry<index, Args...>::original = entry;
  TracedEntry<index, Args...>::name = name;
  entry = &TracedEntry<index, Args...>::call;
}

} // namespace heddle::runtime
