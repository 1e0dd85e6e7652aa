// cuda_runtime.h, which nvcc includes before every source, parsed once for all compilations with
// the same options.
//
// The precompiled header is an entry of the compute cache, behind the seal of this user. It is made
// by the second compilation with its options, since many options are used only once, and used from
// then on, for as long as every header in it is unchanged and none has appeared that would be found
// in its place. Where anything about a compilation is unusual, it parses the headers itself.
#pragma once

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <llvm/ADT/ArrayRef.h>

#include <memory>

namespace heddle::frontend {

// The action to execute in place of `action`: it begins with the precompiled header where there is
// one for this compilation. `command` is the command line of the compilation, clang -cc1 ….
std::unique_ptr<clang::FrontendAction>
withPrecompiledHeaders(clang::CompilerInstance& compiler, llvm::ArrayRef<const char*> command,
                       std::unique_ptr<clang::FrontendAction> action);

} // namespace heddle::frontend
