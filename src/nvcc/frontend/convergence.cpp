#include "nvcc/frontend/convergence.h"

namespace heddle::frontend {

void keepPrintsTogether(llvm::Module& module) {
  // Of all functions without a body clang takes this one, which it declares itself, for one whose
  // calls can be doubled and moved.
  if (llvm::Function* print = module.getFunction("vprintf"))
    print->setConvergent();
}

} // namespace heddle::frontend
