// What happens when, for people and for tools: calls of the API with their arguments and results,
// and what the workers run. HEDDLE_TRACE=1 prints calls on standard error; HEDDLE_TRACE_FILE names
// a file of events that chrome://tracing and Perfetto read. Both libraries write to the same file.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace heddle::trace {

enum class Answer : char { Unknown, No, Yes };
extern std::atomic<Answer> known;
bool ask();

// Whether anything is traced, calls or files; cheap enough to ask every time.
inline bool enabled() {
  const Answer answer = known.load(std::memory_order_relaxed);
  return answer == Answer::No ? false : answer == Answer::Yes || ask();
}

std::uint64_t now(); // nanoseconds

// A call that is over. `depth` is how many calls it is inside of.
void call(std::string_view name, const std::string& arguments, std::string_view result,
          std::uint64_t start, unsigned depth);
// Work on a worker, for the file alone.
void work(std::string_view name, unsigned device, unsigned worker, std::uint64_t start);

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
