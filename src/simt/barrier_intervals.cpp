#include "simt/barrier_intervals.h"

#include "simt/function_attributes.h"
#include "simt/race_instrumentation.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

#include <vector>

using namespace llvm;

namespace heddle::simt {
namespace {

// What is only declared is an operation of a thread or a function of the engine.
bool callsDeviceFunction(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  return call && (!call->getCalledFunction() || !call->getCalledFunction()->isDeclaration());
}

// The instructions that a thread may come to from `first` on without passing a barrier of the whole
// block.
std::vector<const Instruction*> intervalFrom(const Instruction& first) {
  std::vector<const Instruction*> interval, work = {&first};
  SmallPtrSet<const BasicBlock*, 16> entered;
  while (!work.empty()) {
    const Instruction* instruction = work.back();
    work.pop_back();
    while (instruction && !isBarrierOfWholeBlock(*instruction)) {
      interval.push_back(instruction);
      if (instruction->isTerminator())
        for (const BasicBlock* successor : successors(instruction->getParent()))
          if (entered.insert(successor).second)
            work.push_back(&successor->front());
      instruction = instruction->getNextNode();
    }
  }
  return interval;
}

} // namespace

InstructionSet instructionsWithoutWrites(Function& function,
                                         function_ref<bool(const Instruction&)> isWrite) {
  const Instruction& entry = function.getEntryBlock().front();
  std::vector<const Instruction*> starts = {&entry};
  InstructionSet found, besideWrites;
  for (const Instruction& instruction : instructions(function)) {
    found.insert(&instruction);
    if (isBarrierOfWholeBlock(instruction))
      starts.push_back(instruction.getNextNode());
  }
  for (const Instruction* start : starts) {
    const std::vector<const Instruction*> interval = intervalFrom(*start);
    const bool hasWrites = (start == &entry && !function.hasFnAttribute(kKernel)) ||
                           any_of(interval, [&](const Instruction* instruction) {
                             return isWrite(*instruction) || callsDeviceFunction(*instruction);
                           });
    if (hasWrites)
      besideWrites.insert(interval.begin(), interval.end());
  }
  for (const Instruction* instruction : besideWrites)
    found.erase(instruction);
  return found;
}

} // namespace heddle::simt
