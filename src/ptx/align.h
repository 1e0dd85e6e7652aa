// Offsets of variables in memory.
#pragma once

#include <cstdint>

namespace heddle::ptx {

// The lowest multiple of `alignment` that is not less than `value`.
constexpr std::uint64_t alignTo(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

} // namespace heddle::ptx
