#include "fatbin/lto_ir.h"

namespace heddle::fatbin {
namespace {

constexpr std::string_view kFirstLine = "// Heddle LTO-IR 1\n";

} // namespace

std::string writeLtoIr(std::string_view ptx) {
  return std::string(kFirstLine).append(ptx);
}

std::optional<std::string_view> readLtoIr(std::string_view data) {
  if (!data.starts_with(kFirstLine))
    return std::nullopt;
  data.remove_prefix(kFirstLine.size());
  return data.substr(0, data.find('\0'));
}

bool isLtoIr(std::string_view data) {
  return data.starts_with(kFirstLine) || data.starts_with("BC\xC0\xDE") ||
         data.starts_with("\xED\x43\x4E\x7F");
}

} // namespace heddle::fatbin
