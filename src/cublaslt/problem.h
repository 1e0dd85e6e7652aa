// A product as the descriptors of cublasLt describe it.
#pragma once

#include "cublas/gemm.h"
#include "cublaslt/descriptors.h"

namespace heddle::cublaslt {

// Checks the descriptors against each other, and makes a Gemm of them that lacks addresses and
// factors. CUBLAS_STATUS_INVALID_VALUE where they contradict each other, and
// CUBLAS_STATUS_NOT_SUPPORTED where the combination does not exist.
//
// Matrices in row-major order are transposed ones in column-major order. If the result is one, the
// product of the transposed matrices is made, in the other order; `isTransposed` says that A and B
// of the Gemm have changed places.
struct Problem {
  cublas::Gemm gemm;
  std::shared_ptr<cublas::GemmEpilogue> epilogue; // null where nothing follows the product
  bool isTransposed;
};
cublasStatus_t makeProblem(const MatmulDesc& descriptor, const MatrixLayout& a,
                           const MatrixLayout& b, const MatrixLayout& c, const MatrixLayout& d,
                           Problem& problem);

} // namespace heddle::cublaslt
