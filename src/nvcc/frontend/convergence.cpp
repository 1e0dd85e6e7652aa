#include "nvcc/frontend/convergence.h"

namespace heddle::frontend {

void makePrintfConvergent(llvm::Module& module) {
  // clang marks all functions without a body as convergent, except vprintf, which it declares
  // itself.
  if (llvm::Function* print = module.getFunction("vprintf"))
    print->setConvergent();
}

} // namespace heddle::frontend
