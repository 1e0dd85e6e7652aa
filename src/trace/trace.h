// Traces of API calls, with their arguments and results, and of the work that workers run.
// HEDDLE_TRACE=1 prints the calls on standard error. HEDDLE_TRACE_FILE names a file of events that
// chrome://tracing and Perfetto read; libcuda and libcudart both append to it.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::trace {

namespace detail {
enum class State : char { NotRead, Disabled, Enabled };
extern std::atomic<State> state;
bool readSettings();
} // namespace detail

// Whether anything is traced. A single load after the first time, so every call of the API can ask.
inline bool enabled() {
  const detail::State state = detail::state.load(std::memory_order_relaxed);
  return state == detail::State::NotRead ? detail::readSettings() : state == detail::State::Enabled;
}

std::uint64_t now(); // nanoseconds

// Records a call that has returned. `depth` is the number of traced calls that it is nested in.
void recordCall(std::string_view name, const std::string& arguments, std::string_view result,
                std::uint64_t start, unsigned depth);
// Records work that a worker has finished. Only the trace file shows it. `code` says which code of
// a kernel has run, where it has several, and is empty otherwise.
void recordWork(std::string_view name, unsigned device, unsigned worker, std::uint64_t start,
                std::string_view code = {});

} // namespace heddle::trace
