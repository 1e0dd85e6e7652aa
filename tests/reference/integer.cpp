#include "arithmetic.h"

#include <algorithm>

namespace heddle::reference {

using ptx::Opcode;
using ptx::ScalarType;

void notKnown(const ptx::Instruction& instruction) {
  throw Undefined("the interpreter does not know " + instruction.fullName());
}

__int128 lowestOf(ScalarType type) {
  return ptx::isSigned(type) ? -(__int128{1} << (ptx::bitsOf(type) - 1)) : 0;
}
__int128 highestOf(ScalarType type) {
  return ptx::isSigned(type) ? (__int128{1} << (ptx::bitsOf(type) - 1)) - 1
                             : (__int128{1} << ptx::bitsOf(type)) - 1;
}

namespace {

Bits saturated(__int128 value, ScalarType type) {
  return static_cast<Bits>(std::clamp(value, lowestOf(type), highestOf(type)));
}

// The bits of the product that .lo, .hi and .wide choose.
Bits product(const ptx::Instruction& instruction, Bits a, Bits b) {
  ScalarType type = instruction.type;
  unsigned bits = ptx::bitsOf(type);
  bool is24 = instruction.opcode() == Opcode::Mul24 || instruction.opcode() == Opcode::Mad24;
  __int128 x = valueOf(a, type), y = valueOf(b, type);
  if (is24) {
    x = ptx::isSigned(type) ? signedValue(a, 24) : static_cast<__int128>(a & maskOf(24));
    y = ptx::isSigned(type) ? signedValue(b, 24) : static_cast<__int128>(b & maskOf(24));
  }
  // Two unsigned 64-bit factors still fit the unsigned product.
  Bits whole = static_cast<Bits>(x) * static_cast<Bits>(y);
  if (instruction.has(ptx::ProductPart::Wide))
    return whole & maskOf(2 * bits);
  if (instruction.has(ptx::ProductPart::Hi))
    return (whole >> (is24 ? 16 : bits)) & maskOf(bits);
  return whole & maskOf(bits);
}

Bits dotProduct(const ptx::Instruction& instruction, std::span<const Bits> sources) {
  bool four = instruction.opcode() == Opcode::Dp4a;
  unsigned wide = four ? 8 : 16;
  auto part = [](Bits value, unsigned index, unsigned width, ScalarType type) {
    value = (value >> (index * width)) & maskOf(width);
    return ptx::isSigned(type) ? signedValue(value, width) : static_cast<__int128>(value);
  };
  __int128 sum = static_cast<__int128>(sources[2]);
  for (unsigned i = 0; i < (four ? 4u : 2u); ++i) {
    unsigned j = !four && instruction.has(ptx::ProductPart::Hi) ? i + 2 : i;
    sum += part(sources[0], i, wide, instruction.atype) * part(sources[1], j, 8, instruction.btype);
  }
  return static_cast<Bits>(sum) & maskOf(32);
}

// Division by zero gives all ones, as remainder too: what GPUs do.
Bits quotient(ScalarType type, Bits a, Bits b, bool remainder) {
  __int128 x = valueOf(a, type), y = valueOf(b, type);
  if (y == 0)
    return maskOf(ptx::bitsOf(type));
  return static_cast<Bits>(remainder ? x % y : x / y) & maskOf(ptx::bitsOf(type));
}

Bits scalarInteger(const ptx::Instruction& instruction, ScalarType type,
                   std::span<const Bits> sources) {
  unsigned bits = ptx::bitsOf(type);
  __int128 a = valueOf(sources[0], type);
  __int128 b = sources.size() > 1 ? valueOf(sources[1], type) : 0;
  bool sat = instruction.has(ptx::Flag::Sat);
  auto cut = [&](__int128 value) {
    return sat ? saturated(value, type) & maskOf(bits) : static_cast<Bits>(value) & maskOf(bits);
  };
  auto relu = [&](__int128 value) {
    return cut(instruction.has(ptx::Flag::Relu) ? std::max(value, __int128{0}) : value);
  };
  switch (instruction.opcode()) {
  case Opcode::Add:
    return cut(a + b);
  case Opcode::Sub:
    return cut(a - b);
  case Opcode::Mul:
  case Opcode::Mul24:
    return product(instruction, sources[0], sources[1]);
  case Opcode::Mad:
  case Opcode::Mad24: {
    Bits high = product(instruction, sources[0], sources[1]);
    if (instruction.has(ptx::ProductPart::Wide))
      return (high + sources[2]) & maskOf(2 * bits);
    return cut(valueOf(high, type) + valueOf(sources[2], type));
  }
  case Opcode::Sad:
    return cut(valueOf(sources[2], type) + (a < b ? b - a : a - b));
  case Opcode::Div:
    return quotient(type, sources[0], sources[1], false);
  case Opcode::Rem:
    return quotient(type, sources[0], sources[1], true);
  case Opcode::Abs:
    return cut(a < 0 ? -a : a);
  case Opcode::Neg:
    return cut(-a);
  case Opcode::Min:
    return relu(std::min(a, b));
  case Opcode::Max:
    return relu(std::max(a, b));
  default:
    notKnown(instruction);
  }
}

} // namespace

Outcome evaluateInteger(const ptx::Instruction& instruction, std::span<const Bits> sources) {
  if (instruction.opcode() == Opcode::Dp4a || instruction.opcode() == Opcode::Dp2a)
    return {dotProduct(instruction, sources)};
  ScalarType type = instruction.type;
  if (ptx::typeInfo(type).kind != ptx::TypeKind::PackedInteger)
    return {scalarInteger(instruction, type, sources)};
  ScalarType half = type == ScalarType::S16x2 ? ScalarType::S16 : ScalarType::U16;
  Bits packed = 0;
  for (unsigned i = 0; i < 2; ++i) {
    Bits parts[2] = {sources[0] >> (16 * i) & 0xffff, sources[1] >> (16 * i) & 0xffff};
    packed |= scalarInteger(instruction, half, parts) << (16 * i);
  }
  return {packed};
}

Outcome evaluateCarry(const ptx::Instruction& instruction, std::span<const Bits> sources,
                      bool& carry) {
  unsigned bits = ptx::bitsOf(instruction.type);
  Opcode opcode = instruction.opcode();
  bool takes = opcode == Opcode::Addc || opcode == Opcode::Subc || opcode == Opcode::Madc;
  Bits in = takes && carry ? 1 : 0;
  Bits a = sources[0], b = sources[1];
  if (opcode == Opcode::Mad || opcode == Opcode::Madc) {
    a = product(instruction, sources[0], sources[1]);
    b = sources[2];
  }
  bool subtracts = opcode == Opcode::Sub || opcode == Opcode::Subc;
  // In 128 bits a borrow shows above the operands, as a carry does.
  Bits result = subtracts ? a - b - in : a + b + in;
  if (instruction.has(ptx::Flag::Cc))
    carry = (result >> bits) & 1;
  return {result & maskOf(bits)};
}

Bits evaluateAtomic(const ptx::Instruction& instruction, Bits old, Bits operand) {
  ScalarType type = instruction.type;
  unsigned bits = ptx::bitsOf(type);
  if (ptx::isFloat(type)) {
    if (!instruction.has(ptx::AtomicOp::Add))
      notKnown(instruction);
    const Format& format = formatOf(type);
    auto x = static_cast<std::uint64_t>(old), y = static_cast<std::uint64_t>(operand);
    bool inShared = instruction.has(ptx::SpaceModifier::Shared);
    if (type == ScalarType::F64) {
      // Global memory passes NaNs on as they are, its own last; shared memory's come first, quiet.
      auto isNan = [](std::uint64_t bits) { return bits << 1 > 0xffe0000000000000; };
      std::uint64_t quiet = inShared ? 0x0008000000000000 : 0;
      for (std::uint64_t number : {inShared ? x : y, inShared ? y : x})
        if (isNan(number))
          return number | quiet;
      Bits sum = pack(format, add(unpack(format, x), unpack(format, y), Rounding::NearestEven),
                      Rounding::NearestEven);
      return isNan(static_cast<std::uint64_t>(sum)) ? Bits{0xfff8000000000000} : sum;
    }
    auto flushed = [&](std::uint64_t number) {
      bool flushes = type == ScalarType::F32 && !inShared && (number & 0x7f800000) == 0;
      return flushes ? number & 0x80000000 : number;
    };
    x = flushed(x);
    y = flushed(y);
    Bits sum = pack(format, add(unpack(format, x), unpack(format, y), Rounding::NearestEven),
                    Rounding::NearestEven);
    return flushed(static_cast<std::uint64_t>(sum));
  }
  __int128 a = valueOf(old, type), b = valueOf(operand, type);
  switch (instruction.required<ptx::AtomicOp>()) {
  case ptx::AtomicOp::Add:
    return static_cast<Bits>(a + b) & maskOf(bits);
  case ptx::AtomicOp::Min:
    return a < b ? old : operand;
  case ptx::AtomicOp::Max:
    return a < b ? operand : old;
  case ptx::AtomicOp::And:
    return old & operand;
  case ptx::AtomicOp::Or:
    return old | operand;
  case ptx::AtomicOp::Xor:
    return old ^ operand;
  case ptx::AtomicOp::Exch:
    return operand;
  case ptx::AtomicOp::Inc:
    return old >= operand ? 0 : old + 1;
  case ptx::AtomicOp::Dec:
    return old == 0 || old > operand ? operand : old - 1;
  case ptx::AtomicOp::Cas: // has two operands
    break;
  }
  notKnown(instruction);
}

} // namespace heddle::reference
