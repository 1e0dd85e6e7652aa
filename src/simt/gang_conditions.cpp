// Conditions that hold for all lanes of a gang, or for any, told by its first lane and its last one
// alone. A guard such as `0 < x && x < width - 1 && y < height` then costs a few scalar
// instructions, where its masks would cost a vector comparison for each part and a reduction to one
// bit.
#include "simt/ascending_lanes.h"
#include "simt/gang_builder.h"

#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::simt {
namespace {

// Is `max(a, b) > limit`, or what has the same form, `a > limit || b > limit`? Else it is
// `a > limit && b > limit`, as `min(a, b) > limit` is.
bool isDisjunction(Intrinsic::ID extremum, CmpInst::Predicate predicate) {
  const bool isMaximum = extremum == Intrinsic::umax || extremum == Intrinsic::smax;
  return isMaximum == (ICmpInst::isGT(predicate) || ICmpInst::isGE(predicate));
}

} // namespace

// Joins the condition's answers in all lanes by And (does it hold for all?) or Or (for any?), in
// `block`, for gangs without a mask. Null unless the first lane and the last one tell: for parts of
// the condition that another block computes, they cannot be asked, as their operands may end there.
Value* GangBuilder::joinOuterLanes(const Value& condition, Instruction::BinaryOps join,
                                   const BasicBlock& block) {
  if (shapes_.of(&condition).isUniform())
    return scalar(&condition);
  auto* instruction = dyn_cast<Instruction>(&condition);
  if (!instruction || instruction->getParent() != &block)
    return nullptr;
  if (auto* comparison = dyn_cast<ICmpInst>(instruction))
    return joinOuterLanesOfComparison(*comparison, join);

  const Value *left = nullptr, *right = nullptr;
  if (match(instruction, m_Not(m_Value(left)))) {
    const auto opposite = join == Instruction::And ? Instruction::Or : Instruction::And;
    Value* const joined = joinOuterLanes(*left, opposite, block);
    return joined ? builder_.CreateNot(joined) : nullptr;
  }
  const bool isAnd = match(instruction, m_LogicalAnd(m_Value(left), m_Value(right)));
  if (!isAnd && !match(instruction, m_LogicalOr(m_Value(left), m_Value(right))))
    return nullptr;
  // `a || b` may hold for all lanes though neither part does, unless one part is the same for all.
  if (isAnd != (join == Instruction::And) && !shapes_.of(left).isUniform() &&
      !shapes_.of(right).isUniform())
    return nullptr;
  Value* const first = joinOuterLanes(*left, join, block);
  Value* const second = first ? joinOuterLanes(*right, join, block) : nullptr;
  if (!second)
    return nullptr;
  // The right part may be poison where the left one decides.
  return isAnd ? builder_.CreateLogicalAnd(first, second) : builder_.CreateLogicalOr(first, second);
}

Value* GangBuilder::joinOuterLanesOfComparison(const ICmpInst& comparison,
                                               Instruction::BinaryOps join) {
  const Value &left = *comparison.getOperand(0), &right = *comparison.getOperand(1);
  const CmpInst::Predicate predicate = comparison.getPredicate();
  const bool isOfRow = join == Instruction::Or && isBoundsCheckOfRow(shapes_, comparison);
  if (isOfRow || isLimitOfAscending(shapes_, comparison, width_) ||
      isZeroTestOfAscending(shapes_, comparison, width_))
    return joinOuterLanesOfLimit(predicate, left, right, join);

  auto* extremum = dyn_cast<MinMaxIntrinsic>(&left);
  if (!extremum || !shapes_.of(&right).isUniform() || comparison.isEquality() ||
      extremum->isSigned() != comparison.isSigned())
    return nullptr;
  const bool isOr = isDisjunction(extremum->getIntrinsicID(), predicate);
  const Value &first = *extremum->getLHS(), &second = *extremum->getRHS();
  const auto isTold = [&](const Value& number) {
    return shapes_.of(&number).isUniform() || ascends(shapes_, number, width_);
  };
  const bool isOneUniform = shapes_.of(&first).isUniform() || shapes_.of(&second).isUniform();
  if (!isTold(first) || !isTold(second) || (isOr != (join == Instruction::Or) && !isOneUniform))
    return nullptr;
  return builder_.CreateBinOp(isOr ? Instruction::Or : Instruction::And,
                              joinOuterLanesOfLimit(predicate, first, right, join),
                              joinOuterLanesOfLimit(predicate, second, right, join));
}

Value* GangBuilder::joinOuterLanesOfLimit(CmpInst::Predicate predicate, const Value& lanes,
                                          const Value& limit, Instruction::BinaryOps join) {
  const auto compare = [&](unsigned lane) {
    Value* const number = builder_.getInt32(lane);
    return builder_.CreateICmp(predicate, laneValue(&lanes, number), laneValue(&limit, number));
  };
  Value* const first = compare(0);
  return builder_.CreateBinOp(join, first, compare(width_ - 1));
}

} // namespace heddle::simt
