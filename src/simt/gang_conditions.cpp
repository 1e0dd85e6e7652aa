// Whether all lanes of a gang, or any, meet a condition. A guard such as
//
//   if (column > 0 && column < n - 1 && row < n) ...
//
// compares numbers that differ by the same amount from lane to lane with numbers that all lanes
// share. The first lane and the last one answer for those between them, so that a few scalar
// instructions tell of most gangs that their lanes agree. Only where they do not tell, the lanes'
// own answers are asked.
#include "simt/ascending_lanes.h"
#include "simt/gang_builder.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::simt {
namespace {

// Conditions with more parts than this are not taken apart.
constexpr unsigned kMostComparisons = 8;

bool isQuestion(const User* user, const BasicBlock& block) {
  auto* call = dyn_cast<CallBase>(user);
  return call && call->getParent() == &block &&
         (threadOp(*call) == ThreadOp::MaskAny || threadOp(*call) == ThreadOp::MaskAll);
}

} // namespace

// Finds the conditions of the block, and the parts of them, that are needed only to ask whether all
// lanes or any meet them. Where scalars answer that, their vectors are never computed.
void GangBuilder::deferConditions(BasicBlock& block) {
  deferred_.clear();
  meetsAny_.clear();
  SmallVector<Value*, 8> work;
  for (Instruction& instruction : block)
    if (isQuestion(&instruction, block))
      work.push_back(cast<CallBase>(instruction).getArgOperand(0));
  while (!work.empty()) {
    auto* part = dyn_cast<Instruction>(work.pop_back_val());
    if (!part || part->getParent() != &block || !isPartOfCondition(*part) ||
        !all_of(part->users(), [&](const User* user) {
          auto* instruction = dyn_cast<Instruction>(user);
          return isQuestion(user, block) || (instruction && deferred_.contains(instruction));
        }))
      continue;
    if (deferred_.insert(part).second)
      append_range(work, part->operands());
  }
}

// Answers for `number < limit`, where the numbers are affine and the limit is the same for all
// lanes.
GangBuilder::Agreement GangBuilder::agreementBelow(CmpInst::Predicate predicate,
                                                   const Value* numbers, const Value* limit) {
  auto lane = [&](unsigned number) { return laneValue(numbers, builder_.getInt32(number)); };
  const bool ascend = shapes_.of(numbers).stride > 0;
  Value* lowest = lane(ascend ? 0 : width_ - 1);
  Value* highest = lane(ascend ? width_ - 1 : 0);
  Value* bound = scalar(limit);
  Value* isLowestBelow = builder_.CreateICmp(predicate, lowest, bound);
  Value* isHighestBelow = builder_.CreateICmp(predicate, highest, bound);
  if (ascends(shapes_, *numbers, width_))
    return {.all = isHighestBelow, .any = isLowestBelow};
  // The numbers may wrap around between two lanes. Then some are very small.
  Value* isInOrder = builder_.CreateICmp(
      CmpInst::isSigned(predicate) ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE, lowest, highest);
  return {.all = builder_.CreateAnd(isHighestBelow, isInOrder),
          .any = builder_.CreateOr(isLowestBelow, builder_.CreateNot(isInOrder)),
          .isAllExact = false,
          .isAnyExact = false};
}

// Returns nothing unless the first lane and the last one can answer. `block` is where the question
// is asked: values that another block has computed may have operands that are not known here.
std::optional<GangBuilder::Agreement>
GangBuilder::agreementOnComparison(CmpInst::Predicate predicate, const Value* left,
                                   const Value* right, const BasicBlock& block) {
  // The greater of two numbers is below a limit if both are.
  auto* extreme = dyn_cast<MinMaxIntrinsic>(left);
  if (extreme && extreme->getParent() == &block && !ICmpInst::isEquality(predicate) &&
      CmpInst::isSigned(predicate) == extreme->isSigned()) {
    auto first = agreementOnComparison(predicate, extreme->getLHS(), right, block);
    auto second =
        first ? agreementOnComparison(predicate, extreme->getRHS(), right, block) : std::nullopt;
    if (!second)
      return std::nullopt;
    const bool isGreatest = ICmpInst::isGT(extreme->getPredicate());
    const bool isBelow = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
    return isGreatest == isBelow ? both(*first, *second) : either(*first, *second);
  }
  if (!left->getType()->isIntegerTy())
    return std::nullopt;
  if (shapes_.of(left).isUniform() && shapes_.of(right).isUniform()) {
    Value* answer = builder_.CreateICmp(predicate, scalar(left), scalar(right));
    return Agreement{.all = answer, .any = answer};
  }
  if (shapes_.of(left).isUniform()) {
    std::swap(left, right);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  const Shape shape = shapes_.of(left);
  if (!shape.isExactlyAffine() || !shapes_.of(right).isUniform())
    return std::nullopt;
  // Numbers that reach further could pass a limit and come back.
  const unsigned bits = left->getType()->getIntegerBitWidth();
  const auto reach = static_cast<std::uint64_t>(std::abs(shape.stride)) * width_;
  if (bits > 64 || reach >> (bits - 1))
    return std::nullopt;
  if (!ICmpInst::isEquality(predicate)) {
    const bool isBelow = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
    Agreement below =
        agreementBelow(isBelow ? predicate : CmpInst::getInversePredicate(predicate), left, right);
    return isBelow ? below : opposite(below);
  }
  // The lanes have neighbouring numbers, so at most one lane has the number that all are compared
  // with.
  if (std::abs(shape.stride) != 1)
    return std::nullopt;
  Value* lowest = laneValue(left, builder_.getInt32(shape.stride > 0 ? 0 : width_ - 1));
  Value* distance = builder_.CreateSub(scalar(right), lowest);
  const Agreement equal = {
      .all = builder_.getFalse(),
      .any = builder_.CreateICmpULT(distance, ConstantInt::get(distance->getType(), width_))};
  return predicate == CmpInst::ICMP_EQ ? equal : opposite(equal);
}

std::optional<GangBuilder::Agreement>
GangBuilder::agreement(const Value* condition, const BasicBlock& block, unsigned& comparisons) {
  if (shapes_.of(condition).isUniform()) {
    Value* answer = scalar(condition);
    return Agreement{.all = answer, .any = answer};
  }
  auto* instruction = dyn_cast<Instruction>(condition);
  if (!instruction || instruction->getParent() != &block)
    return std::nullopt;
  if (auto* comparison = dyn_cast<ICmpInst>(instruction)) {
    if (++comparisons > kMostComparisons)
      return std::nullopt;
    return agreementOnComparison(comparison->getPredicate(), comparison->getOperand(0),
                                 comparison->getOperand(1), block);
  }
  if (Value * negated; match(instruction, m_Not(m_Value(negated)))) {
    const auto answer = agreement(negated, block, comparisons);
    return answer ? std::optional(opposite(*answer)) : std::nullopt;
  }
  const Value *left = nullptr, *right = nullptr;
  const bool isAnd = match(instruction, m_LogicalAnd(m_Value(left), m_Value(right)));
  if (!isAnd && !match(instruction, m_LogicalOr(m_Value(left), m_Value(right))))
    return std::nullopt;
  const auto first = agreement(left, block, comparisons);
  const auto second = first ? agreement(right, block, comparisons) : std::nullopt;
  if (!second)
    return std::nullopt;
  return isAnd ? both(*first, *second) : either(*first, *second);
}

GangBuilder::Agreement GangBuilder::opposite(const Agreement& answer) {
  Value* all = builder_.CreateNot(answer.any);
  return {.all = all,
          .any = answer.isUniform() ? all : builder_.CreateNot(answer.all),
          .isAllExact = answer.isAnyExact,
          .isAnyExact = answer.isAllExact};
}

GangBuilder::Agreement GangBuilder::both(const Agreement& first, const Agreement& second) {
  // Different lanes may meet the two conditions, so that none meets both. The second one may be
  // poison where the first one decides.
  const bool isOneUniform = first.isUniform() || second.isUniform();
  Value* all = builder_.CreateLogicalAnd(first.all, second.all);
  return {.all = all,
          .any = first.isUniform() && second.isUniform()
                     ? all
                     : builder_.CreateLogicalAnd(first.any, second.any),
          .isAllExact = first.isAllExact && second.isAllExact,
          .isAnyExact = isOneUniform && first.isAnyExact && second.isAnyExact};
}

GangBuilder::Agreement GangBuilder::either(const Agreement& first, const Agreement& second) {
  return opposite(both(opposite(first), opposite(second)));
}

Value* GangBuilder::whetherLanesMeet(const CallBase& call, Quantifier quantifier) {
  const Value* condition = call.getArgOperand(0);
  if (width_ == 1)
    return scalar(condition);
  const bool ofAll = quantifier == Quantifier::All;
  auto askLanes = [&]() -> Value* {
    Value* answers = vector(condition);
    if (!ofAll)
      return anyOf(andMask(mask_, answers));
    Value* yes = Constant::getAllOnesValue(answers->getType());
    return allOf(mask_ ? builder_.CreateSelect(mask_, answers, yes) : answers);
  };
  if (mask_)
    return askLanes();
  // A bounds check of a row holds for no lane if it does for neither of the outer ones.
  if (auto* comparison = dyn_cast<ICmpInst>(condition);
      comparison && !ofAll && comparison->getParent() == call.getParent() &&
      isBoundsCheckOfRow(shapes_, *comparison)) {
    auto compare = [&](unsigned lane) {
      Value* number = builder_.getInt32(lane);
      return builder_.CreateICmp(comparison->getPredicate(),
                                 laneValue(comparison->getOperand(0), number),
                                 laneValue(comparison->getOperand(1), number));
    };
    Value* first = compare(0);
    return builder_.CreateOr(first, compare(width_ - 1));
  }
  if (auto known = meetsAny_.find(condition); !ofAll && known != meetsAny_.end())
    return known->second;
  unsigned comparisons = 0;
  const auto answer = agreement(condition, *call.getParent(), comparisons);
  if (!answer)
    return askLanes();
  if (ofAll ? answer->isAllExact : answer->isAnyExact)
    return ofAll ? answer->all : answer->any;
  // Both answers come from the same place, for whoever asks about all lanes then asks about any.
  BasicBlock* before = builder_.GetInsertBlock();
  BasicBlock* notAll = BasicBlock::Create(context_, "not_all", gang_);
  BasicBlock* ask = BasicBlock::Create(context_, "lanes", gang_);
  BasicBlock* done = BasicBlock::Create(context_, "agreed", gang_);
  builder_.CreateCondBr(answer->all, done, notAll);
  builder_.SetInsertPoint(notAll);
  builder_.CreateCondBr(answer->any, ask, done);
  builder_.SetInsertPoint(ask);
  auto saved = local_; // what is computed for this question does not hold after it
  Value* answers = vector(condition);
  Value* doAll = allOf(answers);
  Value* doesAny = anyOf(answers);
  local_ = std::move(saved);
  BasicBlock* end = builder_.GetInsertBlock();
  builder_.CreateBr(done);
  builder_.SetInsertPoint(done);
  auto result = [&](Value* asked) {
    PHINode* phi = builder_.CreatePHI(builder_.getInt1Ty(), 3);
    phi->addIncoming(builder_.getTrue(), before);
    phi->addIncoming(builder_.getFalse(), notAll);
    phi->addIncoming(asked, end);
    return phi;
  };
  Value* all = result(doAll);
  Value* any = result(doesAny);
  meetsAny_[condition] = any;
  return ofAll ? all : any;
}

} // namespace heddle::simt
