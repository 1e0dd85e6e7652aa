#include "simt/specialise_block_dim.h"

#include "ir/thread_operations.h"
#include "simt/execution_form.h"

#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::simt {
namespace {

void specialise(Module& module, const BlockDim& dim) {
  auto replace = [&](ThreadOp op, std::uint32_t value) {
    Function* function = module.getFunction(threadOpName(op));
    if (!function)
      return;
    for (User* user : make_early_inc_range(function->users())) {
      auto* call = cast<CallInst>(user);
      call->replaceAllUsesWith(ConstantInt::get(call->getType(), value));
      call->eraseFromParent();
    }
  };
  replace(ThreadOp::NtidX, dim.x);
  replace(ThreadOp::NtidY, dim.y);
  replace(ThreadOp::NtidZ, dim.z);
  auto limit = [&](ThreadOp op, std::uint32_t end) {
    if (end == 1)
      return replace(op, 0);
    if (Function* function = module.getFunction(threadOpName(op)))
      for (User* user : function->users())
        cast<CallInst>(user)->addRangeRetAttr(ConstantRange(APInt(32, 0), APInt(32, end)));
  };
  limit(ThreadOp::TidX, dim.x);
  limit(ThreadOp::TidY, dim.y);
  limit(ThreadOp::TidZ, dim.z);
  replace(ThreadOp::NWarpId, divideCeil(dim.threads(), kWarpSize));
}

} // namespace

PreservedAnalyses SpecialiseBlockDimPass::run(Module& module, ModuleAnalysisManager&) {
  const Function* kernel = findKernel(module);
  const BlockDim dim = dim_ ? *dim_ : kernel ? blockDim(*kernel) : BlockDim{};
  for (Function& function : module)
    if (!function.isDeclaration())
      setBlockDim(function, dim);
  specialise(module, dim);
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
