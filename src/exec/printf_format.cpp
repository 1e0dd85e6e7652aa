#include "exec/printf_format.h"

#include "exec/kernel_access.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace heddle::exec {

namespace {

// Reads the arguments one after the other.
class Arguments {
public:
  explicit Arguments(const void* buffer) : at_(reinterpret_cast<std::uintptr_t>(buffer)) {}

  template <typename Value> Value take() {
    ++count_;
    if (count_ > kMostPrintfArguments)
      return Value{};
    at_ = (at_ + sizeof(Value) - 1) / sizeof(Value) * sizeof(Value);
    Value value;
    requireKernelAccess(reinterpret_cast<const void*>(at_), sizeof value);
    std::memcpy(&value, reinterpret_cast<const void*>(at_), sizeof value);
    at_ += sizeof value;
    return value;
  }
  int count() const { return count_ < kMostPrintfArguments ? count_ : kMostPrintfArguments; }

private:
  std::uintptr_t at_;
  int count_ = 0;
};

template <typename... Values>
void append(std::string& out, const std::string& conversion, Values... values) {
  char small[128];
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
#pragma clang diagnostic ignored "-Wformat-security"
  const int length = std::snprintf(small, sizeof small, conversion.c_str(), values...);
  if (length < 0)
    return;
  if (static_cast<std::size_t>(length) < sizeof small) {
    out.append(small, static_cast<std::size_t>(length));
    return;
  }
  const std::size_t before = out.size();
  out.resize(before + static_cast<std::size_t>(length) + 1);
  std::snprintf(out.data() + before, static_cast<std::size_t>(length) + 1, conversion.c_str(),
                values...);
  out.resize(before + static_cast<std::size_t>(length));
#pragma clang diagnostic pop
}

void appendInteger(std::string& out, const std::string& specification, const std::string& size,
                   char type, Arguments& arguments) {
  const bool wide = !size.empty() && size[0] != 'h';
  if (wide)
    append(out, specification + "ll" + type, arguments.take<long long>());
  else
    append(out, specification + size + type, arguments.take<int>());
}

// A width or precision as text. One that alone makes the text longer than `most` bytes, which is
// never printed whole, is cut to `most`. One that no int holds stays, because snprintf refuses it.
std::string boundedNumber(std::string_view digits, std::size_t most) {
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || static_cast<std::size_t>(value) <= most)
    return std::string(digits);
  return std::to_string(most);
}

// Formats one conversion. `at` points behind its '%' and is moved to the end of the conversion.
void convert(std::string& out, const char*& at, Arguments& arguments, std::size_t longest) {
  std::string specification = "%"; // flags, width and precision
  while (*at && std::strchr("#0+- ", *at))
    specification += *at++;
  const std::size_t most = longest - std::min(longest, out.size()) + 1;
  const auto number = [&] {
    std::string digits;
    if (*at == '*') {
      ++at;
      digits = std::to_string(arguments.take<int>());
      if (digits.front() == '-') {
        specification += '-'; // a negative width is a flag and a width
        digits.erase(0, 1);
      }
    }
    while (std::isdigit(static_cast<unsigned char>(*at)))
      digits += *at++;
    specification += boundedNumber(digits, most);
  };
  number();
  if (*at == '.') {
    specification += *at++;
    number();
  }
  std::string size;
  while (*at && std::strchr("hlLqjzt", *at))
    size += *at++;
  const char type = *at;
  if (type)
    ++at;
  switch (type) {
  case 'd':
  case 'i':
  case 'o':
  case 'u':
  case 'x':
  case 'X':
    return appendInteger(out, specification, size, type, arguments);
  case 'c':
    return append(out, specification + type, arguments.take<int>());
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A':
    return append(out, specification + type, arguments.take<double>());
  case 'p':
    return append(out, specification + type, arguments.take<const void*>());
  case 's': {
    const char* text = arguments.take<const char*>();
    if (text)
      requireKernelAccess(text, 1);
    return append(out, specification + type, text ? text : "(null)");
  }
  case '%':
    out += '%';
    return;
  default:
    out += specification + size;
    if (type)
      out += type;
  }
}

} // namespace

int formatPrintf(std::string& out, const char* format, const void* buffer, std::size_t longest) {
  Arguments arguments(buffer);
  requireKernelAccess(format, 1);
  for (const char* at = format; *at;) {
    const char* percent = std::strchr(at, '%');
    if (!percent) {
      out += at;
      break;
    }
    out.append(at, percent);
    at = percent + 1;
    convert(out, at, arguments, longest);
  }
  return arguments.count();
}

} // namespace heddle::exec
