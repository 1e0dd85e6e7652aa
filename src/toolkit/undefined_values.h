// Values that nobody has defined, such as those of variables before the first assignment. The
// optimiser may take them for anything, but PTX cannot say so: where one of several values of a
// variable is undefined, the PTX back end leaves the variable's register as it is. The register
// then holds what an earlier iteration of a loop has left there, and who compiles the PTX has to
// carry that from iteration to iteration.
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace heddle::toolkit {

// Makes zeros of undefined values where several values meet. It must run behind all passes that
// make use of undefined values. Returns whether there was one.
inline bool defineUndefinedValues(llvm::Function& function) {
  bool hasChanged = false;
  for (llvm::BasicBlock& block : function)
    for (llvm::PHINode& phi : block.phis())
      for (llvm::Use& value : phi.incoming_values())
        if (llvm::isa<llvm::UndefValue>(value)) {
          value.set(llvm::Constant::getNullValue(phi.getType()));
          hasChanged = true;
        }
  return hasChanged;
}

} // namespace heddle::toolkit
