#include "nvcc/frontend/constant_stores.h"

#include "nvcc/frontend/diagnostics.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Utils/Local.h>

using namespace llvm;

namespace {

constexpr unsigned kConstantAddressSpace = 4; // of NVPTX
constexpr unsigned kGenericAddressSpace = 0;

// The address that an instruction writes to; null if it writes to none, or if it is not known.
Value* writtenAddress(Instruction& instruction) {
  if (auto* store = dyn_cast<StoreInst>(&instruction))
    return store->getPointerOperand();
  if (auto* update = dyn_cast<AtomicRMWInst>(&instruction))
    return update->getPointerOperand();
  if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return exchange->getPointerOperand();
  if (auto* transfer = dyn_cast<AnyMemIntrinsic>(&instruction))
    return transfer->getRawDest();
  return nullptr;
}

bool isConstantMemory(const Value& address) {
  return address.getType()->getPointerAddressSpace() == kConstantAddressSpace ||
         getUnderlyingObject(&address, /*MaxLookup=*/0)->getType()->getPointerAddressSpace() ==
             kConstantAddressSpace;
}

void replaceByTrap(Instruction& instruction) {
  CallInst::Create(Intrinsic::getDeclaration(instruction.getModule(), Intrinsic::trap), {}, "",
                   &instruction);
  changeToUnreachable(&instruction);
}

class TrapConstantStoresPass : public PassInfoMixin<TrapConstantStoresPass> {
public:
  explicit TrapConstantStoresPass(clang::DiagnosticsEngine& diagnostics)
      : diagnostics_(diagnostics) {}

  PreservedAnalyses run(Function& function, FunctionAnalysisManager&) {
    SmallVector<Instruction*, 4> stores;
    for (Instruction& instruction : instructions(function))
      if (Value* address = writtenAddress(instruction); address && isConstantMemory(*address))
        stores.push_back(&instruction);
    // The last store is replaced first, because a trap ends its block and deletes what follows it
    // there.
    for (Instruction* store : reverse(stores)) {
      diagnostics_.Report(heddle::frontend::warningId(
          diagnostics_, "Cannot store to pointer that points to constant memory space, in '%0'; "
                        "the device traps there"))
          << function.getName();
      replaceByTrap(*store);
    }
    return stores.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
  }

  static bool isRequired() { return true; } // also where nothing is optimised

private:
  clang::DiagnosticsEngine& diagnostics_;
};

FunctionPassManager trapPasses(clang::DiagnosticsEngine& diagnostics, bool infersSpaces) {
  FunctionPassManager passes;
  // Code generation would infer address spaces itself, but then it is too late to replace a store.
  if (infersSpaces)
    passes.addPass(InferAddressSpacesPass(kGenericAddressSpace));
  passes.addPass(TrapConstantStoresPass(diagnostics));
  return passes;
}

} // namespace

void heddle::frontend::trapConstantStores(clang::CodeGenOptions& options,
                                          clang::DiagnosticsEngine& diagnostics) {
  options.PassBuilderCallbacks.push_back([&diagnostics](PassBuilder& builder) {
    // The passes run before the optimiser, which deletes stores to constants, and after it, for
    // what it has inlined.
    builder.registerPipelineStartEPCallback([&](ModulePassManager& passes, OptimizationLevel) {
      passes.addPass(createModuleToFunctionPassAdaptor(trapPasses(diagnostics, false)));
    });
    builder.registerOptimizerLastEPCallback(
        [&](ModulePassManager& passes, OptimizationLevel level) {
          passes.addPass(createModuleToFunctionPassAdaptor(
              trapPasses(diagnostics, level != OptimizationLevel::O0)));
        });
  });
}
