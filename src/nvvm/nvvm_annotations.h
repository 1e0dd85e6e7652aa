// Annotations of functions in NVVM IR that LLVM does not have under the same name.
#pragma once

namespace llvm {
class Module;
}

namespace heddle::nvvm {

// Gives them the names that LLVM knows; it would pass over them otherwise.
void renameNvvmAnnotations(llvm::Module& module);

} // namespace heddle::nvvm
