#include "simt/copy_clamped_code.h"

#include "ir/thread_operations.h"
#include "simt/execution_form.h"
#include "simt/uniformity_analysis.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <iterator>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::simt {
namespace {

// Fewer clamped values cost less than the tests in front of the copy and its code.
constexpr unsigned kFewestClamps = 4;
// In instructions. Beyond these, the time to compile a copy outweighs what it saves.
constexpr unsigned kLargestCopy = 1000, kLargestFunction = 8000;
// Each root has tests of its own in front of the copy, so that many of them would cost more than
// the copy saves. The indices of an image have two or three roots.
constexpr unsigned kMostGroups = 8;
// Wider than any index and any constant distance between two of them.
constexpr unsigned kWideBits = 128;

// A value as a root and a constant distance from it.
struct Index {
  Value* root;
  APInt distance; // of kWideBits
};

// What a root must be like so that none of the indices with that root is clamped.
struct Group {
  explicit Group(Type* type)
      : least(APInt::getSignedMinValue(type->getIntegerBitWidth()).sext(kWideBits)),
        greatest(APInt::getSignedMaxValue(type->getIntegerBitWidth()).sext(kWideBits)) {}

  // The root itself lies between these constants.
  APInt least, greatest;
  // The root plus the distance must be at most each of the first values, and at least each of the
  // others.
  MapVector<Value*, APInt> below, above;
};

// The clamped values of one basic block.
class Clamps {
public:
  Clamps(BasicBlock& block, const Shapes& shapes) : shapes_(shapes) {
    findIndices(block);
    for (Instruction& instruction : block)
      if (auto* clamp = dyn_cast<MinMaxIntrinsic>(&instruction);
          clamp && clamp->isSigned() && partsOfAddresses_.contains(clamp))
        add(*clamp);
  }

  const MapVector<Value*, Group>& groups() const { return groups_; }
  // What the clamped values are if nothing is clamped.
  const MapVector<MinMaxIntrinsic*, Index>& indices() const { return indices_; }

private:
  // Marks what addresses are made of. Other minima and maxima are what the code computes.
  void findIndices(BasicBlock& block) {
    for (Instruction& instruction : reverse(block)) {
      const bool isStep = isa<MinMaxIntrinsic, CastInst, OverflowingBinaryOperator>(instruction) ||
                          instruction.getOpcode() == Instruction::Or;
      if (isa<GetElementPtrInst, IntToPtrInst>(instruction) ||
          (isStep && partsOfAddresses_.contains(&instruction)))
        partsOfAddresses_.insert(instruction.op_begin(), instruction.op_end());
    }
  }

  // Looks through sums with constants, and through clamps whose indices are known, for the root.
  Index indexOf(Value* value) const {
    APInt distance = APInt::getZero(kWideBits);
    for (;;) {
      Value* rest = nullptr;
      const APInt* constant = nullptr;
      if (match(value, m_AddLike(m_Value(rest), m_APInt(constant)))) {
        distance += constant->sext(kWideBits);
        value = rest;
        continue;
      }
      if (auto* clamp = dyn_cast<MinMaxIntrinsic>(value))
        if (auto known = indices_.find(clamp); known != indices_.end())
          return {known->second.root, known->second.distance + distance};
      return {value, distance};
    }
  }

  // Which operand is the limit? The other one is the index.
  unsigned limitOf(const MinMaxIntrinsic& clamp) const {
    const Value* left = clamp.getLHS();
    const Value* right = clamp.getRHS();
    if (isa<Constant>(right) || isa<Constant>(left))
      return isa<Constant>(right) ? 1 : 0;
    if (const bool uniform = shapes_.of(left).isUniform(); uniform != shapes_.of(right).isUniform())
      return uniform ? 0 : 1;
    return groups_.contains(indexOf(clamp.getLHS()).root) ||
                   !groups_.contains(indexOf(clamp.getRHS()).root)
               ? 1
               : 0;
  }

  void add(MinMaxIntrinsic& clamp) {
    if (!clamp.getType()->isIntegerTy())
      return;
    const unsigned operand = limitOf(clamp);
    Value* limit = clamp.getArgOperand(operand);
    const Index index = indexOf(clamp.getArgOperand(1 - operand));
    // Where the lanes' indices do not follow a pattern, each lane accesses one element by itself in
    // the copy, too, so that it would save little.
    if (isa<Constant>(index.root) || index.root == limit || !fits(index.distance, *limit) ||
        shapes_.of(index.root).isVarying() || !shapes_.of(limit).isUniform())
      return;
    if (!groups_.contains(index.root) && groups_.size() == kMostGroups)
      return;
    Group& group = groups_.try_emplace(index.root, Group(clamp.getType())).first->second;
    const bool isMax = clamp.getIntrinsicID() == Intrinsic::smax;
    // No sum of root and distance may wrap around.
    const unsigned bits = clamp.getType()->getIntegerBitWidth();
    group.least = APIntOps::smax(group.least,
                                 APInt::getSignedMinValue(bits).sext(kWideBits) - index.distance);
    group.greatest = APIntOps::smin(group.greatest, APInt::getSignedMaxValue(bits).sext(kWideBits) -
                                                        index.distance);
    if (auto* constant = dyn_cast<ConstantInt>(limit)) {
      const APInt number = constant->getValue().sext(kWideBits) - index.distance;
      (isMax ? group.least : group.greatest) =
          isMax ? APIntOps::smax(group.least, number) : APIntOps::smin(group.greatest, number);
    } else {
      const auto known = (isMax ? group.above : group.below).try_emplace(limit, index.distance);
      APInt& distance = known.first->second;
      distance = isMax ? APIntOps::smin(distance, index.distance)
                       : APIntOps::smax(distance, index.distance);
    }
    indices_.insert({&clamp, index});
  }

  // Is the distance a number of the limit's type?
  static bool fits(const APInt& distance, const Value& limit) {
    return distance.isSignedIntN(limit.getType()->getIntegerBitWidth());
  }

  const Shapes& shapes_;
  DenseSet<const Value*> partsOfAddresses_;
  MapVector<Value*, Group> groups_; // by their root
  MapVector<MinMaxIntrinsic*, Index> indices_;
};

// The part of a block that is copied, from one instruction to before another one.
struct Part {
  BasicBlock::iterator begin, end;
  unsigned clamps = 0;
  SmallVector<Value*, 4> roots; // of the indices that are not clamped in the copy
};

class ClampedCode {
public:
  ClampedCode(BasicBlock& block, const Shapes& shapes) : block_(block), clamps_(block, shapes) {}

  // Copies the part of the block with most clamps, if it has enough of them, and returns the number
  // of instructions that it took.
  unsigned copy() {
    Part part = findPart();
    if (part.clamps < kFewestClamps)
      return 0;
    narrow(part);
    const auto size = static_cast<unsigned>(std::distance(part.begin, part.end));
    const bool isMovable = none_of(make_range(part.begin, part.end), [&](const Instruction& each) {
      auto* call = dyn_cast<CallBase>(&each);
      return isa<AllocaInst>(each) || (call && (threadOpInfo(*call).flags & BlockLevel)) ||
             any_of(each.operands(),
                    [&](const Value* operand) { return isAggregateBefore(operand, part); });
    });
    if (size == 0 || size > kLargestCopy || !isMovable)
      return 0;
    copy(part);
    return size;
  }

private:
  // The first instruction behind what tells whether the group's indices are clamped.
  BasicBlock::iterator firstBehind(Value* root, const Group& group) const {
    BasicBlock::iterator first = block_.getFirstInsertionPt();
    const auto goBehind = [&](Value* value) {
      auto* instruction = dyn_cast<Instruction>(value);
      if (instruction && instruction->getParent() == &block_ && !isa<PHINode>(instruction) &&
          !instruction->comesBefore(&*first))
        first = std::next(instruction->getIterator());
    };
    goBehind(root);
    for (const auto& [limit, distance] : group.below)
      goBehind(limit);
    for (const auto& [limit, distance] : group.above)
      goBehind(limit);
    return first;
  }

  // Whether the value is a vector or a struct. A gang has no registers for these from one basic
  // block to the next, and the copied part becomes a basic block of its own.
  static bool isAggregate(const Value& value) {
    return !value.getType()->isVoidTy() && !VectorType::isValidElementType(value.getType());
  }

  bool isAggregateBefore(const Value* value, const Part& part) const {
    auto* instruction = dyn_cast<Instruction>(value);
    return instruction && isAggregate(*instruction) && instruction->getParent() == &block_ &&
           instruction->comesBefore(&*part.begin);
  }

  bool isUsed(const MinMaxIntrinsic& clamp, const Part& part) const {
    return any_of(clamp.users(), [&](const User* user) {
      auto* instruction = cast<Instruction>(user);
      return instruction->getParent() == &block_ && !instruction->comesBefore(&*part.begin);
    });
  }

  // A copy can only begin where all is known that its tests compare. The later it begins, the more
  // groups it has, but the fewer uses of their clamped values follow. Returns the best beginning.
  Part findPart() const {
    SmallVector<std::pair<Value*, BasicBlock::iterator>, 4> begins;
    for (const auto& [root, group] : clamps_.groups())
      begins.push_back({root, firstBehind(root, group)});
    Part best;
    for (const auto& [beginner, begin] : begins) {
      Part part{begin, block_.end(), 0, {}};
      for (const auto& [root, other] : begins)
        if (other == begin || other->comesBefore(&*begin))
          part.roots.push_back(root);
      part.clamps = static_cast<unsigned>(count_if(clamps_.indices(), [&](const auto& known) {
        return is_contained(part.roots, known.second.root) && isUsed(*known.first, part);
      }));
      if (part.clamps > best.clamps)
        best = part;
    }
    return best;
  }

  // Ends the part behind the last instruction that needs a clamped value. What the part computes
  // from other values alone is moved in front of it, so that the copy does not repeat it.
  void narrow(Part& part) const {
    SmallPtrSet<const Value*, 32> copied;
    for (const auto& [clamp, index] : clamps_.indices())
      copied.insert(clamp);
    // The last instruction that needs a clamped value. The loop may move the one behind it to the
    // front of the part, so an iterator to that one would not mark the part's end.
    Instruction* last = nullptr;
    for (Instruction& instruction :
         make_early_inc_range(make_range(part.begin, block_.getTerminator()->getIterator()))) {
      const bool depends = copied.contains(&instruction) ||
                           any_of(instruction.operands(),
                                  [&](const Use& operand) { return copied.contains(operand); });
      if (depends) {
        copied.insert(&instruction);
        last = &instruction;
      } else if (instruction.mayReadOrWriteMemory() || isAggregate(instruction) ||
                 !isSafeToSpeculativelyExecute(&instruction)) {
        copied.insert(&instruction);
      } else if (part.begin == instruction.getIterator()) {
        ++part.begin;
      } else {
        instruction.moveBefore(block_, part.begin);
      }
    }
    part.end = last ? std::next(last->getIterator()) : part.begin;
  }

  // Whether no index of the group is clamped, in any lane.
  Value* isInside(IRBuilder<>& builder, Value* root, const Group& group) const {
    const unsigned bits = root->getType()->getIntegerBitWidth();
    Value* inside = builder.getTrue();
    const auto require = [&](CmpInst::Predicate predicate, Value* left, Value* right) {
      Value* holds = builder.CreateICmp(predicate, left, right);
      inside = builder.CreateAnd(inside, callThreadOp(builder, ThreadOp::MaskAll, holds));
    };
    const auto number = [&](const APInt& value) { return builder.getInt(value.trunc(bits)); };
    if (group.least != APInt::getSignedMinValue(bits).sext(kWideBits))
      require(CmpInst::ICMP_SGE, root, number(group.least));
    if (group.greatest != APInt::getSignedMaxValue(bits).sext(kWideBits))
      require(CmpInst::ICMP_SLE, root, number(group.greatest));
    for (const auto& [limit, distance] : group.above)
      require(CmpInst::ICMP_SGE, builder.CreateAdd(root, number(distance)), limit);
    for (const auto& [limit, distance] : group.below)
      require(CmpInst::ICMP_SLE, builder.CreateAdd(root, number(distance)), limit);
    return inside;
  }

  // Makes three basic blocks of the part and what follows it:
  //
  //   ... br i1 %all, label %inside, label %clamped
  //   inside:  (the copy, without clamps) br label %rest
  //   clamped: (the original) br label %rest
  //   rest:    (phis of what is used further on) ...
  void copy(const Part& part) {
    BasicBlock* rest = SplitBlock(&block_, part.end);
    BasicBlock* original = SplitBlock(&block_, part.begin);
    rest->setName("rest");
    original->setName("clamped");
    ValueToValueMapTy map;
    BasicBlock* copied = CloneBasicBlock(original, map, "", block_.getParent());
    copied->setName("inside");
    copied->moveBefore(original);
    Instruction* branch = block_.getTerminator();
    IRBuilder<> builder(branch);
    Value* inside = builder.getTrue();
    for (Value* root : part.roots)
      inside =
          builder.CreateAnd(inside, isInside(builder, root, clamps_.groups().find(root)->second));
    builder.CreateCondBr(inside, copied, original);
    branch->eraseFromParent();
    replaceClamps(part, *copied, map);
    for (Instruction& instruction : *copied)
      RemapInstruction(&instruction, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    joinValues(*original, *copied, *rest, map);
  }

  // In the copy a clamped value is its root and the distance.
  void replaceClamps(const Part& part, BasicBlock& copied, ValueToValueMapTy& map) const {
    for (const auto& [clamp, index] : clamps_.indices()) {
      if (!is_contained(part.roots, index.root))
        continue;
      auto* twin = cast_or_null<Instruction>(static_cast<Value*>(map.lookup(clamp)));
      IRBuilder<> builder(&copied, twin ? twin->getIterator() : copied.begin());
      const unsigned bits = clamp->getType()->getIntegerBitWidth();
      Value* plain =
          index.distance.isZero()
              ? index.root
              : builder.CreateAdd(index.root, builder.getInt(index.distance.trunc(bits)));
      map[clamp] = plain;
      if (twin)
        twin->eraseFromParent();
    }
  }

  static void joinValues(BasicBlock& original, BasicBlock& copied, BasicBlock& rest,
                         const ValueToValueMapTy& map) {
    for (Instruction& instruction : original) {
      if (none_of(instruction.users(), [&](const User* user) {
            return cast<Instruction>(user)->getParent() != &original;
          }))
        continue;
      PHINode* joined = PHINode::Create(instruction.getType(), 2, "", rest.begin());
      instruction.replaceUsesOutsideBlock(joined, &original);
      joined->addIncoming(&instruction, &original);
      joined->addIncoming(map.lookup(&instruction), &copied);
    }
  }

  BasicBlock& block_;
  const Clamps clamps_;
};

} // namespace

PreservedAnalyses CopyClampedCodePass::run(Function& function, FunctionAnalysisManager& analyses) {
  unsigned size = function.getInstructionCount();
  if (gangWidth(function) == 1 || size > kLargestFunction)
    return PreservedAnalyses::all();
  const Shapes& shapes = analyses.getResult<UniformityAnalysis>(function);
  SmallVector<BasicBlock*, 16> blocks;
  for (BasicBlock& block : function)
    blocks.push_back(&block);
  bool isChanged = false;
  for (BasicBlock* block : blocks)
    if (size <= kLargestFunction)
      if (const unsigned copied = ClampedCode(*block, shapes).copy()) {
        size += copied;
        isChanged = true;
      }
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::simt
