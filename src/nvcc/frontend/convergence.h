#pragma once

#include <llvm/IR/Module.h>

namespace heddle::frontend {

// A call of printf stays one that all threads of a warp make together: the order of what they print
// is visible, and programs that print a row a warp count on it.
void keepPrintsTogether(llvm::Module& module);

} // namespace heddle::frontend
