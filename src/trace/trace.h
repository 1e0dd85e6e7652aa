// Traces of API calls, with their arguments and results, and of the work that workers run.
// HEDDLE_TRACE=1 prints the calls on standard error. HEDDLE_TRACE_FILE names a file of events that
// chrome://tracing and Perfetto read; libcuda and libcudart both append to it.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

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
// Records work that a worker has finished. Only the trace file shows it.
void recordWork(std::string_view name, unsigned device, unsigned worker, std::uint64_t start);

// The arguments of a call as text: structures as "{...}", strings as addresses.
template <typename Value> std::string toText(const Value& value) {
  if constexpr (std::is_pointer_v<Value>) {
    if (!value)
      return "null";
    char text[24];
    auto number = reinterpret_cast<std::uintptr_t>(value);
    int at = sizeof text;
    for (; number; number >>= 4)
      text[--at] = "0123456789abcdef"[number & 15];
    return "0x" + std::string(text + at, sizeof text - static_cast<unsigned>(at));
  } else if constexpr (std::is_enum_v<Value>) {
    return std::to_string(static_cast<long long>(value));
  } else if constexpr (std::is_arithmetic_v<Value>) {
    return std::to_string(value);
  } else {
    return "{...}";
  }
}

template <typename... Values> std::string argumentsText(const Values&... values) {
  std::string text;
  ((text += (text.empty() ? "" : ", ") + toText(values)), ...);
  return text;
}

} // namespace heddle::trace
