// `extern __device__ int x;` without separate compilation: no other file can have it, so nvcc takes
// it for a definition if this file has none.
#pragma once

namespace clang {
class DiagnosticsEngine;
}
namespace llvm {
class Module;
}

namespace heddle::frontend {

void defineExternalVariables(llvm::Module& module, clang::DiagnosticsEngine& diagnostics);

} // namespace heddle::frontend
