// Launches from device code, for the rules about who may call what.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/Sema/Sema.h>

namespace heddle::frontend {

// Whether `callee` is a kernel, or what a launch calls first, and `caller` device code: it may name
// them; that the call of a kernel has a configuration is checked elsewhere.
bool mayBeLaunchedFrom(clang::Sema& sema, const clang::FunctionDecl* caller,
                       const clang::FunctionDecl* callee);

} // namespace heddle::frontend
