// The precompiled preamble: what every source sees without including anything, parsed once for each
// set of language options and kept, in the process and in the compute cache. The one for the
// default options is made when Heddle is built and installed with it.
#pragma once

#include "nvrtc/compiler.h"

#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace heddle::nvrtc {

// Null when our own headers do not compile, with the reason in `log`.
std::shared_ptr<llvm::MemoryBuffer> precompiledPreamble(const Request& request, std::string& log);

// Puts it where installations have theirs.
bool installPreamble(const Request& request, std::string& log);

} // namespace heddle::nvrtc
