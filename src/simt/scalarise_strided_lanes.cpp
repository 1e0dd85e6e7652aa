#include "simt/scalarise_strided_lanes.h"

#include "simt/turn_squares.h"
#include "simt/vector_target.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ValueHandle.h"

#include <optional>

using namespace llvm;

namespace heddle::simt {
namespace {

// The places of the operands of llvm.masked.gather(pointers, align, mask, passed through) and
// llvm.masked.scatter(values, pointers, align, mask).
constexpr unsigned kGatherPointers = 0, kGatherAlign = 1, kGatherMask = 2, kGatherPassThrough = 3;
constexpr unsigned kScatterValues = 0, kScatterPointers = 1, kScatterAlign = 2, kScatterMask = 3;

// Scalar copies of more instructions than these, one for each lane, do not find registers for the
// values of all lanes at a time.
constexpr unsigned kMostMembers = 12;

bool isIntrinsic(const Value* value, Intrinsic::ID id) {
  auto* intrinsic = dyn_cast<IntrinsicInst>(value);
  return intrinsic && intrinsic->getIntrinsicID() == id;
}

bool isGather(const Value* value) {
  return isIntrinsic(value, Intrinsic::masked_gather);
}

bool isScatter(const Value* value) {
  return isIntrinsic(value, Intrinsic::masked_scatter);
}

// The addresses of lanes at constant distances from a base that they share.
GetElementPtrInst* constantDistances(Value* pointers) {
  auto* address = dyn_cast<GetElementPtrInst>(pointers);
  const bool fits =
      address && address->getNumIndices() == 1 && !address->getPointerOperandType()->isVectorTy() &&
      isa<Constant>(address->getOperand(1)) && address->getOperand(1)->getType()->isVectorTy();
  return fits ? address : nullptr;
}

// Gangs of other rows may still access the neighbours of what this one does (turn_squares.h).
bool hasKnownLanes(const IntrinsicInst& access) {
  if (rowsBelow(access))
    return false;
  const bool gathers = isGather(&access);
  return constantDistances(access.getArgOperand(gathers ? kGatherPointers : kScatterPointers)) &&
         isa<Constant>(access.getArgOperand(gathers ? kGatherMask : kScatterMask));
}

// A function of LLVM that computes each lane of its result from the same lane of operands of the
// same type.
bool isElementwiseCall(const Instruction& instruction) {
  auto* call = dyn_cast<IntrinsicInst>(&instruction);
  return call && isTriviallyVectorizable(call->getIntrinsicID()) &&
         all_of(call->args(),
                [&](const Use& operand) { return operand->getType() == call->getType(); });
}

bool isElementwise(const Instruction& instruction) {
  if (auto* cast = dyn_cast<BitCastInst>(&instruction))
    return cast->getSrcTy()->isVectorTy() && cast->getDestTy()->isVectorTy() &&
           cast->getSrcTy()->getScalarSizeInBits() == cast->getDestTy()->getScalarSizeInBits();
  return isa<BinaryOperator, UnaryOperator, CmpInst, SelectInst, CastInst, FreezeInst>(
             instruction) ||
         isElementwiseCall(instruction);
}

// Gathers, scatters and what lies between them in one block, such that no other instruction uses
// any of it.
class StridedGroup {
public:
  static std::optional<StridedGroup> around(IntrinsicInst& scatter) {
    StridedGroup group(*scatter.getParent());
    if (!group.add(&scatter))
      return std::nullopt;
    // Members grow while they are visited.
    for (unsigned i = 0; i < group.members_.size(); ++i)
      if (!group.addNeighbours(*group.members_[i]) || group.members_.size() > kMostMembers)
        return std::nullopt;
    return group;
  }

  // Where nothing is gathered, each lane would only store, which a scatter does in less code.
  bool isWorthwhile() const {
    const auto gathers = static_cast<std::size_t>(count_if(members_, isGather));
    const auto scatters = static_cast<std::size_t>(count_if(members_, isScatter));
    return gathers > 0 && members_.size() <= 2 * (gathers + scatters);
  }

  void scalarise() {
    SmallVector<Instruction*, 16> ordered(members_.begin(), members_.end());
    sort(ordered, [](const Instruction* a, const Instruction* b) { return a->comesBefore(b); });
    for (Instruction* member : ordered)
      scalarise(*member);
    for (Instruction* member : reverse(ordered))
      member->eraseFromParent();
  }

private:
  explicit StridedGroup(BasicBlock& block) : block_(block) {}

  bool add(Value* value) {
    auto* instruction = dyn_cast<Instruction>(value);
    if (!instruction || instruction->getParent() != &block_)
      return false;
    if (isGather(instruction) || isScatter(instruction)) {
      if (!hasKnownLanes(cast<IntrinsicInst>(*instruction)))
        return false;
    } else if (!instruction->getType()->isVectorTy() || !isElementwise(*instruction)) {
      return false;
    }
    members_.insert(instruction);
    return true;
  }

  bool addNeighbours(Instruction& member) {
    if (isScatter(&member))
      return addOperand(member.getOperand(kScatterValues));
    if (!all_of(member.users(), [&](User* user) { return addUser(*user, member); }))
      return false;
    return isGather(&member)
               ? isa<Constant>(member.getOperand(kGatherPassThrough))
               : all_of(valueOperands(member), [&](Value* operand) { return addOperand(operand); });
  }

  bool addOperand(Value* operand) {
    return !operand->getType()->isVectorTy() || isa<Constant>(operand) || getSplatValue(operand) ||
           add(operand);
  }

  // A scatter must store the value, rather than use it as a mask.
  bool addUser(User& user, Instruction& member) {
    return add(&user) && (!isScatter(&user) || user.getOperand(kScatterValues) == &member) &&
           !isGather(&user);
  }

  static SmallVector<Value*, 3> valueOperands(Instruction& instruction) {
    if (auto* call = dyn_cast<CallInst>(&instruction))
      return SmallVector<Value*, 3>(call->arg_begin(), call->arg_end());
    return SmallVector<Value*, 3>(instruction.operand_values());
  }

  void scalarise(Instruction& member) {
    const auto lanes =
        cast<FixedVectorType>(isScatter(&member) ? member.getOperand(kScatterValues)->getType()
                                                 : member.getType())
            ->getNumElements();
    IRBuilder<> builder(&member);
    for (unsigned lane = 0; lane < lanes; ++lane)
      if (isGather(&member))
        scalars_[{&member, lane}] = load(builder, member, lane);
      else if (isScatter(&member))
        store(builder, member, lane);
      else
        scalars_[{&member, lane}] = compute(builder, member, lane);
  }

  // Of lanes that no scatter stores, LLVM removes what is computed; their loads are not made.
  Value* load(IRBuilder<>& builder, Instruction& gather, unsigned lane) {
    if (isOff(gather.getOperand(kGatherMask), lane))
      return element(gather.getOperand(kGatherPassThrough), lane);
    return builder.CreateAlignedLoad(gather.getType()->getScalarType(),
                                     address(builder, gather.getOperand(kGatherPointers), lane),
                                     alignOf(gather.getOperand(kGatherAlign)));
  }

  void store(IRBuilder<>& builder, Instruction& scatter, unsigned lane) {
    if (!isOff(scatter.getOperand(kScatterMask), lane))
      builder.CreateAlignedStore(element(scatter.getOperand(kScatterValues), lane),
                                 address(builder, scatter.getOperand(kScatterPointers), lane),
                                 alignOf(scatter.getOperand(kScatterAlign)));
  }

  Value* compute(IRBuilder<>& builder, Instruction& member, unsigned lane) {
    if (auto* call = dyn_cast<IntrinsicInst>(&member)) {
      SmallVector<Value*, 3> operands;
      for (Value* operand : call->args())
        operands.push_back(element(operand, lane));
      return builder.CreateIntrinsic(call->getType()->getScalarType(), call->getIntrinsicID(),
                                     operands, call);
    }
    Instruction* scalar = member.clone();
    scalar->mutateType(member.getType()->getScalarType());
    for (Use& operand : scalar->operands())
      operand.set(element(operand, lane));
    return builder.Insert(scalar);
  }

  Value* element(Value* value, unsigned lane) const {
    if (!value->getType()->isVectorTy())
      return value;
    if (auto found = scalars_.find({value, lane}); found != scalars_.end())
      return found->second;
    if (auto* constant = dyn_cast<Constant>(value))
      return constant->getAggregateElement(lane);
    return getSplatValue(value);
  }

  static bool isOff(const Value* mask, unsigned lane) {
    return cast<Constant>(mask)->getAggregateElement(lane)->isNullValue();
  }

  static Value* address(IRBuilder<>& builder, Value* pointers, unsigned lane) {
    GetElementPtrInst* all = constantDistances(pointers);
    return builder.CreateGEP(all->getSourceElementType(), all->getPointerOperand(),
                             cast<Constant>(all->getOperand(1))->getAggregateElement(lane));
  }

  static Align alignOf(const Value* operand) { return cast<ConstantInt>(operand)->getAlignValue(); }

  BasicBlock& block_;
  SetVector<Instruction*> members_;
  DenseMap<std::pair<Value*, unsigned>, Value*> scalars_; // of a vector's lanes
};

// As handles, since scalarising a group removes all of its scatters.
SmallVector<WeakTrackingVH, 16> scattersOf(Function& function) {
  SmallVector<WeakTrackingVH, 16> scatters;
  for (Instruction& instruction : instructions(function))
    if (isScatter(&instruction))
      scatters.emplace_back(&instruction);
  return scatters;
}

} // namespace

PreservedAnalyses ScalariseStridedLanesPass::run(Function& function,
                                                 FunctionAnalysisManager& analyses) {
  if (analyses.getResult<VectorTargetAnalysis>(function).stripMined)
    return PreservedAnalyses::all();
  bool changed = false;
  for (WeakTrackingVH& scatter : scattersOf(function)) {
    if (!scatter)
      continue;
    std::optional<StridedGroup> group = StridedGroup::around(*cast<IntrinsicInst>(scatter));
    if (group && group->isWorthwhile()) {
      group->scalarise();
      changed = true;
    }
  }
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return changed ? preserved : PreservedAnalyses::all();
}

} // namespace heddle::simt
