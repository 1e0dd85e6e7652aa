// Cholesky, LU and symmetric indefinite factors of one matrix, and what is solved with them. All
// are LAPACK's functions of these names, ordered on a stream.
#pragma once

#include "cusolver/handle.h"

namespace heddle::cusolver {

// The pivots of a factorisation, in device memory. The generic functions have pivots of 64 bits,
// the others of 32. A program that passes null for both wants factors without an exchange of rows.
struct Pivots {
  int* narrow = nullptr;
  std::int64_t* wide = nullptr;

  bool isNull() const { return !narrow && !wide; }
  Operand operand(std::int64_t count, bool isWritten) const;
  // These access device memory, so only work on a stream may call them.
  std::vector<int> load(std::int64_t count) const;
  void store(const std::vector<int>& pivots) const;
};
// LAPACK and cuSOLVER only read the pivots of factors that are solved with.
inline Pivots readPivots(const int* pivots) {
  return {const_cast<int*>(pivots), nullptr};
}
inline Pivots readPivots(const std::int64_t* pivots) {
  return {nullptr, const_cast<std::int64_t*>(pivots)};
}

template <class T>
cusolverStatus_t potrf(Call handle, cublasFillMode_t uplo, std::int64_t n, T* a, std::int64_t lda,
                       int* info);
template <class T>
cusolverStatus_t potrs(Call handle, cublasFillMode_t uplo, std::int64_t n, std::int64_t sides,
                       const T* a, std::int64_t lda, T* b, std::int64_t ldb, int* info);
template <class T>
cusolverStatus_t getrf(Call handle, std::int64_t m, std::int64_t n, T* a, std::int64_t lda,
                       Pivots pivots, int* info);
template <class T>
cusolverStatus_t getrs(Call handle, cublasOperation_t trans, std::int64_t n, std::int64_t sides,
                       const T* a, std::int64_t lda, Pivots pivots, T* b, std::int64_t ldb,
                       int* info);
template <class T>
cusolverStatus_t sytrs(Call handle, cublasFillMode_t uplo, std::int64_t n, std::int64_t sides,
                       const T* a, std::int64_t lda, Pivots pivots, T* b, std::int64_t ldb,
                       int* info);
template <class T>
cusolverStatus_t trtri(Call handle, cublasFillMode_t uplo, cublasDiagType_t diag, std::int64_t n,
                       T* a, std::int64_t lda, int* info);

} // namespace heddle::cusolver
