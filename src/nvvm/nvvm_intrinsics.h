// Intrinsic functions of NVVM IR that LLVM does not have under the same name.
#pragma once

#include <string>

namespace llvm {
class Module;
}

namespace heddle::nvvm {

// Replaces all calls of them. False, with a message, when a mode that must be a constant is none.
bool replaceNvvmIntrinsics(llvm::Module& module, std::string& log);

} // namespace heddle::nvvm
