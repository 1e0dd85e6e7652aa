// Builtins of C's mathematical functions in device code.
#pragma once

#include <clang/Sema/Ownership.h>
#include <clang/Sema/Sema.h>

namespace heddle::frontend {

// The call of the device library's function, where `call` is one of a mathematical builtin in
// device code; any other call as it is.
clang::ExprResult replaceMathBuiltin(clang::Sema& sema, clang::ExprResult call);

} // namespace heddle::frontend
