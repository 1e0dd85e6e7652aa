#include "simt/execution_form.h"

#include "simt/called_functions.h"
#include "simt/canonicalise_control_flow.h"
#include "simt/live_vectors.h"
#include "simt/lockstep_analysis.h"
#include "simt/memory_streams.h"
#include "simt/separate_accumulators.h"
#include "simt/thread_functions.h"
#include "simt/waiting_loops.h"
#include "simt/warp_synchronous.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <algorithm>

using namespace llvm;

namespace heddle::simt {
namespace {

using Kind = ExecutionForm::Kind;

constexpr std::pair<Kind, StringLiteral> kKinds[] = {{Kind::Gang, "gang"},
                                                     {Kind::Lockstep, "lockstep"},
                                                     {Kind::Warp, "warp"},
                                                     {Kind::OneLane, "one-lane"},
                                                     {Kind::Fibers, "fibers"}};

// Lanes of a gang where registers are narrower than that. Several registers' worth of lanes share
// the uniform part of the code; more of them would compete for registers.
constexpr unsigned kUsualLanes = 16;
// A long kernel holds many values at once, and those of 64 bits take twice the registers. From this
// many operations on, a kernel that computes mostly with such values gets half the usual lanes,
// also where that is half a register of 32-bit values: as SHA-512 shows, its code runs at least as
// fast and compiles in less time.
constexpr unsigned kLongKernel = 256;
// A gang within one row, or one column, is preferred to one across several rows if it has at least
// this many lanes, or a whole register of them: its indices are affine or uniform.
constexpr unsigned kFewestLanesInRow = 8;
// Below this many threads, masks cost more than lanes save.
constexpr unsigned kFewestLanes = 4;
// Of a gang that streams through memory: several registers in a row are a cache line or more, and
// beyond four of them the values of a loop no longer fit the register file.
constexpr unsigned kRegistersOfStream = 4;
constexpr unsigned kMostLanes = 64;
// A kernel without barriers that holds few values gets gangs that fill several registers with each
// value, because these share the uniform part of the code and together keep more of the processor's
// units busy. These numbers of registers are tried in this order, and the first one is taken for
// which all values fit into the register file. No gang has more lanes than a warp.
constexpr unsigned kRegistersOfStraightCode[] = {4, 2};

unsigned lanesOfRegister(const VectorTarget& target) {
  return std::max(target.registerBits / 32, 1u);
}

// The largest power of two, at most `most`, that divides the length.
unsigned lanesIn(std::uint32_t length, unsigned most) {
  unsigned lanes = 1;
  while (lanes < most && length % (lanes * 2) == 0)
    lanes *= 2;
  return lanes;
}

// Does the kernel compute mostly with values of 64 bits, and for long? Sums and products do not
// count, because every address is made of them.
bool computesLongWith64Bits(const Module& module) {
  unsigned operations = 0, wide = 0;
  for (const Function& function : module)
    for (const Instruction& instruction : instructions(function)) {
      const bool computes =
          instruction.isBitwiseLogicOp() || instruction.isShift() ||
          isa<IntrinsicInst>(instruction) ||
          (isa<BinaryOperator>(instruction) && instruction.getType()->isFloatingPointTy());
      const unsigned bits = instruction.getType()->getScalarSizeInBits();
      operations += computes && bits > 1;
      wide += computes && bits == 64;
    }
  return operations >= kLongKernel && wide > operations / 2;
}

ExecutionForm makeGang(unsigned width, const Twine& reason) {
  return {width == 1 ? Kind::OneLane : Kind::Gang, width, reason.str()};
}

ExecutionForm chooseGang(const Module& module, const BlockDim& block, const VectorTarget& target) {
  if (target.gangWidth != 0)
    return makeGang(std::min(target.gangWidth, kWarpSize), "asked for");
  const unsigned native = lanesOfRegister(target);
  const bool is64Bits = computesLongWith64Bits(module);
  const unsigned most =
      std::min(kWarpSize, is64Bits ? kUsualLanes / 2 : std::max(kUsualLanes, native));
  const unsigned fewest = std::min(native, kFewestLanesInRow);
  // A gang within one row keeps threadIdx.x affine and the other indices uniform.
  if (unsigned lanes = lanesIn(block.x, most); lanes >= fewest)
    return makeGang(lanes, lanes < most     ? "as many as divide the rows of the block"
                           : lanes < native ? "one register of 64-bit values"
                           : lanes == native
                               ? "one register of 32-bit values"
                               : utostr(lanes / native) + " registers of 32-bit values");
  // threadIdx.y takes the part of threadIdx.x when the block is one column.
  if (unsigned lanes = lanesIn(block.y == 1 ? block.z : block.y, most);
      block.x == 1 && lanes >= fewest)
    return makeGang(lanes, "the block is one column");
  if (block.threads() < kFewestLanes)
    return makeGang(1, "the block has few threads");
  // Otherwise rows share a gang and the last gang may be partly empty.
  unsigned width = kFewestLanes;
  while (width < native && width * 2 <= block.threads())
    width *= 2;
  return makeGang(width, "rows of the block share a gang");
}

// Or of a function that is defined elsewhere: a pointer whose target LLVM has found out.
bool isCallThroughPointer(const Instruction& instruction) {
  auto* call = dyn_cast<CallBase>(&instruction);
  if (!call)
    return false;
  const Function* callee = call->getCalledFunction();
  bool isElsewhere = callee && callee->isDeclaration() && !callee->isIntrinsic() &&
                     threadOpInfo(*call).op == ThreadOp::None;
  return call->isIndirectCall() || isElsewhere;
}

bool callsThroughPointers(const Module& module) {
  return any_of(module, [](const Function& function) {
    return any_of(instructions(function), isCallThroughPointer);
  });
}

// May lanes of a gang wait for each other? Such lanes cannot run in step.
bool waitsForLanes(Function& kernel, FunctionAnalysisManager& analyses) {
  if (!waitsInLoops(analyses.getResult<LoopAnalysis>(kernel)))
    return false;
  analyses.invalidate(kernel, CanonicaliseControlFlowPass().run(kernel, analyses));
  return waitsForOtherLanes(kernel, analyses.getResult<LoopAnalysis>(kernel),
                            analyses.getResult<PostDominatorTreeAnalysis>(kernel));
}

// Empty: gangs will do.
StringRef reasonForFibers(Function& kernel, const VectorTarget& target, bool lanesWait,
                          bool usesWarp) {
  Module& module = *kernel.getParent();
  if (target.fibers)
    return "asked for";
  if (lanesWait && usesWarp)
    return "lanes wait for each other and meet in warp operations";
  if (functionsMeetOthers(module))
    return "a function that is not inlined meets other threads";
  if (kernel.hasFnAttribute(kFunctionsMeet) && callsThroughPointers(module))
    return "a function behind a pointer may meet other threads";
  return "";
}

ExecutionForm choose(Function& kernel, FunctionAnalysisManager& analyses) {
  const VectorTarget& target = analyses.getResult<VectorTargetAnalysis>(kernel);
  const BlockDim block = blockDim(kernel);
  const bool usesWarp = usesWarpOperations(kernel);
  const bool inStep = !usesWarp && block.threads() > 1 && readsOtherLanesStores(kernel);
  const bool lanesWait = waitsForLanes(kernel, analyses);
  if (StringRef reason = reasonForFibers(kernel, target, lanesWait, usesWarp); !reason.empty())
    return {Kind::Fibers, 1, reason.str()};
  if (lanesWait)
    return {Kind::OneLane, 1, "a lane may wait for another one of its gang"};
  if (usesWarp)
    return {Kind::Warp, kWarpSize, "lanes meet in warp operations"};
  if (inStep)
    return {Kind::Lockstep, kWarpSize, "lanes read what others have stored, without a barrier"};
  return chooseGang(*kernel.getParent(), block, target);
}

} // namespace

ExecutionForm executionForm(const Function& function) {
  ExecutionForm form;
  StringRef name = function.getFnAttribute(kExecutionForm).getValueAsString();
  for (const auto& [kind, text] : kKinds)
    if (name == text)
      form.kind = kind;
  form.width = numberAttribute(function, kGangWidth, 1);
  form.reason = function.getFnAttribute(kFormReason).getValueAsString();
  return form;
}

unsigned gangWidth(const Function& function) {
  return numberAttribute(function, kGangWidth, 1);
}

void setExecutionForm(Function& function, const ExecutionForm& form) {
  for (const auto& [kind, text] : kKinds)
    if (form.kind == kind)
      function.addFnAttr(kExecutionForm, text);
  setNumberAttribute(function, kGangWidth, form.width);
  function.addFnAttr(kFormReason, form.reason);
}

void setExecutionForm(Module& module, const ExecutionForm& form) {
  for (Function& function : module)
    if (!function.isDeclaration())
      setExecutionForm(function, form);
}

std::string describeExecutionForm(const Function& kernel) {
  const ExecutionForm form = executionForm(kernel);
  const bool isTurned = kernel.hasFnAttribute(kTurnedBlock);
  BlockDim block = blockDim(kernel);
  if (isTurned)
    std::swap(block.x, block.y);
  std::string text;
  raw_string_ostream stream(text);
  stream << "kernel " << kernel.getName() << ", block " << block.x << "x" << block.y << "x"
         << block.z << ": ";
  switch (form.kind) {
  case Kind::Gang:
    stream << "gang of " << form.width << " lanes";
    break;
  case Kind::Lockstep:
  case Kind::Warp:
    stream << "gang of a warp";
    break;
  case Kind::OneLane:
    stream << "one lane at a time";
    break;
  case Kind::Fibers:
    stream << "fibers";
    break;
  }
  stream << " (" << form.reason << ")";
  if (isTurned)
    stream << ", along threadIdx.y";
  if (unsigned loops = numberAttribute(kernel, kSeparatedLoops))
    stream << ", lane by lane in " << loops << (loops == 1 ? " loop" : " loops")
           << " (each lane walks through memory of its own)";
  if (numberAttribute(kernel, kSeparatedTiles))
    stream
        << ", lane by lane where it multiplies (accumulators of a gang would fill the registers)";
  return text;
}

PreservedAnalyses ChooseExecutionFormPass::run(Module& module, ModuleAnalysisManager& analyses) {
  Function* kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  auto& functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  setExecutionForm(module, choose(*kernel, functions));
  return PreservedAnalyses::none();
}

namespace {

// Do all threads go through the kernel side by side: without barriers, where a wider gang only
// comes later, and without loops that lanes leave one by one, where more lanes would wait?
bool runsStraight(const Function& function, const Shapes& shapes, const LoopInfo& loops) {
  return none_of(instructions(function),
                 [](const Instruction& instruction) {
                   auto* call = dyn_cast<CallBase>(&instruction);
                   return call && (threadOpInfo(*call).flags & BlockLevel);
                 }) &&
         none_of(loops.getLoopsInPreorder(),
                 [&](const Loop* loop) { return shapes.isDivergentLoop(loop); });
}

// Returns the form of wider gangs if the kernel gains from them.
std::optional<ExecutionForm> widerForm(Function& function, FunctionAnalysisManager& analyses,
                                       const VectorTarget& target) {
  const ExecutionForm form = executionForm(function);
  const unsigned native = lanesOfRegister(target);
  if (!function.hasFnAttribute(kKernel) || form.kind != Kind::Gang ||
      form.width < std::min(native, kUsualLanes / 2) || !functionsCalledByGangs(function).empty())
    return std::nullopt;
  LoopInfo& loops = analyses.getResult<LoopAnalysis>(function);
  auto fits = [&](unsigned wide) { return wide > form.width && blockDim(function).x % wide == 0; };
  auto shapesOf = [&](unsigned wide) {
    return Shapes(function, blockDim(function), wide,
                  analyses.getResult<PostDominatorTreeAnalysis>(function), loops);
  };
  if (const unsigned wide =
          target.gangWidth ? target.gangWidth : std::min(kMostLanes, kRegistersOfStream * native);
      fits(wide)) {
    const Shapes shapes = shapesOf(wide);
    if ((target.gangWidth || streamsMemory(function, shapes, loops)) &&
        canOutgrowWarp(function, shapes))
      return ExecutionForm{Kind::Gang, wide,
                           target.gangWidth ? "asked for" : "a loop streams through memory"};
  }
  if (target.gangWidth || target.stripMined)
    return std::nullopt;
  auto holds = [&](unsigned lanes, const Shapes& shapes) {
    const unsigned most = target.registers * 3 / 4 * native / lanes;
    return mostLiveVectors(function, shapes, most + 1) <= most;
  };
  for (const unsigned registers : kRegistersOfStraightCode)
    if (const unsigned wide = std::min(kWarpSize, registers * native); fits(wide)) {
      const Shapes shapes = shapesOf(wide);
      if (runsStraight(function, shapes, loops) && holds(wide, shapes))
        return ExecutionForm{Kind::Gang, wide, "few values live at once"};
    }
  // A gang of half a register, whose values of 64 bits have turned out to be few.
  if (fits(native) && holds(native, shapesOf(native)))
    return ExecutionForm{Kind::Gang, native, "one register of 32-bit values"};
  return std::nullopt;
}

} // namespace

PreservedAnalyses WidenGangPass::run(Function& function, FunctionAnalysisManager& analyses) {
  const auto form =
      widerForm(function, analyses, analyses.getResult<VectorTargetAnalysis>(function));
  if (!form)
    return PreservedAnalyses::all();
  setExecutionForm(function, *form);
  return PreservedAnalyses::none();
}

PreservedAnalyses ExecutionFormPrinterPass::run(Module& module, ModuleAnalysisManager&) {
  if (Function* kernel = findKernel(module))
    stream_ << "heddle: " << describeExecutionForm(*kernel) << "\n";
  return PreservedAnalyses::all();
}

} // namespace heddle::simt
