#include "nvcc/frontend/local_array_loops.h"

#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

using namespace llvm;

namespace {

// The most instructions that an unrolled loop may have. Loops over arrays that fit into the 255
// registers of a thread on a GPU stay below this.
constexpr unsigned kLongestCode = 2048;
// The most iterations that a loop may have to be unrolled, so that compilation stays quick.
constexpr unsigned kMostIterations = 64;

constexpr const char* kUnrollFully = "llvm.loop.unroll.full";

class UnrollLocalArrayLoopsPass : public PassInfoMixin<UnrollLocalArrayLoopsPass> {
public:
  PreservedAnalyses run(Loop& loop, LoopAnalysisManager&, LoopStandardAnalysisResults& analyses,
                        LPMUpdater&) {
    if (hasOptions(loop) || !isShort(loop, analyses.SE))
      return PreservedAnalyses::all();
    SmallPtrSet<const AllocaInst*, 4> arrays;
    for (const BasicBlock* block : loop.blocks())
      for (const Instruction& instruction : *block)
        if (const AllocaInst* array = indexedArray(instruction, loop, analyses.SE))
          arrays.insert(array);
    if (any_of(arrays, [&](const AllocaInst* array) { return canBeInRegisters(*array, analyses); }))
      addStringMetadataToLoop(&loop, kUnrollFully);
    return PreservedAnalyses::all();
  }

private:
  // Whether a pragma in the source, or an earlier pass, has decided already how to unroll the loop.
  static bool hasOptions(const Loop& loop) {
    const MDNode* options = loop.getLoopID();
    return options && any_of(drop_begin(options->operands()), [](const MDOperand& operand) {
             const auto* option = dyn_cast<MDNode>(operand);
             const auto* name = option && option->getNumOperands() > 0
                                    ? dyn_cast<MDString>(option->getOperand(0))
                                    : nullptr;
             return name && name->getString().starts_with("llvm.loop.unroll.");
           });
  }

  static bool isShort(const Loop& loop, ScalarEvolution& evolution) {
    const unsigned iterations = evolution.getSmallConstantTripCount(&loop);
    if (iterations < 2 || iterations > kMostIterations)
      return false;
    std::size_t instructions = 0;
    for (const BasicBlock* block : loop.blocks())
      instructions += block->size();
    return instructions * iterations <= kLongestCode;
  }

  static const AllocaInst* arrayOf(const Instruction& access) {
    const Value* pointer = getLoadStorePointerOperand(&access);
    return pointer ? dyn_cast<AllocaInst>(getUnderlyingObject(pointer)) : nullptr;
  }

  // Returns the array of which an access takes another element in each iteration of the loop, or
  // null if the access is not of that kind.
  static const AllocaInst* indexedArray(const Instruction& access, const Loop& loop,
                                        ScalarEvolution& evolution) {
    const AllocaInst* array = arrayOf(access);
    if (!array)
      return nullptr;
    auto* pointer = const_cast<Value*>(getLoadStorePointerOperand(&access));
    return evolution.isLoopInvariant(evolution.getSCEV(pointer), &loop) ? nullptr : array;
  }

  // Whether all elements are accessed directly, with indices that are constants once loops with a
  // known number of iterations are unrolled.
  static bool canBeInRegisters(const AllocaInst& array, LoopStandardAnalysisResults& analyses) {
    SmallVector<const Value*, 16> pointers = {&array};
    while (!pointers.empty())
      for (const User* user : pointers.pop_back_val()->users()) {
        if (isa<GetElementPtrInst>(user))
          pointers.push_back(user);
        else if (!isPlainAccess(*cast<Instruction>(user)))
          return false;
        else if (const Value* pointer = getLoadStorePointerOperand(user);
                 pointer && !isConstantUnrolled(*pointer, array, analyses.SE))
          return false;
      }
    return true;
  }

  static bool isPlainAccess(const Instruction& user) {
    if (const auto* store = dyn_cast<StoreInst>(&user))
      return store->isSimple() && !isa<AllocaInst>(getUnderlyingObject(store->getValueOperand()));
    if (const auto* load = dyn_cast<LoadInst>(&user))
      return load->isSimple();
    return user.isLifetimeStartOrEnd() || isa<MemIntrinsic>(user);
  }

  static bool isConstantUnrolled(const Value& pointer, const AllocaInst& array,
                                 ScalarEvolution& evolution) {
    const SCEV* offset = evolution.getMinusSCEV(evolution.getSCEV(const_cast<Value*>(&pointer)),
                                                evolution.getSCEV(const_cast<AllocaInst*>(&array)));
    return !SCEVExprContains(offset, [&](const SCEV* part) {
      if (isa<SCEVUnknown>(part) || isa<SCEVCouldNotCompute>(part))
        return true;
      const auto* recurrence = dyn_cast<SCEVAddRecExpr>(part);
      const unsigned iterations =
          recurrence ? evolution.getSmallConstantTripCount(recurrence->getLoop()) : 1;
      return iterations == 0 || iterations > kMostIterations;
    });
  }
};

} // namespace

void heddle::frontend::unrollLocalArrayLoops(clang::CodeGenOptions& options) {
  options.PassBuilderCallbacks.push_back([](PassBuilder& builder) {
    builder.registerLateLoopOptimizationsEPCallback(
        [](LoopPassManager& passes, OptimizationLevel level) {
          if (level == OptimizationLevel::O2 || level == OptimizationLevel::O3)
            passes.addPass(UnrollLocalArrayLoopsPass());
        });
  });
}
