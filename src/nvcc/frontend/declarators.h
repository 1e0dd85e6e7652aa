// What a declaration says in nvcc's dialect and clang has no place for.
#pragma once

#include <clang/AST/Decl.h>

namespace heddle::frontend {

// A parameter marked __grid_constant__.
bool isGridConstant(const clang::ParmVarDecl& parameter);

} // namespace heddle::frontend
