// Launches from device code (dynamic parallelism), as far as clang's checks of calls must know
// them.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/Sema/Sema.h>

namespace heddle::frontend {

// Whether `caller` is device code and `callee` is a kernel, or the function that a launch calls for
// its configuration. Device code may refer to these. That a call of a kernel has a configuration is
// checked elsewhere.
bool mayBeLaunchedFrom(clang::Sema& sema, const clang::FunctionDecl* caller,
                       const clang::FunctionDecl* callee);

} // namespace heddle::frontend
