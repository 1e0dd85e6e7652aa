#include "simt/barrier_regions.h"

#include "simt/function_attributes.h"
#include "simt/gang_builder.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// A value is computed again behind a barrier by at most about this many instructions, and from
// operands at most this many steps away; otherwise it is kept in the frame, which costs a store, a
// load and the space. More instructions would cost more than that; the depth bounds the search.
constexpr unsigned kMostRecomputed = 24;
constexpr unsigned kDeepestRecomputation = 12;

// Finds the boundaries that values live across. Goes from each use of a value back to where it is
// computed: the few values that live long are followed through many blocks, all others through
// their own. Sets of live values for each block would take several times as long.
class BoundariesAcross {
public:
  explicit BoundariesAcross(ArrayRef<BarrierRegions::Boundary> boundaries) {
    for (const auto& [index, boundary] : enumerate(boundaries))
      boundariesOf_[boundary.call->getParent()].push_back(
          {boundary.call, static_cast<unsigned>(index)});
  }

  std::set<unsigned> find(const Instruction& value) {
    value_ = &value;
    found_.clear();
    visited_.clear();
    for (const Use& use : value.uses()) {
      auto* user = cast<Instruction>(use.getUser());
      if (auto* phi = dyn_cast<PHINode>(user)) {
        liveAtEnd_.push_back(phi->getIncomingBlock(use));
        continue;
      }
      addBoundaries(user->getParent(), user);
      if (user->getParent() != value.getParent())
        append_range(liveAtEnd_, predecessors(user->getParent()));
    }
    while (!liveAtEnd_.empty()) {
      const BasicBlock* block = liveAtEnd_.pop_back_val();
      if (!visited_.insert(block).second)
        continue;
      addBoundaries(block, nullptr);
      if (block != value.getParent())
        append_range(liveAtEnd_, predecessors(block));
    }
    return std::move(found_);
  }

private:
  // The value lives up to `end` or, if that is null, to the end of the block.
  void addBoundaries(const BasicBlock* block, const Instruction* end) {
    auto found = boundariesOf_.find(block);
    if (found == boundariesOf_.end())
      return;
    for (auto [call, index] : found->second)
      if ((block != value_->getParent() || !call->comesBefore(value_)) &&
          (!end || call->comesBefore(end)))
        found_.insert(index);
  }

  DenseMap<const BasicBlock*, SmallVector<std::pair<const CallInst*, unsigned>, 1>> boundariesOf_;
  // Of the value that is being followed:
  const Instruction* value_ = nullptr;
  std::set<unsigned> found_;
  SmallVector<const BasicBlock*, 16> liveAtEnd_; // blocks still to be looked at
  SmallPtrSet<const BasicBlock*, 16> visited_;
};

// Is the value cheap arithmetic on the context, the gang's number and addresses of local memory?
// Then `chain` gets the instructions that compute it, operands first; each region has the
// addresses.
bool isRecomputable(Instruction* value, SmallVectorImpl<Instruction*>& chain, unsigned depth) {
  if (is_contained(chain, value))
    return true;
  if (depth == 0 || chain.size() > kMostRecomputed)
    return false;
  if (auto* load = dyn_cast<LoadInst>(value)) {
    if (!load->hasMetadata(LLVMContext::MD_invariant_load) || !load->isSimple())
      return false;
  } else if (isa<PHINode>(value) || (isa<CallBase>(value) && !isCallOf(*value, kGangFull)) ||
             isa<AllocaInst>(value) || value->mayReadOrWriteMemory() || value->isTerminator()) {
    return false;
  }
  for (Use& operand : value->operands()) {
    auto* instruction = dyn_cast<Instruction>(operand);
    if (instruction && !isa<AllocaInst>(instruction) &&
        !isRecomputable(instruction, chain, depth - 1))
      return false;
  }
  chain.push_back(value);
  return true;
}

bool isBoundary(const Instruction& instruction) {
  return isCallOf(instruction, kGangBarrier) || isCallOf(instruction, kGangYield) ||
         isCallOf(instruction, kGangWait);
}

// May the result differ between the gangs of a block even where the operands do not?
bool differsBetweenGangs(const Instruction& instruction) {
  if (auto* load = dyn_cast<LoadInst>(&instruction))
    return !load->hasMetadata(LLVMContext::MD_invariant_load);
  if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction))
    return !isBoundary(instruction);
  return instruction.isAtomic() || isa<AllocaInst>(instruction);
}

// Follows what depends on the gang's number, until a branch on that decides about boundaries.
class GangDivergence {
public:
  GangDivergence(Function& gang, ArrayRef<BarrierRegions::Boundary> boundaries,
                 const PostDominatorTree& postDominators)
      : gang_(gang), postDominators_(postDominators), varying_({gang.getArg(1)}) {
    for (const BarrierRegions::Boundary& boundary : boundaries)
      boundaryBlocks_.insert(boundary.call->getParent());
  }

  bool decidesAboutBoundaries() {
    do {
      changed_ = false;
      for (BasicBlock& block : gang_) {
        for (Instruction& instruction : block)
          visit(instruction);
        Instruction* terminator = block.getTerminator();
        if (terminator->getNumSuccessors() > 1 && varying_.contains(terminator->getOperand(0)) &&
            partsGangs(block))
          return true;
      }
    } while (changed_);
    return false;
  }

private:
  void visit(Instruction& instruction) {
    if (varying_.contains(&instruction))
      return;
    bool varies = differsBetweenGangs(instruction) ||
                  (isa<PHINode>(instruction) && joins_.contains(instruction.getParent()));
    for (Use& operand : instruction.operands())
      varies |= varying_.contains(operand);
    if (!varies)
      return;
    varying_.insert(&instruction);
    changed_ = true;
  }

  // Gangs go different ways from this branch to where its ways meet: is there a boundary in
  // between?
  bool partsGangs(BasicBlock& branch) {
    auto* node = postDominators_.getNode(&branch);
    BasicBlock* join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    SmallVector<BasicBlock*, 16> work(successors(&branch));
    SmallPtrSet<BasicBlock*, 16> seen;
    bool found = false;
    while (!work.empty()) {
      BasicBlock* next = work.pop_back_val();
      changed_ |= joins_.insert(next).second;
      if (next == join || !seen.insert(next).second)
        continue;
      found |= boundaryBlocks_.contains(next);
      work.append(succ_begin(next), succ_end(next));
    }
    return found;
  }

  Function& gang_;
  const PostDominatorTree& postDominators_;
  DenseSet<const BasicBlock*> boundaryBlocks_;
  DenseSet<const Value*> varying_;
  DenseSet<const BasicBlock*> joins_; // where gangs may come from different predecessors
  bool changed_ = false;
};

} // namespace

bool isCallOf(const Instruction& instruction, const char* name) {
  auto* call = dyn_cast<CallInst>(&instruction);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == name;
}

BarrierRegions::BarrierRegions(Function& gang, const PostDominatorTree& postDominators)
    : gang_(&gang) {
  findBoundaries();
  findLiveValues();
  gangsCanDiverge = !onlyWholeBlockBarriers || canSuspend ||
                    GangDivergence(gang, boundaries, postDominators).decidesAboutBoundaries();
}

void BarrierRegions::findBoundaries() {
  const std::uint32_t threads = blockDim(*gang_).threads();
  for (Instruction& instruction : instructions(*gang_)) {
    if (isCallOf(instruction, kGangBarrierArrive))
      onlyWholeBlockBarriers = false;
    if (!isBoundary(instruction))
      continue;
    auto* call = cast<CallInst>(&instruction);
    const bool isWait = isCallOf(*call, kGangWait);
    const bool isYield = isWait || isCallOf(*call, kGangYield);
    canSuspend |= isWait;
    boundaries.push_back({call, isYield, isWait});
    if (isYield)
      continue;
    auto* id = dyn_cast<ConstantInt>(call->getArgOperand(0));
    auto* count = dyn_cast<ConstantInt>(call->getArgOperand(1));
    onlyWholeBlockBarriers &=
        id && count && id->isZero() && (count->isZero() || count->getZExtValue() == threads);
  }
}

void BarrierRegions::findLiveValues() {
  BoundariesAcross boundariesAcross(boundaries);
  for (Instruction& instruction : instructions(*gang_)) {
    if (isa<AllocaInst>(instruction))
      continue;
    LiveValue live{&instruction, boundariesAcross.find(instruction), {}};
    if (live.boundaries.empty())
      continue;
    if (!isRecomputable(&instruction, live.recomputation, kDeepestRecomputation))
      live.recomputation.clear();
    liveValues.push_back(std::move(live));
  }
}

void BarrierRegions::print(raw_ostream& stream) const {
  stream << "barrier regions of " << gang_->getName() << ":\n"
         << (onlyWholeBlockBarriers ? "  all barriers are for the whole block\n"
                                    : "  barriers are named, or for part of the block\n")
         << (gangsCanDiverge ? "  gangs may come to different barriers\n"
                             : "  gangs come to the same barriers\n")
         << "  region 0: from the start\n";
  for (unsigned i = 0; i < boundaries.size(); ++i) {
    const Boundary& boundary = boundaries[i];
    stream << "  region " << i + 1 << ": behind a "
           << (boundary.isWait    ? "wait"
               : boundary.isYield ? "yield"
                                  : "barrier")
           << " in " << boundary.call->getParent()->getName() << "\n";
    for (const LiveValue& live : liveValues) {
      if (!live.boundaries.contains(i))
        continue;
      stream << "    ";
      live.value->printAsOperand(stream, false);
      if (live.recomputation.empty())
        stream << " in the frame\n";
      else
        stream << " recomputed, instructions: " << live.recomputation.size() << "\n";
    }
  }
}

AnalysisKey BarrierRegionsAnalysis::Key;

BarrierRegions BarrierRegionsAnalysis::run(Function& gang, FunctionAnalysisManager& analyses) {
  return BarrierRegions(gang, analyses.getResult<PostDominatorTreeAnalysis>(gang));
}

PreservedAnalyses BarrierRegionsPrinterPass::run(Function& function,
                                                 FunctionAnalysisManager& analyses) {
  if (function.hasFnAttribute(kGang))
    analyses.getResult<BarrierRegionsAnalysis>(function).print(stream_);
  return PreservedAnalyses::all();
}

} // namespace heddle::simt
