#include "simt/separate_lanes.h"

#include "simt/called_functions.h"
#include "simt/execution_form.h"
#include "simt/independent_threads.h"
#include "simt/lane_functions.h"
#include "simt/memory_streams.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <algorithm>

using namespace llvm;

namespace heddle::simt {
namespace {

// A step of at most a cache line: every line of the stream is read. Unrolled loops make such steps.
constexpr std::uint64_t kNearStep = 64;
// Instructions of a loop for each of its loads that would be a gather. With more of them, what the
// gang saves by computing for all lanes at once outweighs the gathers.
constexpr unsigned kMostInstructionsPerGather = 8;
// A kernel with more instructions than this outside of such loops stays in gangs, which execute
// them for all lanes at once.
constexpr std::ptrdiff_t kMostInstructionsOutside = 128;

bool canSeparate(const Loop& loop) {
  if (!loop.isInnermost() || !loop.isLoopSimplifyForm() || !loop.getExitingBlock())
    return false;
  return all_of(loop.blocks(), [](const BasicBlock* block) {
    return all_of(*block,
                  [](const Instruction& instruction) { return isIndependentOfLanes(instruction); });
  });
}

// Do lanes part at the end of the loop, and is it mostly gathers, at least one of which follows a
// lane's own stream?
bool isWorthSeparating(const Loop& loop, const Shapes& shapes) {
  if (!shapes.isDivergentLoop(&loop))
    return false;
  unsigned instructions = 0, gathers = 0, streams = 0;
  for (const BasicBlock* block : loop.blocks())
    for (const Instruction& instruction : *block) {
      ++instructions;
      auto* load = dyn_cast<LoadInst>(&instruction);
      if (!load || !shapes.of(load->getPointerOperand()).isVarying())
        continue;
      ++gathers;
      const std::optional<AddressStep> step = addressStep(load->getPointerOperand(), loop);
      streams += step && step->bytes.value_or(kNearStep + 1) <= kNearStep;
    }
  return streams > 0 && instructions <= gathers * kMostInstructionsPerGather;
}

// False if more than one value of the loop is used outside: a call has one result.
bool findResult(LanePart& loop) {
  const SmallPtrSet<BasicBlock*, 4> blocks(loop.blocks.begin(), loop.blocks.end());
  for (PHINode& phi : loop.after->phis()) {
    auto* value = dyn_cast<Instruction>(phi.getIncomingValueForBlock(loop.last));
    if (!value || !blocks.contains(value->getParent()))
      continue;
    if (loop.result && loop.result != value)
      return false;
    loop.result = value;
  }
  return !loop.result || VectorType::isValidElementType(loop.result->getType());
}

std::vector<LanePart> findLoops(const LoopInfo& loops, const Shapes& shapes) {
  std::vector<LanePart> found;
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    if (!canSeparate(*loop) || !isWorthSeparating(*loop, shapes))
      continue;
    LanePart part;
    part.blocks.append(loop->block_begin(), loop->block_end());
    part.before = loop->getLoopPreheader();
    part.last = loop->getExitingBlock();
    part.after = loop->getExitBlock();
    if (findResult(part) && arePassable(inputsOf(part)))
      found.push_back(std::move(part));
  }
  return found;
}

// Is the kernel hardly more than these loops? Then gangs only cost time, because for each loop the
// lanes are taken out of vectors and put back.
bool isAllOfKernel(const std::vector<LanePart>& found, Function& kernel, const LoopInfo& loops) {
  if (loops.getLoopsInPreorder().size() != found.size() || !threadsAreIndependent(kernel))
    return false;
  std::ptrdiff_t inside = 0;
  for (const LanePart& part : found)
    for (const BasicBlock* block : part.blocks)
      inside += static_cast<std::ptrdiff_t>(block->size());
  return static_cast<std::ptrdiff_t>(kernel.getInstructionCount()) - inside <=
         kMostInstructionsOutside;
}

} // namespace

PreservedAnalyses SeparateLanesPass::run(Function& function, FunctionAnalysisManager& analyses) {
  const bool becomesGang =
      function.hasFnAttribute(kKernel) || function.hasFnAttribute(kCalledByGangs);
  if (!becomesGang || gangWidth(function) == 1)
    return PreservedAnalyses::all();
  const LoopInfo& loopInfo = analyses.getResult<LoopAnalysis>(function);
  const std::vector<LanePart> loops =
      findLoops(loopInfo, analyses.getResult<UniformityAnalysis>(function));
  if (loops.empty())
    return PreservedAnalyses::all();
  if (executionForm(function).kind == ExecutionForm::Kind::Gang &&
      function.hasFnAttribute(kKernel) && isAllOfKernel(loops, function, loopInfo)) {
    setExecutionForm(
        function, {ExecutionForm::Kind::OneLane, 1, "each thread walks through memory of its own"});
    return PreservedAnalyses::none();
  }
  for (const LanePart& loop : loops)
    moveToLaneFunction(loop, function.getName() + ".loop");
  setNumberAttribute(function, kSeparatedLoops, static_cast<std::uint32_t>(loops.size()));
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
