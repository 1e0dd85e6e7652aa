// The preamble is what every source sees without including anything. It is parsed once for each set
// of language options, and the precompiled result is kept in the compute cache.
// Those for the usual options are made when Heddle is built, and installed with it.
#pragma once

#include "nvrtc/compiler.h"

#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace heddle::nvrtc {

// Null when our own headers do not compile, with the reason in `log`.
std::unique_ptr<llvm::MemoryBuffer> precompiledPreamble(const Request& request, std::string& log);

} // namespace heddle::nvrtc
