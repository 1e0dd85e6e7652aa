// Annotations of functions, through which what the syntax tree says reaches the code.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Module.h>

namespace heddle::frontend {

// Calls `visit` with each function that has this annotation, and the annotation's arguments, which
// may be null.
void forEachAnnotated(llvm::Module& module, llvm::StringRef text,
                      llvm::function_ref<void(llvm::Function&, const llvm::Constant*)> visit);

// Functions of the host that code for both sides calls: on the device, a call of them is a trap.
inline constexpr const char* kHostFunction = "heddle.host_function";
void trapInHostFunctions(llvm::Module& module);

} // namespace heddle::frontend
