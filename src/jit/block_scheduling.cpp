#include "jit/block_scheduling.h"

#include "jit/background_threads.h"

#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/SchedulerRegistry.h"
#include "llvm/CodeGen/SelectionDAG.h"
#include "llvm/CodeGen/SelectionDAGISel.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace heddle::jit {
namespace {

// A block counts as long if its selection graph has more nodes than this. LLVM's usual scheduler
// keeps the order of the source and leaves it to the machine scheduler to save registers. The
// machine scheduler takes quadratic time and is left out for long blocks (CodePasses in
// compiler.cpp), so values would be spilled that need not be.
constexpr unsigned kLongBlock = 2000;

// Both schedulers order a block for few registers. The one that also looks at the pressure on each
// class of registers is better where it works: on AArch64, that of LLVM 19 crashes on some blocks
// of vector code.
ScheduleDAGSDNodes* createLongBlockScheduler(SelectionDAGISel* selection, CodeGenOptLevel level) {
#if defined(__aarch64__)
  return createBURRListDAGScheduler(selection, level);
#else
  return createILPListDAGScheduler(selection, level);
#endif
}

ScheduleDAGSDNodes* schedulerOf(SelectionDAGISel* selection, CodeGenOptLevel level) {
  // Selecting the instructions of a large kernel is one pass that may take seconds, in which this
  // function is called for each block.
  waitIfExiting();
  const bool isLong = level != CodeGenOptLevel::None &&
                      selection->CurDAG->allnodes_size() > kLongBlock &&
                      selection->MF->getFunction().hasFnAttribute(kSchedulesLongBlocks);
  return isLong ? createLongBlockScheduler(selection, level)
                : createDefaultScheduler(selection, level);
}

// The machine schedulers compare each memory access of a block with those after it, until there are
// this many; then they let half of them stand in the order of the code. With LLVM's limit of 1000
// that was half of the time for the scan of CUB (2026-11).
constexpr unsigned kMostComparedAccesses = 100;

template <typename Option> Option* findOption(StringRef name) {
  const auto found = cl::getRegisteredOptions().find(name);
  return found == cl::getRegisteredOptions().end() ? nullptr : static_cast<Option*>(found->second);
}

} // namespace

void scheduleLongBlocks() {
  // LLVM has no other interface for these than its options for the command line. It asks the first
  // one for each block.
  using Choice =
      cl::opt<RegisterScheduler::FunctionPassCtor, false, RegisterPassParser<RegisterScheduler>>;
  if (auto* const scheduler = findOption<Choice>("pre-RA-sched"))
    scheduler->setValue(&schedulerOf);
  if (auto* const limit = findOption<cl::opt<unsigned>>("dag-maps-huge-region"))
    limit->setValue(kMostComparedAccesses);
}

} // namespace heddle::jit
