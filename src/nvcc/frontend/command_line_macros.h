// Which macros of the command line the headers see that nvcc includes before the source.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>

namespace heddle::frontend {

// Reserved names, CUDA's, and NDEBUG are meant for headers. All others are hidden from them.
bool isMacroForHeaders(llvm::StringRef name);

// The macro that a line `#define ...` of clang's predefines defines. Empty for other lines.
llvm::StringRef macroDefinedBy(llvm::StringRef line);

} // namespace heddle::frontend
