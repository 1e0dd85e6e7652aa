#include "simt/separate_lanes.h"

#include "simt/called_functions.h"
#include "simt/execution_form.h"
#include "simt/memory_streams.h"
#include "simt/thread_functions.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <algorithm>

using namespace llvm;

namespace heddle::simt {
namespace {

// A step of at most a cache line: every line of the stream is read. Unrolled loops make such steps.
constexpr std::uint64_t kNearStep = 64;
// Instructions of a loop for each of its loads that would be a gather. With more of them, what the
// gang saves by computing for all lanes at once outweighs the gathers.
constexpr unsigned kMostInstructionsPerGather = 8;

// A loop, and what goes in and out of it.
struct SeparateLoop {
  SmallVector<BasicBlock*, 4> blocks;
  BasicBlock* preheader;
  BasicBlock* exiting;
  BasicBlock* exit;
  SetVector<Value*> inputs;
  Instruction* result; // null: nothing of it is used outside
};

// May lanes run the instruction in any order, without anybody noticing?
bool isIndependent(const Instruction& instruction) {
  if (auto* load = dyn_cast<LoadInst>(&instruction))
    return load->isSimple();
  if (auto* call = dyn_cast<CallBase>(&instruction))
    return isa<IntrinsicInst>(call) && call->doesNotAccessMemory();
  return !instruction.mayReadOrWriteMemory();
}

bool canSeparate(const Loop& loop) {
  if (!loop.isInnermost() || !loop.isLoopSimplifyForm() || !loop.getExitingBlock())
    return false;
  return all_of(loop.blocks(), [](const BasicBlock* block) {
    return all_of(*block,
                  [](const Instruction& instruction) { return isIndependent(instruction); });
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
bool findResult(SeparateLoop& loop) {
  const SmallPtrSet<BasicBlock*, 4> blocks(loop.blocks.begin(), loop.blocks.end());
  loop.result = nullptr;
  for (PHINode& phi : loop.exit->phis()) {
    auto* value = dyn_cast<Instruction>(phi.getIncomingValueForBlock(loop.exiting));
    if (!value || !blocks.contains(value->getParent()))
      continue;
    if (loop.result && loop.result != value)
      return false;
    loop.result = value;
  }
  return !loop.result || VectorType::isValidElementType(loop.result->getType());
}

void findInputs(SeparateLoop& loop) {
  const SmallPtrSet<BasicBlock*, 4> blocks(loop.blocks.begin(), loop.blocks.end());
  for (BasicBlock* block : loop.blocks)
    for (Instruction& instruction : *block)
      for (Value* operand : instruction.operands()) {
        auto* defined = dyn_cast<Instruction>(operand);
        if (isa<Argument>(operand) || (defined && !blocks.contains(defined->getParent())))
          loop.inputs.insert(operand);
      }
}

std::vector<SeparateLoop> findLoops(const LoopInfo& loops, const Shapes& shapes) {
  std::vector<SeparateLoop> found;
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    if (!canSeparate(*loop) || !isWorthSeparating(*loop, shapes))
      continue;
    SeparateLoop separate;
    separate.blocks.append(loop->block_begin(), loop->block_end());
    separate.preheader = loop->getLoopPreheader();
    separate.exiting = loop->getExitingBlock();
    separate.exit = loop->getExitBlock();
    if (!findResult(separate))
      continue;
    findInputs(separate);
    const bool arePassable = all_of(separate.inputs, [](const Value* input) {
      return VectorType::isValidElementType(input->getType());
    });
    if (arePassable)
      found.push_back(std::move(separate));
  }
  return found;
}

Type* resultType(const SeparateLoop& loop, LLVMContext& context) {
  return loop.result ? loop.result->getType() : Type::getVoidTy(context);
}

// What the kernel calls. It has no body: gangs call the function with the suffix of thread
// functions in its place.
Function* declareLoop(const SeparateLoop& loop, Function& caller) {
  SmallVector<Type*, 8> types;
  for (Value* input : loop.inputs)
    types.push_back(input->getType());
  auto* type = FunctionType::get(resultType(loop, caller.getContext()), types, false);
  auto* declared = Function::Create(type, GlobalValue::ExternalLinkage, caller.getName() + ".loop",
                                    caller.getParent());
  declared->setOnlyReadsMemory();
  declared->setDoesNotThrow();
  return declared;
}

// Puts the call where the loop was.
void callLoop(const SeparateLoop& loop, Function* declared) {
  LLVMContext& context = declared->getContext();
  auto* place = BasicBlock::Create(context, "separate", loop.exit->getParent(), loop.exit);
  IRBuilder<> builder(place);
  builder.SetCurrentDebugLocation(loop.preheader->getTerminator()->getDebugLoc());
  Value* result = builder.CreateCall(declared, loop.inputs.getArrayRef());
  builder.CreateBr(loop.exit);
  loop.preheader->getTerminator()->replaceSuccessorWith(loop.blocks.front(), place);
  for (PHINode& phi : loop.exit->phis()) {
    const int index = phi.getBasicBlockIndex(loop.exiting);
    phi.setIncomingBlock(index, place);
    if (phi.getIncomingValue(index) == loop.result)
      phi.setIncomingValue(index, result);
  }
}

// The loop itself, in a function behind the two arguments that each thread function has.
void defineLoop(const SeparateLoop& loop, const Function& declared) {
  LLVMContext& context = declared.getContext();
  SmallVector<Type*, 8> types = {PointerType::getUnqual(context), Type::getInt32Ty(context)};
  types.append(declared.getFunctionType()->param_begin(), declared.getFunctionType()->param_end());
  auto* type = FunctionType::get(declared.getReturnType(), types, false);
  auto* function =
      Function::Create(type, GlobalValue::InternalLinkage,
                       declared.getName() + kThreadFunctionSuffix, loop.exit->getModule());
  function->addFnAttr(Attribute::NoUnwind);
  function->addFnAttr(Attribute::AlwaysInline);
  auto* entry = BasicBlock::Create(context, "entry", function);
  IRBuilder<>(entry).CreateBr(loop.blocks.front());
  for (BasicBlock* block : loop.blocks) {
    block->removeFromParent();
    block->insertInto(function);
  }
  auto* done = BasicBlock::Create(context, "done", function);
  loop.exiting->getTerminator()->replaceSuccessorWith(loop.exit, done);
  ReturnInst::Create(context, loop.result, done);
  loop.blocks.front()->replacePhiUsesWith(loop.preheader, entry);
  for (const auto& [index, input] : enumerate(loop.inputs))
    input->replaceUsesWithIf(function->getArg(static_cast<unsigned>(index) + 2), [&](Use& use) {
      auto* user = dyn_cast<Instruction>(use.getUser());
      return user && user->getFunction() == function;
    });
}

} // namespace

PreservedAnalyses SeparateLanesPass::run(Function& function, FunctionAnalysisManager& analyses) {
  const bool becomesGang =
      function.hasFnAttribute(kKernel) || function.hasFnAttribute(kCalledByGangs);
  if (!becomesGang || gangWidth(function) == 1)
    return PreservedAnalyses::all();
  const std::vector<SeparateLoop> loops = findLoops(
      analyses.getResult<LoopAnalysis>(function), analyses.getResult<UniformityAnalysis>(function));
  for (const SeparateLoop& loop : loops) {
    Function* declared = declareLoop(loop, function);
    callLoop(loop, declared);
    defineLoop(loop, *declared);
  }
  if (loops.empty())
    return PreservedAnalyses::all();
  setNumberAttribute(function, kSeparatedLoops, static_cast<std::uint32_t>(loops.size()));
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
