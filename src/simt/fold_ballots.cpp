#include "simt/fold_ballots.h"

#include "ir/thread_operations.h"
#include "simt/small_matches.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::simt {
namespace {

// A match of fewer bits is hardly less code than the ballots.
constexpr std::size_t kFewestBallots = 3;

// The lanes that agree with a lane in one bit of a value.
struct Agreement {
  Value* value = nullptr;
  std::uint32_t bit = 0;
  CallInst* ballot = nullptr;
};

// Whether the value is all ones where the condition does not hold and zero elsewhere. The condition
// is that `tested`, which is a value of the one bit, is not zero.
bool isComplement(Value* value, Value* condition, Value* tested, const APInt& bit) {
  return match(value, m_SExt(m_Not(m_Specific(condition)))) ||
         (bit.isOne() && match(value, m_Add(m_Specific(tested), m_AllOnes())));
}

CallInst* asBallotOfAll(Value* value, const BasicBlock& block) {
  auto* call = dyn_cast<CallInst>(value);
  const bool isBallot = call && threadOpInfo(*call).op == ThreadOp::VoteBallot;
  return isBallot && call->hasOneUse() && call->getParent() == &block &&
                 match(call->getArgOperand(1), m_AllOnes())
             ? call
             : nullptr;
}

bool findAgreement(Value* lanes, const BasicBlock& block, Agreement& found) {
  Value *left = nullptr, *right = nullptr;
  if (!lanes->hasOneUse() || !match(lanes, m_Xor(m_Value(left), m_Value(right))))
    return false;
  found.ballot = asBallotOfAll(left, block);
  if (!found.ballot) {
    std::swap(left, right);
    found.ballot = asBallotOfAll(left, block);
  }
  Value* tested = nullptr;
  const APInt *bit = nullptr, *shift = nullptr;
  if (!found.ballot ||
      !match(found.ballot->getArgOperand(0),
             m_SpecificICmp(ICmpInst::ICMP_NE, m_Value(tested), m_Zero())) ||
      !match(tested, m_And(m_Value(found.value), m_APInt(bit))) || !bit->isPowerOf2() ||
      bit->getBitWidth() != 32 ||
      !isComplement(right, found.ballot->getArgOperand(0), tested, *bit))
    return false;
  APInt bitOfValue = *bit;
  if (match(found.value, m_LShr(m_Value(left), m_APInt(shift)))) {
    bitOfValue <<= *shift;
    found.value = left;
  }
  found.bit = static_cast<std::uint32_t>(bitOfValue.getZExtValue());
  return found.bit != 0;
}

bool isIntersection(const Value* value, const BasicBlock& block) {
  auto* instruction = dyn_cast<BinaryOperator>(value);
  return instruction && instruction->getOpcode() == Instruction::And &&
         instruction->getType()->isIntegerTy(32) && instruction->getParent() == &block;
}

// The operands of an `and` of many values.
void findOperands(BinaryOperator& intersection, SmallVectorImpl<Value*>& operands) {
  const BasicBlock& block = *intersection.getParent();
  for (Value* operand : intersection.operands())
    if (isIntersection(operand, block) && operand->hasOneUse())
      findOperands(*cast<BinaryOperator>(operand), operands);
    else
      operands.push_back(operand);
}

// The lanes that agree in all of these bits. Those that take no part count as lanes whose bits are
// all zero, as they do in the complement of a ballot.
Value* matchBits(IRBuilder<>& builder, Value* value, std::uint32_t bits) {
  Module& module = *builder.GetInsertBlock()->getModule();
  Value* key = builder.CreateAnd(value, bits);
  if (const int shift = countr_zero(bits))
    key = builder.CreateLShr(key, shift);
  Value* members = builder.getInt32(~0u);
  Value* same = builder.CreateCall(declareThreadOp(module, ThreadOp::MatchAny32), {key, members});
  Value* present = builder.CreateCall(declareThreadOp(module, ThreadOp::VoteBallot),
                                      {builder.getTrue(), members});
  Value* absent = builder.CreateSelect(builder.CreateIsNull(key), builder.CreateNot(present),
                                       builder.getInt32(0));
  return builder.CreateOr(same, absent);
}

bool fold(BinaryOperator& intersection) {
  BasicBlock& block = *intersection.getParent();
  SmallVector<Value*, 8> operands;
  findOperands(intersection, operands);
  SmallVector<Value*, 8> rest;
  MapVector<Value*, SmallVector<Agreement, 8>> agreements;
  for (Value* operand : operands)
    if (Agreement found; findAgreement(operand, block, found))
      agreements[found.value].push_back(found);
    else
      rest.push_back(operand);
  if (agreements.size() != 1 || agreements.front().second.size() < kFewestBallots)
    return false;
  std::uint32_t bits = 0;
  CallInst* last = nullptr;
  for (const Agreement& agreement : agreements.front().second) {
    bits |= agreement.bit;
    if (!last || last->comesBefore(agreement.ballot))
      last = agreement.ballot;
  }
  if (!isShiftedMask_32(bits) || popcount(bits) > static_cast<int>(kSmallMatchBits))
    return false;
  IRBuilder<> builder(last);
  Value* lanes = matchBits(builder, agreements.front().first, bits);
  builder.SetInsertPoint(&intersection);
  for (Value* other : rest)
    lanes = builder.CreateAnd(lanes, other);
  intersection.replaceAllUsesWith(lanes);
  RecursivelyDeleteTriviallyDeadInstructions(&intersection);
  for (const Agreement& agreement : agreements.front().second) {
    Value* condition = agreement.ballot->getArgOperand(0);
    agreement.ballot->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(condition);
  }
  return true;
}

} // namespace

PreservedAnalyses FoldBallotsPass::run(Function& function, FunctionAnalysisManager&) {
  SmallVector<WeakTrackingVH, 16> intersections;
  for (BasicBlock& block : function)
    for (Instruction& instruction : block)
      if (isIntersection(&instruction, block) &&
          !(instruction.hasOneUse() && isIntersection(*instruction.user_begin(), block)))
        intersections.emplace_back(&instruction);
  bool isChanged = false;
  for (WeakTrackingVH& intersection : intersections)
    if (auto* alive = dyn_cast_or_null<BinaryOperator>(intersection))
      isChanged |= fold(*alive);
  if (!isChanged)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::simt
