#include "simt/warp_synchronous.h"

#include "simt/called_functions.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"

namespace heddle::simt {

bool isWarpSynchronous(const llvm::Instruction& instruction) {
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
