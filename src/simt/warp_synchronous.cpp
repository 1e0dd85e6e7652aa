#include "simt/warp_synchronous.h"

#include "simt/called_functions.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"

namespace heddle::simt {

// Atomic operations and calls of malloc are not meant: the compiler lets one lane of the warp do
// them.
static bool isStoreOfAllLanes(const llvm::Instruction& instruction) {
  auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  return store && instruction.getFunction()->hasFnAttribute(kUniformSimt) &&
         !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(store->getPointerOperand()));
}

bool isWarpSynchronous(const llvm::Instruction& instruction) {
  if (isStoreOfAllLanes(instruction))
    return true;
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  return pointer && instruction.isVolatile() && pointer->getType()->getPointerAddressSpace() == 3;
}

bool usesWarpOperations(const llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (threadOpInfo(*call).flags & WarpLevel ||
          (call->getCalledFunction() && call->getCalledFunction()->hasFnAttribute(kWarpFunction)))
        return true;
    if (isWarpSynchronous(instruction))
      return true;
  }
  return false;
}

} // namespace heddle::simt
