// Bounds the time that LLVM's analysis of loops takes for long straight code.
#pragma once

namespace heddle::jit {

// To be called once, before anything is compiled.
void limitScalarEvolution();

} // namespace heddle::jit
