// Which device functions of a kernel are inlined, and which are called.
#pragma once

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace heddle::jit {

// Everything that can be inlined is: code that is one function is understood and optimised best.
// Only where that would make a kernel very large, functions that are called from several places
// stay functions, which gangs call (simt/called_functions.h). Returns whether there are such.
// `wherePossible`: in small kernels, too.
bool markForInlining(llvm::Module& module, llvm::Function& kernel, bool wherePossible);

// Those too, after all.
void inlineAll(llvm::Module& module);

} // namespace heddle::jit
