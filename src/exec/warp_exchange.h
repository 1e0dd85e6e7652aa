// What each lane gets from a warp operation, when the values of all lanes are known.
#pragma once

#include "ir/kernel_abi.h"

#include <array>

namespace heddle::exec {

struct WarpExchange {
  WarpOperation operation;
  std::uint32_t members; // lanes that take part
  std::array<std::uint64_t, 32> value;
  std::array<std::uint32_t, 32> b, c;

  // The low 32 bits are the value, bit 32 the predicate.
  std::uint64_t resultFor(unsigned lane) const;
};

} // namespace heddle::exec
