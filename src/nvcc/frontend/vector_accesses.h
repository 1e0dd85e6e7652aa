// Vectors of 16 bytes in device code, as the PTX back end takes them.
#pragma once

#include <clang/Basic/CodeGenOptions.h>

namespace heddle::frontend {

// Has LLVM's pipeline make one load and one store of a copy of 16 aligned bytes, such as that of a
// float4. Code generation would make two halves of it, which fault at other addresses than the
// whole, and which a report about a wrong access would name.
void copyVectorsWhole(clang::CodeGenOptions& options);

// Has LLVM's pipeline split loads of vectors that the back end would take for aligned.
void splitMisalignedVectors(clang::CodeGenOptions& options);

} // namespace heddle::frontend
