#include "simt/address_distance.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::simt {
namespace {

using Distance = std::optional<AddressDistance>;

// Addresses that need longer expressions have no distance.
constexpr unsigned kDeepest = 12;
// Larger numbers than this could overflow when distances are multiplied.
constexpr std::int64_t kLargest = std::int64_t{1} << 24;

Distance find(const Value* first, const Value* second, unsigned depth);

Distance plus(const Distance& left, const Distance& right) {
  if (!left || !right)
    return std::nullopt;
  return AddressDistance{left->bytes + right->bytes, left->mayWrap || right->mayWrap};
}

Distance times(const Distance& distance, std::int64_t factor) {
  if (!distance || std::abs(factor) > kLargest || std::abs(distance->bytes) > kLargest)
    return std::nullopt;
  return AddressDistance{distance->bytes * factor, distance->mayWrap};
}

// The same operation on both sides.
Distance ofSame(const Instruction& first, const Instruction& second, unsigned depth) {
  const auto ofOperand = [&](unsigned i) {
    return find(first.getOperand(i), second.getOperand(i), depth);
  };
  const APInt* constant = nullptr;
  switch (first.getOpcode()) {
  case Instruction::Add:
    return plus(ofOperand(0), ofOperand(1));
  case Instruction::Or:
    return cast<PossiblyDisjointInst>(first).isDisjoint() &&
                   cast<PossiblyDisjointInst>(second).isDisjoint()
               ? plus(ofOperand(0), ofOperand(1))
               : std::nullopt;
  case Instruction::Mul:
    return first.getOperand(1) == second.getOperand(1) &&
                   match(first.getOperand(1), m_APInt(constant))
               ? times(ofOperand(0), constant->getSExtValue())
               : std::nullopt;
  case Instruction::Shl:
    return first.getOperand(1) == second.getOperand(1) &&
                   match(first.getOperand(1), m_APInt(constant)) && constant->ult(24)
               ? times(ofOperand(0), std::int64_t{1} << constant->getZExtValue())
               : std::nullopt;
  case Instruction::ZExt:
  case Instruction::SExt: {
    Distance distance = ofOperand(0);
    if (distance && distance->bytes != 0)
      distance->mayWrap = true;
    return distance;
  }
  case Instruction::IntToPtr:
  case Instruction::PtrToInt:
  case Instruction::Freeze:
    return ofOperand(0);
  default:
    return std::nullopt;
  }
}

Distance ofElements(const GetElementPtrInst& first, const GetElementPtrInst& second,
                    unsigned depth) {
  const Type* element = first.getSourceElementType();
  if (element != second.getSourceElementType() || first.getNumIndices() != 1 ||
      second.getNumIndices() != 1)
    return std::nullopt;
  const auto bytes = static_cast<std::int64_t>(
      first.getDataLayout().getTypeAllocSize(first.getSourceElementType()).getFixedValue());
  Distance index = find(first.getOperand(1), second.getOperand(1), depth);
  if (index && index->bytes != 0 && first.getOperand(1)->getType()->getScalarSizeInBits() < 64)
    index->mayWrap = true;
  return plus(find(first.getPointerOperand(), second.getPointerOperand(), depth),
              times(index, bytes));
}

// Takes constants off a sum.
const Value* withoutConstants(const Value* number, std::int64_t& sum) {
  Value* rest = nullptr;
  const APInt* constant = nullptr;
  while (match(number, m_AddLike(m_Value(rest), m_APInt(constant))) && constant->isSignedIntN(32)) {
    sum += constant->getSExtValue();
    number = rest;
  }
  return number;
}

Distance ofOperations(const Value* first, const Value* second, unsigned depth) {
  const APInt *number = nullptr, *other = nullptr;
  if (match(first, m_APInt(number)) && match(second, m_APInt(other)) && number->isSignedIntN(32) &&
      other->isSignedIntN(32))
    return AddressDistance{other->getSExtValue() - number->getSExtValue()};
  auto* operation = dyn_cast<Instruction>(first);
  auto* same = dyn_cast<Instruction>(second);
  if (!operation || !same || operation->getOpcode() != same->getOpcode())
    return std::nullopt;
  if (auto* address = dyn_cast<GetElementPtrInst>(operation))
    return ofElements(*address, cast<GetElementPtrInst>(*same), depth);
  return ofSame(*operation, *same, depth);
}

Distance find(const Value* first, const Value* second, unsigned depth) {
  if (first == second)
    return AddressDistance{};
  if (depth == 0 || first->getType() != second->getType())
    return std::nullopt;
  const Value *splat = getSplatValue(first), *otherSplat = getSplatValue(second);
  if (splat && otherSplat)
    return find(splat, otherSplat, depth - 1);
  std::int64_t before = 0, behind = 0;
  const Value* rest = withoutConstants(first, before);
  const Value* otherRest = withoutConstants(second, behind);
  const Distance distance =
      rest == otherRest ? AddressDistance{} : ofOperations(rest, otherRest, depth - 1);
  return plus(distance, AddressDistance{behind - before});
}

} // namespace

std::optional<AddressDistance> addressDistance(const Value* first, const Value* second) {
  return find(first, second, kDeepest);
}

} // namespace heddle::simt
