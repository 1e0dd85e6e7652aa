// Loops over the arrays of a thread, as over the fragments of a matrix product:
//
//   fragment<accumulator, 16, 16, 16, float> sums[4][2];
//   for (int i = 0; i < 4; ++i)
//     for (int j = 0; j < 2; ++j)
//       mma_sync(sums[i][j], left[i], right[j], sums[i][j]);
//
// An array whose indices are constants lives in registers, any other one in memory. NVIDIA's
// compiler therefore unrolls such loops, and programs are written with that in mind; LLVM goes by
// the length of the unrolled code alone.
#pragma once

#include <clang/Basic/CodeGenOptions.h>

namespace heddle::frontend {

// Has LLVM's pipeline unroll loops if that leaves only constants as indices of an array.
void unrollLocalArrayLoops(clang::CodeGenOptions& options);

} // namespace heddle::frontend
