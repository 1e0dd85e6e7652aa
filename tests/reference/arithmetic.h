// What each instruction that works on registers alone computes, written from the PTX manual in
// plain integers (soft_float.h for floating point). Sources and results are bits of the operand's
// type.
#pragma once

#include "soft_float.h"

#include "ptx/module.h"

#include <span>
#include <stdexcept>
#include <string>

namespace heddle::reference {

// The program did what the manual leaves undefined, or what the interpreter does not know.
struct Undefined : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Outcome {
  Bits value = 0;
  bool second = false; // the predicate of a destination d|p
};

Outcome evaluateInteger(const ptx::Instruction& instruction, std::span<const Bits> sources);
Outcome evaluateCarry(const ptx::Instruction& instruction, std::span<const Bits> sources,
                      bool& carry);
Outcome evaluateBits(const ptx::Instruction& instruction, std::span<const Bits> sources);
Outcome evaluateLogic(const ptx::Instruction& instruction, std::span<const Bits> sources);
Outcome evaluateCompare(const ptx::Instruction& instruction, std::span<const Bits> sources);
Outcome evaluateFloat(const ptx::Instruction& instruction, std::span<const Bits> sources);
Outcome evaluateConvert(const ptx::Instruction& instruction, std::span<const Bits> sources);

// For atom and red: the new value of memory.
Bits evaluateAtomic(const ptx::Instruction& instruction, Bits old, Bits operand);
bool combine(ptx::BoolOp op, bool a, bool b);

[[noreturn]] void notKnown(const ptx::Instruction& instruction);

inline Bits maskOf(unsigned bits) {
  return bits >= 128 ? ~Bits{0} : (Bits{1} << bits) - 1;
}
inline __int128 signedValue(Bits value, unsigned bits) {
  value &= maskOf(bits);
  bool negative = (value >> (bits - 1)) & 1;
  return static_cast<__int128>(negative ? value | ~maskOf(bits) : value);
}
// As the type reads it.
inline __int128 valueOf(Bits value, ptx::ScalarType type) {
  unsigned bits = ptx::bitsOf(type);
  return ptx::isSigned(type) ? signedValue(value, bits)
                             : static_cast<__int128>(value & maskOf(bits));
}
__int128 lowestOf(ptx::ScalarType type);
__int128 highestOf(ptx::ScalarType type);

const Format& formatOf(ptx::ScalarType type);
Rounding roundingOf(const ptx::Instruction& instruction);

} // namespace heddle::reference
