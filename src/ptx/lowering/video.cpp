// Video instructions: operations on bytes and half-words of 32-bit registers, scalar and SIMD.
#include "ptx/lowering/lowering.h"

#include <fmt/format.h>

namespace heddle::ptx {
namespace {

enum class Operation { Add, Sub, AbsDiff, Average, Min, Max, Set, ShiftLeft, ShiftRight };

Operation operationOf(Opcode opcode) {
  switch (opcode) {
  case Opcode::Vadd:
  case Opcode::Vadd2:
  case Opcode::Vadd4:
    return Operation::Add;
  case Opcode::Vsub:
  case Opcode::Vsub2:
  case Opcode::Vsub4:
    return Operation::Sub;
  case Opcode::Vabsdiff:
  case Opcode::Vabsdiff2:
  case Opcode::Vabsdiff4:
    return Operation::AbsDiff;
  case Opcode::Vavrg2:
  case Opcode::Vavrg4:
    return Operation::Average;
  case Opcode::Vmin:
  case Opcode::Vmin2:
  case Opcode::Vmin4:
    return Operation::Min;
  case Opcode::Vmax:
  case Opcode::Vmax2:
  case Opcode::Vmax4:
    return Operation::Max;
  case Opcode::Vshl:
    return Operation::ShiftLeft;
  case Opcode::Vshr:
    return Operation::ShiftRight;
  default:
    return Operation::Set;
  }
}

unsigned shiftAmount(VideoShift shift) {
  switch (shift) {
  case VideoShift::Shr7:
    return 7;
  case VideoShift::Shr15:
    return 15;
  }
  llvm_unreachable("no such shift");
}

// 1 for scalar video instructions, else the number of lanes.
unsigned lanesOf(Opcode opcode) {
  std::string_view name = nameOf(opcode);
  return name.back() == '2' ? 2 : name.back() == '4' ? 4 : 1;
}

} // namespace

// The byte or half-word that a selector such as .b1 or .h0 names, extended to `wide`.
llvm::Value* FunctionLowering::videoPart(const Operand& operand, ScalarType t, llvm::Type* wide) {
  Value* value = read32(operand);
  std::string_view selector = operand.selector;
  if (!selector.empty()) {
    unsigned bits = selector[0] == 'b' ? 8 : 16;
    unsigned index = selector.size() == 2 ? static_cast<unsigned>(selector[1] - '0') : 9;
    if ((selector[0] != 'b' && selector[0] != 'h') || index >= 32 / bits)
      throw LoweringError{ErrorKind::InvalidPtx, operand.location,
                          fmt::format("Unknown selector '.{}'", selector)};
    value = b_.CreateTrunc(b_.CreateLShr(value, bits * index), b_.getIntNTy(bits));
  }
  return isSigned(t) ? b_.CreateSExt(value, wide) : b_.CreateZExt(value, wide);
}

llvm::Value* FunctionLowering::read32(const Operand& operand) {
  Operand plain = operand;
  plain.selector = {};
  plain.negated = false;
  return read(plain, ScalarType::B32);
}

// Clamps to the range of numbers of `bits` bits, signed or not; the type stays that of `value`.
llvm::Value* FunctionLowering::clampTo(Value* value, unsigned bits, bool isSignedRange) {
  unsigned width = value->getType()->getIntegerBitWidth();
  llvm::APInt low =
      isSignedRange ? llvm::APInt::getSignedMinValue(bits).sext(width) : llvm::APInt(width, 0);
  llvm::APInt high = isSignedRange ? llvm::APInt::getSignedMaxValue(bits).sext(width)
                                   : llvm::APInt::getMaxValue(bits).zext(width);
  llvm::Type* ty = value->getType();
  value = intrinsic(llvm::Intrinsic::smax, {ty}, {value, b_.getInt(low)});
  return intrinsic(llvm::Intrinsic::smin, {ty}, {value, b_.getInt(high)});
}

llvm::Value* FunctionLowering::videoOperation(const Instruction& instruction, Value* a, Value* b) {
  llvm::Type* ty = a->getType();
  switch (operationOf(instruction.opcode())) {
  case Operation::Add:
    return b_.CreateAdd(a, b);
  case Operation::Sub:
    return b_.CreateSub(a, b);
  case Operation::AbsDiff:
    return intrinsic(llvm::Intrinsic::abs, {ty}, {b_.CreateSub(a, b), b_.getFalse()});
  case Operation::Average: {
    Value* sum = b_.CreateAdd(a, b);
    Value* notNegative = b_.CreateICmpSGE(sum, llvm::ConstantInt::get(ty, 0));
    return b_.CreateAShr(b_.CreateAdd(sum, b_.CreateZExt(notNegative, ty)), 1);
  }
  case Operation::Min:
    return intrinsic(llvm::Intrinsic::smin, {ty}, {a, b});
  case Operation::Max:
    return intrinsic(llvm::Intrinsic::smax, {ty}, {a, b});
  case Operation::ShiftLeft:
  case Operation::ShiftRight: {
    Value* amount = limitedAmount(instruction.required<ShiftMode>(), b);
    return operationOf(instruction.opcode()) == Operation::ShiftLeft ? b_.CreateShl(a, amount)
                                                                     : b_.CreateAShr(a, amount);
  }
  case Operation::Set:
    // Both operands are extended to 64 bits, each by its own type, so that a signed comparison is
    // right for all of them.
    return b_.CreateZExt(compare(instruction, ScalarType::S64, a, b), ty);
  }
  refuse(instruction);
}

// vmad: d = ±(a * b) ± c, shifted right and saturated.
void FunctionLowering::lowerVideoMad(const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  llvm::Type* wide = b_.getIntNTy(128);
  Value* product = b_.CreateMul(videoPart(operands[1], instruction.atype, wide),
                                videoPart(operands[2], instruction.btype, wide));
  bool isSignedSum = isSigned(instruction.atype) || isSigned(instruction.btype) ||
                     operands[1].negated != operands[2].negated || operands[3].negated;
  Value* c = isSignedSum ? b_.CreateSExt(read32(operands[3]), wide)
                         : b_.CreateZExt(read32(operands[3]), wide);
  if (operands[1].negated != operands[2].negated)
    product = b_.CreateNeg(product);
  if (operands[3].negated)
    c = b_.CreateNeg(c);
  Value* sum = b_.CreateAdd(product, c);
  if (instruction.has(Flag::Po))
    sum = b_.CreateAdd(sum, llvm::ConstantInt::get(wide, 1));
  if (std::optional<VideoShift> shift = instruction.modifier<VideoShift>())
    sum = b_.CreateAShr(sum, shiftAmount(*shift));
  if (instruction.has(Flag::Sat))
    sum = clampTo(sum, 32, isSignedSum);
  write(operands[0], b_.CreateTrunc(sum, b_.getInt32Ty()), ScalarType::B32);
}

void FunctionLowering::lowerVideoScalar(const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  auto *i32 = b_.getInt32Ty(), *i64 = b_.getInt64Ty();
  bool isSet = instruction.opcode() == Opcode::Vset;
  bool isSignedResult = !isSet && isSigned(instruction.dtype);
  Value* value = videoOperation(instruction, videoPart(operands[1], instruction.atype, i64),
                                videoPart(operands[2], instruction.btype, i64));
  std::string_view part = operands[0].selector;
  unsigned bits = part.empty() ? 32 : part[0] == 'b' ? 8 : 16;
  if (instruction.has(Flag::Sat))
    value = clampTo(value, bits, isSignedResult);
  Value* low = b_.CreateTrunc(value, i32);
  if (!part.empty()) { // replaces this part of c
    unsigned index = part.size() == 2 ? static_cast<unsigned>(part[1] - '0') : 9;
    if (operands.size() != 4 || index >= 32 / bits)
      throw LoweringError{ErrorKind::InvalidPtx, instruction.location,
                          "a destination part needs a third source to merge with"};
    std::uint32_t mask = ((1U << bits) - 1) << (bits * index);
    Value* kept = b_.CreateAnd(read32(operands[3]), constant(32, ~mask));
    low = b_.CreateOr(kept, b_.CreateAnd(b_.CreateShl(low, bits * index), constant(32, mask)));
  } else if (std::optional<VideoOp> second = instruction.modifier<VideoOp>()) {
    if (operands.size() != 4)
      throw LoweringError{ErrorKind::InvalidPtx, instruction.location,
                          "the second operation needs a third source"};
    Value* c = read32(operands[3]);
    bool isSignedSecond = isSet ? isSigned(instruction.atype) : isSignedResult;
    // A minimum or maximum compares all bits of the first result.
    auto choose = [&](llvm::Intrinsic::ID ofSigned, llvm::Intrinsic::ID ofUnsigned) {
      Value* wide = isSignedSecond ? b_.CreateSExt(c, i64) : b_.CreateZExt(c, i64);
      Value* chosen = intrinsic(isSignedSecond ? ofSigned : ofUnsigned, {i64}, {value, wide});
      return b_.CreateTrunc(chosen, i32);
    };
    switch (*second) {
    case VideoOp::Add:
      low = b_.CreateAdd(low, c);
      break;
    case VideoOp::Min:
      low = choose(llvm::Intrinsic::smin, llvm::Intrinsic::umin);
      break;
    case VideoOp::Max:
      low = choose(llvm::Intrinsic::smax, llvm::Intrinsic::umax);
      break;
    }
  }
  write(operands[0], low, ScalarType::B32);
}

void FunctionLowering::lowerVideoLanes(const Instruction& instruction, unsigned lanes) {
  const std::vector<Operand>& operands = instruction.operands;
  if (operands.size() != 4)
    throw LoweringError{ErrorKind::InvalidPtx, instruction.location,
                        "SIMD video instructions have four operands"};
  auto *i32 = b_.getInt32Ty(), *i64 = b_.getInt64Ty();
  unsigned bits = 32 / lanes;
  bool isSet = operationOf(instruction.opcode()) == Operation::Set;
  bool isSignedResult = !isSet && isSigned(instruction.dtype);
  Value* a = read32(operands[1]);
  Value* b = read32(operands[2]);
  Value* both = b_.CreateOr(b_.CreateZExt(a, i64), b_.CreateShl(b_.CreateZExt(b, i64), 32));
  // The digits of a selector such as .h10 or .b3210, from the highest lane down, name parts of the
  // pair (a, b).
  auto lane = [&](const Operand& operand, unsigned i, ScalarType t, unsigned start) {
    std::string_view selector = operand.selector;
    unsigned index = start + i;
    if (!selector.empty()) {
      if (selector.size() != lanes + 1)
        throw LoweringError{ErrorKind::InvalidPtx, operand.location,
                            fmt::format("Unknown selector '.{}'", selector)};
      index = static_cast<unsigned>(selector[lanes - i] - '0') % (2 * lanes);
    }
    Value* part = b_.CreateTrunc(b_.CreateLShr(both, bits * index), b_.getIntNTy(bits));
    return isSigned(t) ? b_.CreateSExt(part, i64) : b_.CreateZExt(part, i64);
  };
  std::string_view mask = operands[0].selector;
  Value* c = read32(operands[3]);
  Value* merged = constant(32, 0);
  Value* sum = c;
  for (unsigned i = 0; i < lanes; ++i) {
    bool selected = mask.empty() || mask.find(static_cast<char>('0' + i), 1) != mask.npos;
    std::uint32_t laneMask = static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 1)
                             << (bits * i);
    if (!selected) {
      merged = b_.CreateOr(merged, b_.CreateAnd(c, constant(32, laneMask)));
      continue;
    }
    Value* value = videoOperation(instruction, lane(operands[1], i, instruction.atype, 0),
                                  lane(operands[2], i, instruction.btype, lanes));
    if (instruction.has(Flag::Sat))
      value = clampTo(value, bits, isSignedResult);
    Value* narrow = b_.CreateTrunc(value, b_.getIntNTy(bits));
    merged = b_.CreateOr(merged, b_.CreateShl(b_.CreateZExt(narrow, i32), bits * i));
    sum = b_.CreateAdd(sum, b_.CreateTrunc(value, i32));
  }
  write(operands[0], instruction.has(VideoOp::Add) ? sum : merged, ScalarType::B32);
}

void FunctionLowering::lowerVideo(const Instruction& instruction) {
  std::size_t count = instruction.operands.size();
  if (count < 3 || count > 4 || (instruction.opcode() == Opcode::Vmad && count != 4))
    throw LoweringError{ErrorKind::InvalidPtx, instruction.location,
                        fmt::format("wrong number of operands of '{}'", instruction.fullName())};
  for (const Operand& operand : instruction.operands) {
    bool isTarget = &operand == &instruction.operands[0];
    bool isWord = operand.kind == Operand::Kind::Register
                      ? bitsOf(source_.registers[operand.index].type) == 32
                      : operand.kind == Operand::Kind::Integer && !isTarget;
    if (!isWord)
      throw LoweringError{ErrorKind::InvalidPtx, operand.location,
                          "video instructions work on 32-bit registers"};
  }
  if (instruction.opcode() == Opcode::Vmad)
    return lowerVideoMad(instruction);
  unsigned lanes = lanesOf(instruction.opcode());
  if (lanes == 1)
    return lowerVideoScalar(instruction);
  lowerVideoLanes(instruction, lanes);
}

} // namespace heddle::ptx
