// What each lane gets from a warp operation (shfl, vote, match, redux) where its threads run as
// fibers, computed once the operands of all lanes that take part are known.
#pragma once

#include "ir/kernel_abi.h"

#include <array>

namespace heddle::exec {

struct WarpExchange {
  WarpOperation operation;
  std::uint32_t members; // one bit for each lane that takes part
  std::array<std::uint64_t, 32> value;
  std::array<std::uint32_t, 32> b, c; // the operands of shfl

  // The low 32 bits are the value, bit 32 is the predicate (of shfl and match.all).
  std::uint64_t resultFor(unsigned lane) const;
};

} // namespace heddle::exec
