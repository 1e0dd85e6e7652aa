// Properties of declarations that clang's syntax tree has no place for.
#pragma once

#include <clang/AST/Decl.h>

namespace heddle::frontend {

// Whether the parameter is marked __grid_constant__.
bool isGridConstant(const clang::ParmVarDecl& parameter);

} // namespace heddle::frontend
