// The precompiled preamble: what every source sees without including anything, parsed once for each
// set of language options and kept, in the process and in the compute cache.
#pragma once

#include "nvrtc/compiler.h"

#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace heddle::nvrtc {

// Null when our own headers do not compile, with the reason in `log`.
std::shared_ptr<llvm::MemoryBuffer> precompiledPreamble(const Request& request, std::string& log);

} // namespace heddle::nvrtc
