// One tile of the result of a Gemm.
#pragma once

#include "cublas/gemm.h"

namespace heddle::cublas {

// Whether the engine has a function for exactly these types, so that nothing is converted.
bool isDirect(const Gemm& gemm);

// Computes the rows and columns of the result of one product of the batch. It accesses device
// memory, so only work on a stream may call it. Returns false when memory is not there.
bool runTile(const Gemm& gemm, std::int64_t index, Range rows, Range columns);

} // namespace heddle::cublas
