#include "simt/uniformity_analysis.h"

#include "simt/execution_form.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"

#include <algorithm>

using namespace llvm;

namespace heddle::simt {

Shapes::Shapes(Function& function, const BlockDim& block, unsigned width,
               PostDominatorTree& postDominators, LoopInfo& loops)
    : block_(block), width_(width), postDominators_(postDominators), loops_(loops),
      layout_(function.getParent()->getDataLayout()) {
  ReversePostOrderTraversal<Function*> order(&function);
  order_.assign(order.begin(), order.end());
  bool changed = true;
  while (changed) {
    changed = false;
    for (BasicBlock* block : order_) {
      for (Instruction& instruction : *block) {
        if (instruction.getType()->isVoidTy())
          continue;
        Shape before = shapes_.lookup(&instruction);
        if (before.isVarying())
          continue;
        Shape after = transfer(instruction);
        // The modulus only falls and the kind only rises, so the iteration ends.
        if (before.kind != Shape::Undefined)
          after.keepCommonResidue(before);
        after.assumed |= before.assumed && after.isAffine();
        if (before.kind > after.kind ||
            (before.isPattern() && after.isPattern() && before.offsets != after.offsets))
          after = Shape::varying();
        if (after == before)
          continue;
        shapes_[&instruction] = after;
        changed = true;
      }
      Instruction* terminator = block->getTerminator();
      if (terminator->getNumSuccessors() > 1 && !divergentBranches_.contains(block)) {
        const Value* condition = isa<BranchInst>(terminator)
                                     ? cast<BranchInst>(terminator)->getCondition()
                                     : cast<SwitchInst>(terminator)->getCondition();
        if (!of(condition).isUniform()) {
          markDivergent(block);
          changed = true;
        }
      }
    }
  }
}

bool Shapes::isBackEdge(const BasicBlock* from, const BasicBlock* to) const {
  const Loop* loop = loops_.getLoopFor(to);
  return loop && loop->getHeader() == to && loop->contains(from);
}

DenseSet<const BasicBlock*> Shapes::influenced(const BasicBlock* branch,
                                               bool acrossBackEdges) const {
  const auto* node = postDominators_.getNode(branch);
  const BasicBlock* join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
  DenseSet<const BasicBlock*> seen;
  SmallVector<std::pair<const BasicBlock*, const BasicBlock*>, 16> work;
  for (const BasicBlock* successor : successors(branch))
    work.push_back({branch, successor});
  while (!work.empty()) {
    auto [from, block] = work.pop_back_val();
    if (block == join || (!acrossBackEdges && isBackEdge(from, block)) ||
        !seen.insert(block).second)
      continue;
    for (const BasicBlock* successor : successors(block))
      work.push_back({block, successor});
  }
  return seen;
}

// Propagates labels along forward edges: from each successor of the branch, and from each exit of a
// loop that lanes leave in different iterations. A block that two labels reach is a join. (The same
// idea as LLVM's sync dependence analysis.)
void Shapes::markDivergent(const BasicBlock* branch) {
  divergentBranches_.insert(branch);
  auto region = influenced(branch, true);
  const auto* node = postDominators_.getNode(branch);
  const BasicBlock* join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;

  SmallSetVector<const BasicBlock*, 8> joins;
  using Labels = DenseMap<const BasicBlock*, const BasicBlock*>;
  auto put = [&](Labels& labels, const BasicBlock* block, const BasicBlock* label) {
    auto [entry, fresh] = labels.try_emplace(block, label);
    if (fresh || entry->second == label)
      return;
    joins.insert(block);
    entry->second = block;
  };
  auto propagate = [&](Labels& labels) {
    for (const BasicBlock* block : order_) {
      auto found = labels.find(block);
      if (found == labels.end() || block == join)
        continue;
      const BasicBlock* label = found->second;
      for (const BasicBlock* successor : successors(block))
        if (!isBackEdge(block, successor))
          put(labels, successor, label);
    }
  };
  Labels sides;
  for (const BasicBlock* successor : successors(branch)) {
    if (isBackEdge(branch, successor))
      continue;
    if (sides.contains(successor))
      joins.insert(successor);
    sides[successor] = successor;
  }
  propagate(sides);
  // A loop around the branch is divergent if the lanes meet again only outside of it: some go round
  // again while others have left. Those may leave it by another exit.
  for (const Loop* loop = loops_.getLoopFor(branch); loop; loop = loop->getParentLoop()) {
    if (join && loop->contains(join))
      continue;
    divergentLoops_.insert(loop);
    SmallVector<Loop::Edge, 4> edges;
    loop->getExitEdges(edges);
    Labels exits;
    for (const auto& [from, to] : edges)
      put(exits, to, from);
    propagate(exits);
  }
  for (const BasicBlock* met : joins) {
    Predecessors& from = divergentJoins_[met].emplace_back();
    for (const BasicBlock* predecessor : predecessors(met))
      if (predecessor == branch || region.contains(predecessor))
        from.insert(predecessor);
  }
}

bool Shapes::invalidate(Function& function, const PreservedAnalyses& preserved,
                        FunctionAnalysisManager::Invalidator& invalidator) {
  auto checker = preserved.getChecker<UniformityAnalysis>();
  return !(checker.preserved() || checker.preservedSet<AllAnalysesOn<Function>>()) ||
         invalidator.invalidate<PostDominatorTreeAnalysis>(function, preserved) ||
         invalidator.invalidate<LoopAnalysis>(function, preserved);
}

AnalysisKey UniformityAnalysis::Key;

Shapes UniformityAnalysis::run(Function& function, FunctionAnalysisManager& analyses) {
  return Shapes(function, blockDim(function), gangWidth(function),
                analyses.getResult<PostDominatorTreeAnalysis>(function),
                analyses.getResult<LoopAnalysis>(function));
}

namespace {

void print(raw_ostream& stream, const Shape& shape) {
  if (shape.isUniform())
    stream << "uniform";
  else if (shape.isAffine())
    stream << "affine " << shape.stride << (shape.assumed ? " assumed" : "");
  else if (shape.isPattern())
    interleave(*shape.offsets, stream << "pattern ", " ");
  else
    stream << "varying";
}

} // namespace

PreservedAnalyses UniformityPrinterPass::run(Function& function,
                                             FunctionAnalysisManager& analyses) {
  const Shapes& shapes = analyses.getResult<UniformityAnalysis>(function);
  stream_ << "shapes of " << function.getName() << ":\n";
  for (BasicBlock& block : function) {
    stream_ << block.getName() << ":" << (shapes.isDivergentBranch(&block) ? " divergent" : "")
            << (shapes.isDivergentJoin(&block) ? " join" : "") << "\n";
    for (Instruction& instruction : block) {
      if (instruction.getName().empty())
        continue;
      stream_ << "  " << instruction.getName() << " ";
      print(stream_, shapes.of(&instruction));
      stream_ << "\n";
    }
  }
  for (Loop* loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    stream_ << "loop " << loop->getHeader()->getName()
            << (shapes.isDivergentLoop(loop) ? " divergent" : " uniform") << "\n";
  return PreservedAnalyses::all();
}

} // namespace heddle::simt
