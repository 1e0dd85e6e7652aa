#include "arithmetic.h"

#include <algorithm>
#include <array>

namespace heddle::reference {

using ptx::Opcode;
using ptx::ScalarType;

namespace {

Bits shiftLeft(Bits value, Bits amount, unsigned bits) {
  return amount >= bits ? 0 : (value << static_cast<unsigned>(amount)) & maskOf(bits);
}

unsigned highestBit(Bits value) { // of a value that is not zero
  unsigned bit = 0;
  while (value >>= 1)
    ++bit;
  return bit;
}

// Positions and lengths up to 255; GPUs take the lowest byte of more in the 32-bit forms, and all
// of it in the 64-bit ones, where it is as good as 255.
unsigned fieldCount(Bits value, unsigned bits) {
  return static_cast<unsigned>(bits == 32 ? value & 0xff : std::min<Bits>(value, 255));
}

Bits findNth(std::uint32_t mask, std::uint32_t base, std::int32_t offset) {
  if (offset == INT32_MIN) // as GPUs do
    return 0;
  if (base > 31)
    return 0xffffffff;
  if (offset == 0)
    return mask >> base & 1 ? base : 0xffffffff;
  std::int64_t position = base;
  std::int64_t count = std::abs(static_cast<std::int64_t>(offset)) - 1;
  int step = offset > 0 ? 1 : -1;
  for (; position >= 0 && position < 32; position += step)
    if (mask >> position & 1 && count-- == 0)
      return static_cast<Bits>(position);
  return 0xffffffff;
}

// Which byte goes to each place, from the lowest, for the four values of the control's low bits.
using PermutedBytes = std::array<std::array<std::uint8_t, 4>, 4>;
PermutedBytes bytesOf(ptx::PermuteMode mode) {
  switch (mode) {
  case ptx::PermuteMode::F4e:
    return {{{0, 1, 2, 3}, {1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6}}};
  case ptx::PermuteMode::B4e:
    return {{{0, 7, 6, 5}, {1, 0, 7, 6}, {2, 1, 0, 7}, {3, 2, 1, 0}}};
  case ptx::PermuteMode::Rc8:
    return {{{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}}};
  case ptx::PermuteMode::Ecl:
    return {{{0, 1, 2, 3}, {1, 1, 2, 3}, {2, 2, 2, 3}, {3, 3, 3, 3}}};
  case ptx::PermuteMode::Ecr:
    return {{{0, 0, 0, 0}, {0, 1, 1, 1}, {0, 1, 2, 2}, {0, 1, 2, 3}}};
  case ptx::PermuteMode::Rc16:
    return {{{0, 1, 0, 1}, {2, 3, 2, 3}, {0, 1, 0, 1}, {2, 3, 2, 3}}};
  }
  __builtin_unreachable();
}

Bits permuted(const ptx::Instruction& instruction, std::span<const Bits> sources) {
  std::uint64_t bytes = static_cast<std::uint64_t>(sources[1]) << 32 |
                        static_cast<std::uint64_t>(sources[0] & 0xffffffff);
  auto control = static_cast<unsigned>(sources[2]);
  std::optional<ptx::PermuteMode> mode = instruction.modifier<ptx::PermuteMode>();
  Bits result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    unsigned selector = control >> (4 * i) & 0xf;
    if (mode)
      selector = bytesOf(*mode)[control & 3][i];
    std::uint64_t byte = bytes >> (8 * (selector & 7)) & 0xff;
    if (selector & 8)
      byte = byte & 0x80 ? 0xff : 0;
    result |= Bits{byte} << (8 * i);
  }
  return result;
}

} // namespace

bool combine(ptx::BoolOp op, bool a, bool b) {
  switch (op) {
  case ptx::BoolOp::And:
    return a && b;
  case ptx::BoolOp::Or:
    return a || b;
  case ptx::BoolOp::Xor:
    return a != b;
  }
  __builtin_unreachable();
}

Outcome evaluateBits(const ptx::Instruction& instruction, std::span<const Bits> sources) {
  ScalarType type = instruction.type;
  unsigned bits = ptx::bitsOf(type);
  Bits a = sources[0];
  switch (instruction.opcode()) {
  case Opcode::Popc: {
    unsigned count = 0;
    for (; a != 0; a &= a - 1)
      ++count;
    return {count};
  }
  case Opcode::Clz:
    return {a == 0 ? bits : bits - 1 - highestBit(a)};
  case Opcode::Bfind: {
    if (ptx::isSigned(type) && signedValue(a, bits) < 0)
      a = ~a & maskOf(bits);
    if (a == 0)
      return {0xffffffff};
    unsigned at = highestBit(a);
    return {instruction.has(ptx::Flag::Shiftamt) ? bits - 1 - at : at};
  }
  case Opcode::Fns:
    return {findNth(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(sources[1]),
                    static_cast<std::int32_t>(sources[2]))};
  case Opcode::Brev: {
    Bits result = 0;
    for (unsigned i = 0; i < bits; ++i)
      result |= (a >> i & 1) << (bits - 1 - i);
    return {result};
  }
  case Opcode::Bfe: {
    unsigned position = fieldCount(sources[1], bits), length = fieldCount(sources[2], bits);
    unsigned last = bits - 1;
    bool sign = false;
    if (ptx::isSigned(type) && length != 0)
      sign = a >> std::min(position + length - 1, last) & 1;
    Bits result = 0;
    for (unsigned i = 0; i < bits; ++i) {
      bool bit = i < length && position + i <= last ? (a >> (position + i) & 1) != 0 : sign;
      result |= Bits{bit} << i;
    }
    return {result};
  }
  case Opcode::Bfi: {
    unsigned position = fieldCount(sources[2], bits), length = fieldCount(sources[3], bits);
    Bits result = sources[1];
    for (unsigned i = 0; i < length && position + i < bits; ++i) {
      Bits place = Bits{1} << (position + i);
      result = a >> i & 1 ? result | place : result & ~place;
    }
    return {result};
  }
  case Opcode::Szext: {
    Bits position =
        instruction.has(ptx::ShiftMode::Wrap) ? sources[1] & 31 : std::min<Bits>(sources[1], 32);
    if (position == 0)
      return {0};
    Bits low = a & maskOf(static_cast<unsigned>(position));
    if (!ptx::isSigned(type))
      return {low};
    return {static_cast<Bits>(signedValue(low, static_cast<unsigned>(position))) & maskOf(32)};
  }
  case Opcode::Bmsk: {
    bool wrap = instruction.has(ptx::ShiftMode::Wrap);
    Bits first = wrap ? a & 31 : std::min<Bits>(a, 32);
    Bits width = wrap ? sources[1] & 31 : std::min<Bits>(sources[1], 32);
    return {shiftLeft(maskOf(static_cast<unsigned>(width)), first, 32)};
  }
  default:
    notKnown(instruction);
  }
}

Outcome evaluateLogic(const ptx::Instruction& instruction, std::span<const Bits> sources) {
  ScalarType type = instruction.type;
  unsigned bits = ptx::bitsOf(type);
  Bits a = sources[0];
  switch (instruction.opcode()) {
  case Opcode::And:
    return {a & sources[1]};
  case Opcode::Or:
    return {a | sources[1]};
  case Opcode::Xor:
    return {a ^ sources[1]};
  case Opcode::Not:
    return {~a & maskOf(bits)};
  case Opcode::Cnot:
    return {a == 0 ? Bits{1} : Bits{0}};
  case Opcode::Lop3: {
    Bits result = 0;
    for (unsigned i = 0; i < 32; ++i) {
      auto index = static_cast<unsigned>((a >> i & 1) << 2 | (sources[1] >> i & 1) << 1 |
                                         (sources[2] >> i & 1));
      result |= (sources[3] >> index & 1) << i;
    }
    bool any = result != 0;
    if (sources.size() < 5)
      return {result};
    bool other = sources[4] != 0;
    return {result, combine(instruction.required<ptx::BoolOp>(), any, other)};
  }
  case Opcode::Shf: {
    Bits both = sources[1] << 32 | a;
    Bits amount =
        instruction.has(ptx::ShiftMode::Wrap) ? sources[2] & 31 : std::min<Bits>(sources[2], 32);
    auto shift = static_cast<unsigned>(amount);
    return {(instruction.has(ptx::ShiftDirection::Left) ? both << shift >> 32 : both >> shift) &
            maskOf(32)};
  }
  case Opcode::Shl:
    return {shiftLeft(a, sources[1], bits)};
  case Opcode::Shr: {
    auto amount = static_cast<unsigned>(std::min<Bits>(sources[1], bits));
    return {static_cast<Bits>(valueOf(a, type) >> amount) & maskOf(bits)};
  }
  case Opcode::Prmt:
    return {permuted(instruction, sources)};
  default:
    notKnown(instruction);
  }
}

} // namespace heddle::reference
