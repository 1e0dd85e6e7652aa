#include "fatbin/lto_ir.h"

#include <cstdint>
#include <cstring>

namespace heddle::fatbin {
namespace {

// NVIDIA's LTO-IR begins so, by which programs that only pass it on recognise it.
constexpr std::string_view kMagic = "\xED\x43\x4E\x7F";
constexpr std::string_view kFirstLine = "\xED\x43\x4E\x7F// Heddle LTO-IR 3\n";

// Stands behind the first line. The bitcode follows, then the PTX, and containers may add padding.
struct Sizes {
  std::uint64_t bitcode, ptx;
};

} // namespace

std::string writeLtoIr(const LtoIr& parts) {
  const Sizes sizes{parts.bitcode.size(), parts.ptx.size()};
  std::string result(kFirstLine);
  result.append(reinterpret_cast<const char*>(&sizes), sizeof sizes);
  return result.append(parts.bitcode).append(parts.ptx);
}

std::optional<LtoIr> readLtoIr(std::string_view data) {
  if (!data.starts_with(kFirstLine) || data.size() < kFirstLine.size() + sizeof(Sizes))
    return std::nullopt;
  data.remove_prefix(kFirstLine.size());
  Sizes sizes{};
  std::memcpy(&sizes, data.data(), sizeof sizes);
  data.remove_prefix(sizeof sizes);
  if (sizes.bitcode > data.size() || sizes.ptx > data.size() - sizes.bitcode)
    return std::nullopt;
  return LtoIr{data.substr(0, sizes.bitcode), data.substr(sizes.bitcode, sizes.ptx)};
}

bool isLtoIr(std::string_view data) {
  return data.starts_with(kMagic) || data.starts_with("BC\xC0\xDE");
}

} // namespace heddle::fatbin
