// Devices before compute capability 1.3 have no double precision: nvcc compiles for them as if
// every double were a float.
#pragma once

#include <clang/Basic/Diagnostic.h>

namespace llvm {
class Module;
}

namespace heddle::frontend {

// Demotes the doubles of device code and warns about it, when nvcc has asked for it by the option
// -mllvm -heddle-demote-doubles.
void demoteDoubles(llvm::Module& module, clang::DiagnosticsEngine& diagnostics);

} // namespace heddle::frontend
