// `extern __device__ int x;` in a whole-program compilation. No other file can define it, so nvcc
// takes it for a definition, for the host and for the device, when this file has none.
#pragma once

namespace clang {
class Sema;
}

namespace heddle::frontend {

// To be called at the end of a translation unit.
void defineExternalVariables(clang::Sema& sema);

} // namespace heddle::frontend
