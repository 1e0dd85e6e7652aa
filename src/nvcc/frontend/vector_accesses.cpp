#include "nvcc/frontend/vector_accesses.h"

#include "toolkit/misaligned_vectors.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Passes/PassBuilder.h>

using namespace llvm;

namespace {

constexpr std::uint64_t kVectorBytes = 16;

bool isVectorCopy(const MemCpyInst& copy) {
  const auto* bytes = dyn_cast<ConstantInt>(copy.getLength());
  return bytes && bytes->equalsInt(kVectorBytes) && !copy.isVolatile() &&
         copy.getDestAlign().valueOrOne() >= kVectorBytes &&
         copy.getSourceAlign().valueOrOne() >= kVectorBytes;
}

class CopyVectorsWholePass : public PassInfoMixin<CopyVectorsWholePass> {
public:
  PreservedAnalyses run(Function& function, FunctionAnalysisManager&) {
    std::vector<MemCpyInst*> copies;
    for (Instruction& instruction : instructions(function))
      if (auto* copy = dyn_cast<MemCpyInst>(&instruction); copy && isVectorCopy(*copy))
        copies.push_back(copy);
    for (MemCpyInst* copy : copies) {
      IRBuilder<> builder(copy);
      Type* const vector = FixedVectorType::get(builder.getInt64Ty(), 2);
      const Align align(kVectorBytes);
      builder.CreateAlignedStore(builder.CreateAlignedLoad(vector, copy->getSource(), align),
                                 copy->getDest(), align);
      copy->eraseFromParent();
    }
    return copies.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
  }
};

class SplitMisalignedVectorsPass : public PassInfoMixin<SplitMisalignedVectorsPass> {
public:
  PreservedAnalyses run(Function& function, FunctionAnalysisManager&) {
    return heddle::toolkit::splitMisalignedVectors(function) ? PreservedAnalyses::none()
                                                             : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; } // also where nothing is optimised
};

} // namespace

void heddle::frontend::copyVectorsWhole(clang::CodeGenOptions& options) {
  options.PassBuilderCallbacks.push_back([](PassBuilder& builder) {
    // After the optimiser, which removes most copies.
    builder.registerOptimizerLastEPCallback([](ModulePassManager& passes, OptimizationLevel level) {
      if (level != OptimizationLevel::O0)
        passes.addPass(createModuleToFunctionPassAdaptor(CopyVectorsWholePass()));
    });
  });
}

void heddle::frontend::splitMisalignedVectors(clang::CodeGenOptions& options) {
  options.PassBuilderCallbacks.push_back([](PassBuilder& builder) {
    builder.registerOptimizerLastEPCallback([](ModulePassManager& passes, OptimizationLevel) {
      passes.addPass(createModuleToFunctionPassAdaptor(SplitMisalignedVectorsPass()));
    });
  });
}
