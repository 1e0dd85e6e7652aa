#include "simt/separate_runs.h"

#include "ir/thread_operations.h"
#include "simt/execution_form.h"
#include "simt/gang_builder.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::simt {
namespace {

// Fewer updates are not worth a copy.
constexpr std::size_t kFewestEnds = 4;

// An update that a thread makes where a run ends, between two elements.
struct RunEnd {
  BasicBlock* before = nullptr;   // compares the elements
  BasicBlock* updating = nullptr; // only entered where they differ; has the update alone
  BasicBlock* meeting = nullptr;
  AtomicRMWInst* update = nullptr;
  Value* key = nullptr; // of the run, and of the next element
  Value* nextKey = nullptr;
  Instruction* comparison = nullptr;
  bool asksForEquality = false;
  PHINode* carried = nullptr;  // what the next element begins with
  ConstantInt* rest = nullptr; // that, behind the update
};

bool isCounting(const AtomicRMWInst& update) {
  return update.getOperation() == AtomicRMWInst::Add && update.use_empty() &&
         !update.isVolatile() && update.getMetadata(kBlockPrivate);
}

// Whether the block does nothing but the update, and nobody else uses what it computes for it.
bool hasUpdateAlone(const BasicBlock& block, const AtomicRMWInst& update) {
  return all_of(block, [&](const Instruction& instruction) {
    if (&instruction == &update || instruction.isTerminator())
      return true;
    return !instruction.mayReadOrWriteMemory() && !isa<PHINode>(instruction) &&
           !instruction.isUsedOutsideOfBlock(&block);
  });
}

// Finds the way from `before` to `meeting` that passes by the update: the block that it comes from.
BasicBlock* wayPast(BasicBlock& before, BasicBlock& other, const BasicBlock& meeting) {
  if (&other == &meeting)
    return &before;
  return other.sizeWithoutDebug() == 1 && other.getSingleSuccessor() == &meeting &&
                 other.getSinglePredecessor() == &before
             ? &other
             : nullptr;
}

// Whether `past` is the sum of what the update adds and what is carried behind it.
bool carriesAddend(Value* past, Value* addend, const ConstantInt& rest) {
  auto *sum = dyn_cast<ConstantInt>(past), *added = dyn_cast<ConstantInt>(addend);
  if (sum && added)
    return sum->getValue() == added->getValue() + rest.getValue();
  return past == addend && rest.isZero();
}

std::optional<RunEnd> findRunEnd(AtomicRMWInst& update) {
  RunEnd end;
  end.update = &update;
  end.updating = update.getParent();
  end.before = end.updating->getSinglePredecessor();
  end.meeting = end.updating->getSingleSuccessor();
  if (!isCounting(update) || !end.before || !end.meeting || !end.meeting->hasNPredecessors(2) ||
      !hasUpdateAlone(*end.updating, update))
    return std::nullopt;
  ICmpInst::Predicate predicate{};
  auto* branch = dyn_cast<BranchInst>(end.before->getTerminator());
  if (!branch || !branch->isConditional() ||
      !match(branch->getCondition(), m_ICmp(predicate, m_Value(end.key), m_Value(end.nextKey))))
    return std::nullopt;
  const bool entersIfSo = branch->getSuccessor(0) == end.updating;
  if (predicate != (entersIfSo ? ICmpInst::ICMP_NE : ICmpInst::ICMP_EQ))
    return std::nullopt;
  end.comparison = cast<Instruction>(branch->getCondition());
  end.asksForEquality = !entersIfSo;
  BasicBlock* const way =
      wayPast(*end.before, *branch->getSuccessor(entersIfSo ? 1 : 0), *end.meeting);
  end.carried = dyn_cast<PHINode>(&end.meeting->front());
  if (!way || !end.carried || !hasSingleElement(end.meeting->phis()))
    return std::nullopt;
  end.rest = dyn_cast<ConstantInt>(end.carried->getIncomingValueForBlock(end.updating));
  if (!end.rest ||
      !carriesAddend(end.carried->getIncomingValueForBlock(way), update.getValOperand(), *end.rest))
    return std::nullopt;
  return end;
}

// Whether both are computed in the same way, one from the key where the other has the next key.
bool isSameOfNextKey(Value* value, Value* next, const RunEnd& end) {
  if ((value == end.key && next == end.nextKey) || (value == end.nextKey && next == end.key))
    return true;
  auto *first = dyn_cast<Instruction>(value), *second = dyn_cast<Instruction>(next);
  if (value == next || !first || !second)
    return value == next;
  if (!isa<BinaryOperator, CastInst, GetElementPtrInst>(first) ||
      !first->isSameOperationAs(second, Instruction::CompareIgnoringAlignment))
    return false;
  return all_of(zip(first->operands(), second->operands()), [&](const auto& operands) {
    return isSameOfNextKey(std::get<0>(operands), std::get<1>(operands), end);
  });
}

// Returns what the next update adds beside what is carried to it: nothing if that is not all, or if
// the update is of another counter.
std::optional<APInt> addedBeside(const RunEnd& end, AtomicRMWInst& next) {
  Value* const addend = next.getValOperand();
  const APInt* added = nullptr;
  if (addend != end.carried && !match(addend, m_Add(m_Specific(end.carried), m_APInt(added))))
    return std::nullopt;
  if (!isSameOfNextKey(end.update->getPointerOperand(), next.getPointerOperand(), end))
    return std::nullopt;
  return added ? *added : APInt(addend->getType()->getIntegerBitWidth(), 0);
}

// Runs of neighbouring elements: each update is followed by the one of the next element, and the
// last of them by one that is made in any case.
class Runs {
public:
  explicit Runs(ArrayRef<RunEnd> ends) : ends_(ends) {}

  bool areSeparable() {
    for (std::size_t i = 0; i < ends_.size(); ++i)
      if (!isFollowed(i))
        return false;
    return ends_.size() >= kFewestEnds;
  }

  void separate() {
    hoist();
    BasicBlock& before = *ends_.front().before;
    BasicBlock* const inRuns = before.splitBasicBlock(before.getTerminator(), "in.runs");
    BasicBlock* const separate =
        BasicBlock::Create(before.getContext(), "separate", before.getParent(), inRuns);
    IRBuilder<> builder(before.getTerminator());
    builder.CreateCondBr(callThreadOp(builder, ThreadOp::MaskAll, areLong(builder)), inRuns,
                         separate);
    before.getTerminator()->eraseFromParent();
    builder.SetInsertPoint(separate);
    for (std::size_t i = 0; i < ends_.size(); ++i)
      updateAlways(builder, i);
    if (BasicBlock* const behind = splitBehindLast()) {
      copyLastUpdate(builder);
      builder.CreateBr(behind);
    } else {
      builder.CreateBr(ends_.back().meeting);
      ends_.back().carried->addIncoming(ends_.back().rest, separate);
    }
  }

private:
  AtomicRMWInst* updateBehind(std::size_t i) const {
    if (i + 1 < ends_.size())
      return ends_[i + 1].update;
    for (Instruction& instruction : *ends_[i].meeting)
      if (instruction.mayReadOrWriteMemory()) {
        auto* update = dyn_cast<AtomicRMWInst>(&instruction);
        return update && isCounting(*update) ? update : nullptr;
      }
    return nullptr;
  }

  bool isFollowed(std::size_t i) {
    const RunEnd& end = ends_[i];
    AtomicRMWInst* const next = updateBehind(i);
    const std::optional<APInt> beside = next ? addedBeside(end, *next) : std::nullopt;
    if (!beside)
      return false;
    addends_.push_back(end.rest->getValue() + *beside);
    const bool isLast = i + 1 == ends_.size();
    const Value* const addend = next->getValOperand();
    auto isCounted = [&](const User* user) {
      return user == addend || user == next || (!isLast && user == ends_[i + 1].carried);
    };
    if (!all_of(end.carried->users(), isCounted) || !all_of(addend->users(), isCounted))
      return false;
    return isLast || all_of(*end.meeting, [&](const Instruction& instruction) {
             return &instruction == end.carried || &instruction == addend ||
                    instruction.isTerminator() ||
                    (isSafeToSpeculativelyExecute(&instruction) &&
                     !instruction.mayReadOrWriteMemory());
           });
  }

  // Moves what is computed from the elements before the first comparison.
  void hoist() const {
    Instruction* const place = ends_.front().before->getTerminator();
    for (std::size_t i = 0; i + 1 < ends_.size(); ++i)
      for (Instruction& instruction : make_early_inc_range(*ends_[i].meeting))
        if (&instruction != ends_[i].carried && !instruction.isTerminator() &&
            &instruction != ends_[i + 1].update->getValOperand())
          instruction.moveBefore(place);
  }

  Value* areLong(IRBuilder<>& builder) const {
    Value* const compared = ends_.front().comparison;
    return ends_.front().asksForEquality ? compared : builder.CreateNot(compared);
  }

  void updateAlways(IRBuilder<>& builder, std::size_t i) const {
    ValueToValueMapTy copies;
    for (Instruction& instruction : *ends_[i].updating) {
      if (instruction.isTerminator())
        break;
      Instruction* const copy = builder.Insert(instruction.clone());
      RemapInstruction(copy, copies, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      copies[&instruction] = copy;
    }
    auto* update = cast<AtomicRMWInst>(copies[ends_[i].update]);
    if (i > 0)
      update->setOperand(1, ConstantInt::get(update->getType(), addends_[i - 1]));
  }

  // Makes a basic block of what comes behind the last update, which is made in any case. Null if
  // that needs what was computed for this update.
  BasicBlock* splitBehindLast() const {
    AtomicRMWInst* const last = updateBehind(ends_.size() - 1);
    for (const Instruction& instruction :
         make_range(last->getParent()->begin(), last->getIterator()))
      if (any_of(instruction.users(), [&](const User* user) {
            auto* by = cast<Instruction>(user);
            return by->getParent() != last->getParent() || last->comesBefore(by);
          }))
        return nullptr;
    return last->getParent()->splitBasicBlock(std::next(last->getIterator()), "behind.runs");
  }

  void copyLastUpdate(IRBuilder<>& builder) const {
    AtomicRMWInst* const last = updateBehind(ends_.size() - 1);
    ValueToValueMapTy copies;
    for (Instruction& instruction : drop_begin(*ends_.back().meeting)) {
      if (instruction.isTerminator() || &instruction == last->getValOperand())
        continue;
      Instruction* const copy = builder.Insert(instruction.clone());
      RemapInstruction(copy, copies, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      copies[&instruction] = copy;
    }
    auto* update = cast<AtomicRMWInst>(copies[last]);
    update->setOperand(1, ConstantInt::get(update->getType(), addends_.back()));
  }

  ArrayRef<RunEnd> ends_;
  SmallVector<APInt, 16> addends_; // of the update behind each
};

// The ends of runs of neighbours, from the first pair to the last.
std::vector<std::vector<RunEnd>> findRuns(Function& function) {
  MapVector<BasicBlock*, RunEnd> ends;
  for (Instruction& instruction : instructions(function))
    if (auto* update = dyn_cast<AtomicRMWInst>(&instruction))
      if (std::optional<RunEnd> end = findRunEnd(*update))
        ends[end->before] = *end;
  SmallPtrSet<const BasicBlock*, 16> meetings;
  for (const auto& [before, end] : ends)
    meetings.insert(end.meeting);
  std::vector<std::vector<RunEnd>> runs;
  for (const auto& [before, end] : ends) {
    if (meetings.contains(before))
      continue;
    runs.emplace_back();
    for (auto next = ends.find(before); next != ends.end(); next = ends.find(next->second.meeting))
      runs.back().push_back(next->second);
  }
  return runs;
}

} // namespace

PreservedAnalyses SeparateRunsPass::run(Function& function, FunctionAnalysisManager&) {
  if (!function.hasFnAttribute(kKernel) || gangWidth(function) == 1)
    return PreservedAnalyses::all();
  bool changed = false;
  for (const std::vector<RunEnd>& ends : findRuns(function))
    if (Runs runs(ends); runs.areSeparable()) {
      runs.separate();
      changed = true;
    }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::simt
