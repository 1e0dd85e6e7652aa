// The arguments of a traced call as text.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <type_traits>

namespace heddle::trace {

// The value of an argument without its C++ type. Every exported function has types of its own, so
// that templates which make text of them would be most of the code of a library.
struct Argument {
  enum class Kind : std::uint8_t { Address, Signed, Unsigned, Floating, Structure };
  Kind kind;
  std::uint64_t bits = 0; // of integers, also negative ones, and of addresses
  double number = 0;      // of floating-point values
};

template <typename Value> inline Argument argument(const Value& value) {
  if constexpr (std::is_pointer_v<Value>)
    return {.kind = Argument::Kind::Address, .bits = reinterpret_cast<std::uintptr_t>(value)};
  else if constexpr (std::is_floating_point_v<Value>)
    return {.kind = Argument::Kind::Floating, .number = value};
  else if constexpr (std::is_enum_v<Value> || std::is_signed_v<Value>)
    return {.kind = Argument::Kind::Signed,
            .bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(value))};
  else if constexpr (std::is_unsigned_v<Value>)
    return {.kind = Argument::Kind::Unsigned, .bits = value};
  else
    return {.kind = Argument::Kind::Structure};
}

// Structures are "{...}" in the text, strings are their addresses.
std::string argumentsText(std::initializer_list<Argument> arguments);

} // namespace heddle::trace
