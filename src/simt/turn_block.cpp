#include "simt/turn_block.h"

#include "ir/thread_operations.h"
#include "simt/execution_form.h"
#include "simt/independent_threads.h"
#include "simt/uniformity_analysis.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

using namespace llvm;

namespace heddle::simt {
namespace {

// An access in a loop counts as this many outside of it, for each loop around it up to the limit.
constexpr unsigned kIterations = 8;
constexpr unsigned kDeepestLoop = 4;
// The cost of an access with constant strides, which takes a few accesses and shuffles rather than
// one access a lane.
constexpr std::uint64_t kStridedCost = 3;
// A store to many lines costs more than a load from them: each line is read before it is written,
// and is in part written again when it has left the first cache.
constexpr std::uint64_t kScatterFactor = 2;

void exchangeIndices(Function& kernel) {
  Module& module = *kernel.getParent();
  for (Instruction& instruction : instructions(kernel)) {
    const ThreadOp op = threadOp(instruction);
    if (op == ThreadOp::TidX)
      cast<CallBase>(instruction).setCalledFunction(declareThreadOp(module, ThreadOp::TidY));
    else if (op == ThreadOp::TidY)
      cast<CallBase>(instruction).setCalledFunction(declareThreadOp(module, ThreadOp::TidX));
  }
}

// What the kernel's accesses cost a gang.
std::uint64_t accessCost(Function& kernel, const BlockDim& block, unsigned width,
                         FunctionAnalysisManager& analyses) {
  const LoopInfo& loops = analyses.getResult<LoopAnalysis>(kernel);
  const Shapes shapes(kernel, block, width, analyses.getResult<PostDominatorTreeAnalysis>(kernel),
                      analyses.getResult<LoopAnalysis>(kernel));
  const DataLayout& layout = kernel.getDataLayout();
  std::uint64_t cost = 0;
  for (Instruction& instruction : instructions(kernel)) {
    const Value* address = getLoadStorePointerOperand(&instruction);
    if (!address)
      continue;
    std::uint64_t weight = 1;
    for (unsigned depth = std::min(loops.getLoopDepth(instruction.getParent()), kDeepestLoop);
         depth > 0; --depth)
      weight *= kIterations;
    const Shape shape = shapes.of(address);
    const auto bytes =
        static_cast<std::int64_t>(layout.getTypeStoreSize(getLoadStoreType(&instruction)));
    if (shape.isVarying())
      cost += weight * width * (isa<StoreInst>(instruction) ? kScatterFactor : 1);
    else if (shape.isUniform() || (shape.isAffine() && std::abs(shape.stride) == bytes))
      cost += weight;
    else
      cost += weight * kStridedCost;
  }
  return cost;
}

} // namespace

PreservedAnalyses TurnBlockPass::run(Function& function, FunctionAnalysisManager& analyses) {
  const ExecutionForm form = executionForm(function);
  const BlockDim block = blockDim(function);
  const BlockDim turned{block.y, block.x, block.z};
  if (!function.hasFnAttribute(kKernel) || form.kind != ExecutionForm::Kind::Gang ||
      block.x % form.width != 0 || block.y % form.width != 0 || !threadsAreIndependent(function))
    return PreservedAnalyses::all();
  const std::uint64_t cost = accessCost(function, block, form.width, analyses);
  exchangeIndices(function);
  // Without a clear gain the block stays as it is, since programmers arrange accesses for
  // neighbours in threadIdx.x.
  if (accessCost(function, turned, form.width, analyses) * 4 > cost * 3) {
    exchangeIndices(function);
    return PreservedAnalyses::all();
  }
  setBlockDim(function, turned);
  function.addFnAttr(kTurnedBlock);
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
