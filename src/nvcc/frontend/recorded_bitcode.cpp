#include "nvcc/frontend/recorded_bitcode.h"

#include "nvcc/frontend/cluster_dims.h"
#include "toolkit/module_flags.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Transforms/Utils/Cloning.h>

using namespace llvm;

namespace {

std::string* recorded = nullptr;
cl::opt<std::string> fileOfBitcode("heddle-bitcode", cl::Hidden,
                                   cl::desc("Also write the device code as bitcode to this file"));

// Notes the kernels' cluster dimensions as LLVM's metadata, because there is no PTX yet to write
// them into.
void annotateClusterDims(Module& module) {
  NamedMDNode* const annotations = module.getOrInsertNamedMetadata("nvvm.annotations");
  LLVMContext& context = module.getContext();
  for (const heddle::frontend::ClusterDims& dims : heddle::frontend::findClusterDims(module)) {
    SmallVector<Metadata*, 7> words{ConstantAsMetadata::get(module.getFunction(dims.kernel))};
    for (unsigned axis = 0; axis < 3; ++axis) {
      words.push_back(MDString::get(context, std::string("cluster_dim_") + "xyz"[axis]));
      words.push_back(
          ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), dims.blocks[axis])));
    }
    annotations->addOperand(MDNode::get(context, words));
  }
}

class RecordBitcodePass : public PassInfoMixin<RecordBitcodePass> {
public:
  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    const std::unique_ptr<Module> copy = CloneModule(module);
    heddle::toolkit::removeDenormalFlag(*copy);
    annotateClusterDims(*copy);
    if (recorded) {
      recorded->clear();
      raw_string_ostream stream(*recorded);
      WriteBitcodeToFile(*copy, stream);
    } else {
      std::error_code error;
      raw_fd_ostream stream(fileOfBitcode, error);
      // If the file cannot be written, nvcc, which asked for it, notices that it is missing and
      // reports the error.
      if (!error)
        WriteBitcodeToFile(*copy, stream);
    }
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; } // also where nothing is optimised
};

} // namespace

void heddle::frontend::recordBitcodeIn(std::string& bitcode) {
  recorded = &bitcode;
}

void heddle::frontend::addBitcodeRecorder(clang::CodeGenOptions& options) {
  if (!recorded && fileOfBitcode.empty())
    return;
  options.PassBuilderCallbacks.push_back([](PassBuilder& builder) {
    builder.registerOptimizerLastEPCallback(
        [](ModulePassManager& passes, OptimizationLevel) { passes.addPass(RecordBitcodePass()); });
  });
}
