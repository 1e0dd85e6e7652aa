// Annotations of functions in the syntax tree, which clang carries over into LLVM IR.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Module.h>

namespace heddle::frontend {

// Calls `visit` with each function that has this annotation, and the annotation's arguments, which
// may be null.
void forEachAnnotated(llvm::Module& module, llvm::StringRef text,
                      llvm::function_ref<void(llvm::Function&, const llvm::Constant*)> visit);

// Marks functions that the code of this pass refers to although it cannot have them: functions of
// the host that a __host__ __device__ function calls, and device functions whose address the host
// takes.
inline constexpr const char* kTrapAnnotation = "heddle.trap";
// Gives the functions with this annotation a body that traps.
void defineTraps(llvm::Module& module);

} // namespace heddle::frontend
