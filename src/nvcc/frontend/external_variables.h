// `extern __device__ int x;` without separate compilation: no other file can have it, so nvcc takes
// it for a definition if this file has none, on both sides.
#pragma once

namespace clang {
class Sema;
}

namespace heddle::frontend {

// At the end of a translation unit.
void defineExternalVariables(clang::Sema& sema);

} // namespace heddle::frontend
