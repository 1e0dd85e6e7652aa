// Annotations of functions in NVVM IR that LLVM does not have under the same name.
#pragma once

#include <set>
#include <string>

namespace llvm {
class Module;
}

namespace heddle::nvvm {

// Gives them the names that LLVM knows; it would pass over them otherwise.
void renameNvvmAnnotations(llvm::Module& module);
// The names of the functions that are annotated as kernels.
std::set<std::string> kernelsOf(const llvm::Module& module);

} // namespace heddle::nvvm
