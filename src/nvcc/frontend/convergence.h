// Calls that all threads of a warp must go on making together.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::frontend {

// Keeps LLVM from duplicating or moving calls of printf. The threads of a warp print in the order
// in which they arrive, and programs that print one row for each warp rely on it.
void makePrintfConvergent(llvm::Module& module);

} // namespace heddle::frontend
