#include "simt/simt.h"

#include "ir/kernel_abi.h"
#include "simt/alignment_checks.h"
#include "simt/atomic_updates.h"
#include "simt/block_function.h"
#include "simt/called_functions.h"
#include "simt/gang_builder.h"
#include "simt/gang_width.h"
#include "simt/lockstep.h"
#include "simt/region_copies.h"
#include "simt/specialise.h"
#include "simt/thread_functions.h"
#include "simt/waiting_loops.h"
#include "simt/yields.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BreakCriticalEdges.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"

using namespace llvm;

namespace heddle::simt {
namespace {

class FunctionPasses {
public:
  FunctionPasses() {
    builder_.registerFunctionAnalyses(functions_), builder_.registerLoopAnalyses(loops_),
        builder_.registerCGSCCAnalyses(graphs_), builder_.registerModuleAnalyses(modules_),
        builder_.crossRegisterProxies(loops_, functions_, graphs_, modules_);
  }
  void run(FunctionPassManager passes, Function& function) {
    passes.run(function, functions_);
    functions_.clear();
  }

private:
  PassBuilder builder_;
  LoopAnalysisManager loops_;
  FunctionAnalysisManager functions_;
  CGSCCAnalysisManager graphs_;
  ModuleAnalysisManager modules_;
};

// What the scalariser leaves of bitcasts between vectors of different lengths: a number taken apart
// into a short vector, or put together from one. Shifts do the same.
void lowerVectorBitcasts(Function& kernel) {
  for (BasicBlock& block : kernel)
    for (Instruction& instruction : make_early_inc_range(block)) {
      auto* cast = dyn_cast<BitCastInst>(&instruction);
      if (!cast)
        continue;
      auto* from = dyn_cast<FixedVectorType>(cast->getSrcTy());
      auto* to = dyn_cast<FixedVectorType>(cast->getDestTy());
      if ((from != nullptr) == (to != nullptr))
        continue;
      IRBuilder<> builder(cast);
      FixedVectorType* vector = from ? from : to;
      unsigned bits = vector->getScalarSizeInBits();
      Type* part = builder.getIntNTy(bits);
      Type* whole = builder.getIntNTy(bits * vector->getNumElements());
      Value* result = nullptr;
      if (from) {
        result = ConstantInt::get(whole, 0);
        for (unsigned i = 0; i < from->getNumElements(); ++i) {
          Value* element = builder.CreateExtractElement(cast->getOperand(0), i);
          element = builder.CreateZExt(builder.CreateBitCast(element, part), whole);
          result = builder.CreateOr(result, builder.CreateShl(element, bits * i));
        }
        result = builder.CreateBitCast(result, cast->getDestTy());
      } else {
        Value* number = builder.CreateBitCast(cast->getOperand(0), whole);
        result = PoisonValue::get(to);
        for (unsigned i = 0; i < to->getNumElements(); ++i) {
          Value* element = builder.CreateTrunc(builder.CreateLShr(number, bits * i), part);
          result = builder.CreateInsertElement(
              result, builder.CreateBitCast(element, to->getElementType()), i);
        }
      }
      cast->replaceAllUsesWith(result);
      cast->eraseFromParent();
    }
}

// Phis of structs, which LLVM's passes make from phis of their parts, become phis of their parts
// again.
void splitStructPhis(Function& kernel) {
  std::vector<PHINode*> whole;
  for (BasicBlock& block : kernel)
    for (PHINode& phi : block.phis())
      if (isa<StructType>(phi.getType()))
        whole.push_back(&phi);
  std::map<PHINode*, std::vector<PHINode*>> parts;
  for (PHINode* phi : whole)
    for (Type* type : cast<StructType>(phi->getType())->elements())
      parts[phi].push_back(
          PHINode::Create(type, phi->getNumIncomingValues(), phi->getName(), phi->getIterator()));
  for (PHINode* phi : whole) {
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      Value* incoming = phi->getIncomingValue(i);
      BasicBlock* from = phi->getIncomingBlock(i);
      auto* other = dyn_cast<PHINode>(incoming);
      IRBuilder<> builder(from->getTerminator());
      for (unsigned element = 0; element < parts[phi].size(); ++element)
        parts[phi][element]->addIncoming(other ? static_cast<Value*>(parts[other][element])
                                               : builder.CreateExtractValue(incoming, element),
                                         from);
    }
    for (User* user : make_early_inc_range(phi->users())) {
      auto* extract = dyn_cast<ExtractValueInst>(user);
      if (!extract || extract->getNumIndices() != 1)
        continue;
      extract->replaceAllUsesWith(parts[phi][extract->getIndices()[0]]);
      extract->eraseFromParent();
    }
  }
  for (PHINode* phi : whole) {
    bool isNeeded = any_of(phi->users(), [&](User* user) { return !isa<PHINode>(user); });
    if (isNeeded)
      continue;
    phi->replaceAllUsesWith(PoisonValue::get(phi->getType()));
    phi->eraseFromParent();
  }
}

// A vector that is stored in another block than the one that made it is put together there.
void rebuildVectorsWhereUsed(Function& kernel) {
  for (BasicBlock& block : kernel)
    for (Instruction& instruction : block) {
      if (isa<PHINode>(instruction) || isa<ExtractElementInst>(instruction))
        continue;
      for (Use& use : instruction.operands()) {
        auto* made = dyn_cast<Instruction>(use);
        auto* type = dyn_cast<FixedVectorType>(use->getType());
        if (!made || !type || made->getParent() == &block)
          continue;
        IRBuilder<> builder(&instruction);
        Value* vector = PoisonValue::get(type);
        for (unsigned i = 0; i < type->getNumElements(); ++i)
          vector = builder.CreateInsertElement(vector, builder.CreateExtractElement(made, i), i);
        use.set(vector);
      }
    }
}

// Takes vectors and structs apart where they are made, so that only their parts go on to other
// blocks.
void extractWhereDefined(Function& kernel) {
  for (BasicBlock& block : kernel)
    for (Instruction& instruction : make_early_inc_range(block)) {
      bool extracts =
          isa<ExtractValueInst>(instruction) ||
          (isa<ExtractElementInst>(instruction) && isa<ConstantInt>(instruction.getOperand(1)));
      auto* whole = extracts ? dyn_cast<Instruction>(instruction.getOperand(0)) : nullptr;
      if (whole && whole->getParent() != &block && !whole->isTerminator())
        instruction.moveBefore(*whole->getParent(), isa<PHINode>(whole)
                                                        ? whole->getParent()->getFirstInsertionPt()
                                                        : std::next(whole->getIterator()));
    }
}

// LLVM's pass turns the conditions of branches round and erases those that are dead then, without
// looking whether it has done so before: for another branch, or as the phi of a loop's entry. While
// it runs, each branch has a condition of its own that is no phi.
struct FixIrreducible : PassInfoMixin<FixIrreducible> {
  PreservedAnalyses run(Function& function, FunctionAnalysisManager& analyses) {
    std::vector<WeakVH> conditions;
    for (BasicBlock& block : function)
      if (auto* branch = dyn_cast<BranchInst>(block.getTerminator());
          branch && branch->isConditional()) {
        auto* own = new FreezeInst(branch->getCondition(), "", branch->getIterator());
        branch->setCondition(own);
        conditions.emplace_back(own);
      }
    PreservedAnalyses result = FixIrreduciblePass().run(function, analyses);
    for (WeakVH& own : conditions)
      if (auto* freeze = cast_or_null<FreezeInst>(own)) {
        freeze->replaceAllUsesWith(freeze->getOperand(0));
        freeze->eraseFromParent();
      }
    return result;
  }
};

// The shape of control flow that the analyses expect.
FunctionPassManager canonicalise() {
  FunctionPassManager passes;
  passes.addPass(LowerSwitchPass());
  passes.addPass(FixIrreducible());
  passes.addPass(BreakCriticalEdgesPass());
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  return passes;
}

// Leaves no vectors and structs across blocks, and only the control flow that the analyses expect.
void prepare(Function& function, FunctionPasses& runner) {
  {
    FunctionPassManager passes;
    ScalarizerPassOptions options;
    options.ScalarizeLoadStore = false;
    passes.addPass(ScalarizerPass(options));
    runner.run(std::move(passes), function);
  }
  lowerVectorBitcasts(function);
  {
    FunctionPassManager passes;
    passes.addPass(DCEPass());
    runner.run(std::move(passes), function);
  }
  splitStructPhis(function);
  rebuildVectorsWhereUsed(function);
  extractWhereDefined(function);
  runner.run(canonicalise(), function);
}

Function* buildGang(Function& kernel, const BlockShape& shape, const VectorTarget& target,
                    unsigned width, const std::string& name, std::string& error) {
  DominatorTree dominators(kernel);
  PostDominatorTree postDominators(kernel);
  LoopInfo loops(dominators);
  Shapes shapes(kernel, shape, width, postDominators, loops);
  Linearisation plan(kernel, shapes, dominators, postDominators, loops);
  GangBuilder builder(kernel, shape, width, target, shapes, plan, loops);
  Function* gang = builder.build(name);
  error = builder.error();
  // The passes that follow trust their input; a mistake of ours must not end the user's process.
  raw_string_ostream message(error);
  return gang && !verifyFunction(*gang, &message) ? gang : nullptr;
}

// The gang function of the kernel, which comes first, and those that it calls. Null, and none of
// them is left, if one of them cannot be built.
Function* buildGangs(ArrayRef<Function*> functions, const BlockShape& shape,
                     const VectorTarget& target, unsigned width, const std::string& name,
                     std::string& error) {
  Module& module = *functions.front()->getParent();
  SmallPtrSet<Function*, 16> before;
  for (Function& function : module)
    before.insert(&function);
  Function* first = nullptr;
  for (Function* function : functions) {
    Function* gang = buildGang(*function, shape, target, width, name, error);
    if (!gang) {
      first = nullptr;
      break;
    }
    if (!first)
      first = gang;
  }
  if (first)
    return first;
  for (Function& function : module)
    if (!before.contains(&function))
      function.deleteBody();
  for (Function& function : make_early_inc_range(module))
    if (!before.contains(&function) && function.use_empty())
      function.eraseFromParent();
  return nullptr;
}

// Or of a function that is defined elsewhere: a pointer whose target LLVM has found out.
bool callsThroughPointers(Module& module) {
  for (Function& function : module)
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      if (!call)
        continue;
      Function* callee = call->getCalledFunction();
      bool isElsewhere = callee && callee->isDeclaration() && !callee->isIntrinsic() &&
                         threadOpInfo(*call).op == ThreadOp::None;
      if (call->isIndirectCall() || isElsewhere)
        return true;
    }
  return false;
}

std::string buildFibers(Function& kernel, const BlockShape& shape, const std::string& name,
                        BlockCode& result) {
  Module& module = *kernel.getParent();
  for (Function& function : module)
    if (!function.isDeclaration())
      insertWaits(function);
  std::string error = buildFiberBlockFunction(kernel, shape, name, result);
  if (error.empty()) {
    dropThreadIr(module);
    expandAtomicUpdates(module);
  }
  return error;
}

} // namespace

std::string buildBlockFunction(Function& kernel, const BlockShape& shape,
                               const VectorTarget& target, const std::string& name,
                               BlockCode& result) {
  Module& module = *kernel.getParent();
  std::vector<Function*> functions = functionsCalledByGangs(kernel);
  functions.insert(functions.begin(), &kernel);
  bool warp = usesWarpOperations(kernel);
  bool inStep = warp || (shape.threads() > 1 && readsOtherLanesStores(kernel));
  FunctionPasses runner;
  bool independent = false;
  if (waitsInLoops(kernel)) {
    runner.run(canonicalise(), kernel);
    independent = waitsForOtherLanes(kernel, shape);
  }
  bool fibers = target.fibers || (independent && warp) || functionsMeetOthers(module) ||
                (kernel.hasFnAttribute(kFunctionsMeet) && callsThroughPointers(module));
  if (fibers)
    for (Function& function : module)
      insertSteps(function);
  else
    insertYieldsAfterBroadcasts(kernel);
  SharedLayout layout = lowerSharedMemory(module);
  result.staticSharedBytes = layout.staticBytes;
  result.dynamicSharedOffset = layout.dynamicOffset;
  kernel.addParamAttr(0,
                      Attribute::getWithAlignment(kernel.getContext(), Align(kParameterAlignment)));
  for (Function& function : module)
    if (!function.isDeclaration())
      markMisalignedAddresses(function);
  if (fibers)
    return buildFibers(kernel, shape, name, result);
  unsigned width = independent && !warp ? 1 : chooseGangWidth(shape, target, inStep);

  std::string error = addThreadFunctions(module, false);
  if (!error.empty())
    return error;
  for (Function* function : functions) {
    bool ofWarps = function->hasFnAttribute(kWarpFunction);
    if (!ofWarps)
      unifyReturns(*function);
    if (function == &kernel)
      guardPartialGang(kernel, shape, width);
    else if (!ofWarps)
      guardCall(*function);
    prepare(*function, runner);
    if (function == &kernel && !inStep && width > 1)
      width = adjustGangWidth(kernel, shape, target, width, functions.size() > 1);
    if (width > 1) {
      copyGuardedRegions(*function, shape, width, target);
      runner.run(canonicalise(), *function);
    }
    if (function == &kernel)
      insertYields(kernel, shape, width);
    if (functions.size() > 1) {
      DominatorTree dominators(*function);
      PostDominatorTree postDominators(*function);
      LoopInfo loops(dominators);
      noteArguments(*function, Shapes(*function, shape, width, postDominators, loops));
    }
  }
  Function* gang = buildGangs(functions, shape, target, width, name + ".gang", error);
  if (!gang && !warp && width > 1) {
    // One thread at a time takes every form of code.
    width = 1;
    gang = buildGangs(functions, shape, target, width, name + ".gang", error);
  }
  if (!gang)
    return error;
  {
    FunctionPassManager passes;
    passes.addPass(InstSimplifyPass());
    passes.addPass(EarlyCSEPass(true));
    passes.addPass(SimplifyCFGPass());
    passes.addPass(ADCEPass());
    runner.run(std::move(passes), *gang);
  }
  result.gangWidth = width;
  expandAtomicUpdates(module);
  buildBlockFunctionFromGang(*gang, shape.threads(), target.maskedMemory, name, result);
  dropThreadIr(module);
  return {};
}

} // namespace heddle::simt
