// The values that instructions are tried with: edge values of each type combined with each other,
// and pseudo-random ones, the same on every machine.
#pragma once

#include "forms.h"

#include <cstdint>

namespace golden {

// values[r * count + i]: register r of invocation i, over all operands' registers in their order.
struct OperandValues {
  unsigned count = 0; // a multiple of kBlock
  std::vector<std::uint64_t> values;

  std::uint64_t hash() const;
};

constexpr unsigned kBlock = 128;

OperandValues operandValues(const Form& form);

// Bits of a type as it lies in memory; a predicate has 32.
unsigned bitsOf(const std::string& type);

} // namespace golden
