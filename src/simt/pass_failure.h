// How a pass says that it cannot translate a kernel. A pass has no way to return an error, so it
// reports one to the LLVMContext, as LLVM's own back ends do. The pipeline collects the first one,
// runs no further pass, and returns it as an llvm::Error.
#pragma once

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/Error.h"

namespace heddle::simt {

inline void reportFailure(const llvm::Function& function, const llvm::Twine& message) {
  function.getContext().diagnose(llvm::DiagnosticInfoUnsupported(function, message));
}

inline void reportFailure(const llvm::Function& function, llvm::Error error) {
  reportFailure(function, llvm::toString(std::move(error)));
}

inline llvm::Error makeError(const llvm::Twine& message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

} // namespace heddle::simt
