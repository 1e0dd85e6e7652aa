// Undefined values in device code: those of variables before the first assignment. C++ lets the
// optimiser take them for anything, but PTX cannot say so. In
//
//   for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
//     int items[4];
//     for (int i = 0; i < 4; ++i)
//       if (isValid(tile, i))
//         items[i] = in[index(tile, i)];
//     ...
//   }
//
// an item that is not valid keeps in its register what the tile before has left there, although
// its lifetime has ended. Who compiles the PTX would have to carry that from tile to tile.
#pragma once

#include <clang/Basic/CodeGenOptions.h>

namespace heddle::frontend {

// Has LLVM's pipeline forget what a variable held before its lifetime begins, and make zeros of
// undefined values where several values meet (toolkit/undefined_values.h). Bitcode that is linked
// later is recorded with undefined values, since linked code is optimised again.
void defineUndefinedValues(clang::CodeGenOptions& options);

} // namespace heddle::frontend
