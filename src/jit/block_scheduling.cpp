#include "jit/block_scheduling.h"

#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/SchedulerRegistry.h"
#include "llvm/CodeGen/SelectionDAG.h"
#include "llvm/CodeGen/SelectionDAGISel.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace heddle::jit {
namespace {

// LLVM's usual scheduler keeps the order of the source and leaves registers to a later pass. In
// blocks beyond this its time is quadratic, the later pass is left out (CodePasses), and values are
// spilled that need not be.
constexpr unsigned kLongBlock = 2000;

ScheduleDAGSDNodes* schedulerOf(SelectionDAGISel* selection, CodeGenOptLevel level) {
  const bool isLong = level != CodeGenOptLevel::None &&
                      selection->CurDAG->allnodes_size() > kLongBlock &&
                      selection->MF->getFunction().hasFnAttribute(kScheduled);
  return isLong ? createILPListDAGScheduler(selection, level)
                : createDefaultScheduler(selection, level);
}

} // namespace

void scheduleLongBlocks() {
  // The only way in: LLVM asks this option for each block.
  using Choice =
      cl::opt<RegisterScheduler::FunctionPassCtor, false, RegisterPassParser<RegisterScheduler>>;
  if (auto found = cl::getRegisteredOptions().find("pre-RA-sched");
      found != cl::getRegisteredOptions().end())
    static_cast<Choice*>(found->second)->setValue(&schedulerOf);
}

} // namespace heddle::jit
