#include "trace/call_arguments.h"

#include <cstdio>

namespace heddle::trace {

namespace {

std::string addressText(std::uint64_t address) {
  if (!address)
    return "null";
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address));
  return text;
}

std::string argumentText(const Argument& argument) {
  switch (argument.kind) {
  case Argument::Kind::Address:
    return addressText(argument.bits);
  case Argument::Kind::Signed:
    return std::to_string(static_cast<std::int64_t>(argument.bits));
  case Argument::Kind::Unsigned:
    return std::to_string(argument.bits);
  case Argument::Kind::Floating:
    return std::to_string(argument.number);
  case Argument::Kind::Structure:
    return "{...}";
  }
  return {};
}

} // namespace

std::string argumentsText(std::initializer_list<Argument> arguments) {
  std::string text;
  for (const Argument& argument : arguments) {
    if (!text.empty())
      text += ", ";
    text += argumentText(argument);
  }
  return text;
}

} // namespace heddle::trace
