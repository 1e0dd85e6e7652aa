// A generic address made from a shared one and turned back, as __cvta_generic_to_shared and inline
// assembly have it, is the shared address again: simple, and the same in all lanes where it was.
#include "ptx/lowering/lowering.h"

#include <llvm/IR/PatternMatch.h>

namespace heddle::ptx {
namespace {

constexpr unsigned kDeepest = 8;

// The shared address behind a sum of generic ones; null when it is not known to be one.
llvm::Value* sharedForm(llvm::Value* generic, llvm::Function* toGeneric, llvm::IRBuilder<>& builder,
                        unsigned depth) {
  using namespace llvm::PatternMatch;
  if (auto* call = llvm::dyn_cast<llvm::CallInst>(generic))
    return call->getCalledFunction() == toGeneric ? call->getArgOperand(0) : nullptr;
  llvm::Value *a = nullptr, *b = nullptr;
  if (depth == 0 || !match(generic, m_Add(m_Value(a), m_Value(b))))
    return nullptr;
  if (llvm::Value* form = sharedForm(a, toGeneric, builder, depth - 1))
    return builder.CreateAdd(form, b);
  if (llvm::Value* form = sharedForm(b, toGeneric, builder, depth - 1))
    return builder.CreateAdd(form, a);
  return nullptr;
}

} // namespace

void foldSharedAddresses(llvm::Module& module) {
  llvm::Function* toGeneric = module.getFunction("heddle.cvta.shared");
  llvm::Function* toShared = module.getFunction("heddle.cvta.to.shared");
  if (!toGeneric || !toShared)
    return;
  for (llvm::User* user : llvm::make_early_inc_range(toShared->users())) {
    auto* call = llvm::cast<llvm::CallInst>(user);
    llvm::IRBuilder<> builder(call);
    if (llvm::Value* form = sharedForm(call->getArgOperand(0), toGeneric, builder, kDeepest)) {
      call->replaceAllUsesWith(form);
      call->eraseFromParent();
    }
  }
}

} // namespace heddle::ptx
