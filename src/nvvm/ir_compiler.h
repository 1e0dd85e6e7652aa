// NVVM IR to PTX with LLVM's own back end, in this process.
#pragma once

#include "nvvm/request.h"

namespace heddle::nvvm {

Response compile(const Request& request);

} // namespace heddle::nvvm
