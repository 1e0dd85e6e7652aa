// Removes conversions of a shared address to a generic one and back, which
// __cvta_generic_to_shared and inline assembly leave behind. Without them src/simt sees that the
// address is uniform or affine.
#include "ptx/lowering/lowering.h"

#include <llvm/IR/PatternMatch.h>

namespace heddle::ptx {
namespace {

// How many nested additions are searched. More cost compile time; addresses in programs have few.
constexpr unsigned kSearchDepth = 8;

// The shared address that `generic`, a sum with a converted shared address in it, stands for. Null
// when there is no such address in it.
llvm::Value* sharedAddressOf(llvm::Value* generic, llvm::Function* toGeneric,
                             llvm::IRBuilder<>& builder, unsigned depth) {
  using namespace llvm::PatternMatch;
  if (auto* call = llvm::dyn_cast<llvm::CallInst>(generic))
    return call->getCalledFunction() == toGeneric ? call->getArgOperand(0) : nullptr;
  llvm::Value *a = nullptr, *b = nullptr;
  if (depth == 0 || !match(generic, m_Add(m_Value(a), m_Value(b))))
    return nullptr;
  if (llvm::Value* shared = sharedAddressOf(a, toGeneric, builder, depth - 1))
    return builder.CreateAdd(shared, b);
  if (llvm::Value* shared = sharedAddressOf(b, toGeneric, builder, depth - 1))
    return builder.CreateAdd(shared, a);
  return nullptr;
}

} // namespace

void foldSharedAddresses(llvm::Module& module) {
  llvm::Function* toGeneric = module.getFunction(threadOpName(ThreadOp::CvtaShared));
  llvm::Function* toShared = module.getFunction(threadOpName(ThreadOp::CvtaToShared));
  if (!toGeneric || !toShared)
    return;
  for (llvm::User* user : llvm::make_early_inc_range(toShared->users())) {
    auto* call = llvm::cast<llvm::CallInst>(user);
    llvm::IRBuilder<> builder(call);
    if (llvm::Value* shared =
            sharedAddressOf(call->getArgOperand(0), toGeneric, builder, kSearchDepth)) {
      call->replaceAllUsesWith(shared);
      call->eraseFromParent();
    }
  }
}

} // namespace heddle::ptx
