// Annotations of functions, through which what the syntax tree says reaches the code.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Module.h>

namespace heddle::frontend {

// Calls `visit` with each function that has this annotation, and the annotation's arguments, which
// may be null.
void forEachAnnotated(llvm::Module& module, llvm::StringRef text,
                      llvm::function_ref<void(llvm::Function&, const llvm::Constant*)> visit);

// Functions of the other side that have to be there all the same: those of the host that code for
// both sides calls, and those of the device whose address the host takes. A call of them is a trap.
inline constexpr const char* kOtherSide = "heddle.other_side";
void trapInOtherSide(llvm::Module& module);

} // namespace heddle::frontend
