// Stores to __constant__ memory in device code.
#pragma once

#include <clang/Basic/CodeGenOptions.h>
#include <clang/Basic/Diagnostic.h>

namespace heddle::frontend {

// Has LLVM's pipeline replace stores and atomics whose address is known to be in constant memory by
// a trap, with a warning. As in nvcc, such a kernel compiles, and faults if it gets there.
void trapConstantStores(clang::CodeGenOptions& options, clang::DiagnosticsEngine& diagnostics);

} // namespace heddle::frontend
