// Traces a call of the runtime's API: its name and result. The driver traces its own calls, with
// their arguments, and is told that they are inside of this one.
#pragma once

#include "ir/driver_internals.h"
#include "runtime/error.h"
#include "trace/trace.h"

namespace heddle::runtime {

class CallTrace {
public:
  explicit CallTrace(const char* name)
      : name_(name), on_(trace::enabled()), start_(on_ ? trace::now() : 0) {
    if (on_) [[unlikely]]
      enter();
  }
  cudaError_t end(cudaError_t status) {
    if (on_) [[unlikely]]
      report(status);
    return status;
  }

  // `internals` is how the driver is told of the depth of calls; null for other drivers than ours.
  static void setDriver(const DriverInternals* internals);

private:
  static void enter();
  void report(cudaError_t status);

  const char* const name_;
  const bool on_;
  const std::uint64_t start_;
};

} // namespace heddle::runtime
