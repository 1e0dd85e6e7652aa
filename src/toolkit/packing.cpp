#include "toolkit/packing.h"

#include <charconv>
#include <fmt/format.h>

namespace heddle::toolkit {

void Packer::add(std::string_view part) {
  text += fmt::format("{}:", part.size());
  text += part;
}

void Packer::add(const std::vector<std::string>& parts) {
  add(parts.size());
  for (const std::string& part : parts)
    add(std::string_view(part));
}

bool Unpacker::take(std::string& part) {
  std::size_t size = 0;
  auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
  std::size_t digits = static_cast<std::size_t>(end - rest_.data());
  if (error != std::errc{} || digits >= rest_.size() || rest_[digits] != ':' ||
      rest_.size() - digits - 1 < size)
    return false;
  part = rest_.substr(digits + 1, size);
  rest_.remove_prefix(digits + 1 + size);
  return true;
}

bool Unpacker::take(bool& flag) {
  std::string text;
  if (!take(text))
    return false;
  flag = text == "1";
  return true;
}

bool Unpacker::take(std::size_t& number) {
  std::string text;
  return take(text) &&
         std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc{};
}

bool Unpacker::take(std::vector<std::string>& parts) {
  std::size_t count = 0;
  if (!take(count))
    return false;
  for (std::string part; count > 0; --count) {
    if (!take(part))
      return false;
    parts.push_back(part);
  }
  return true;
}

} // namespace heddle::toolkit
