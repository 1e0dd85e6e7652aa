// Singular values and vectors of one matrix, as the functions for one type and the generic ones
// compute them.
#pragma once

#include "cublas/operands.h"
#include "cusolver/handle.h"

namespace heddle::cusolver {

using cublas::Real;

// LAPACK's gesvd: the vectors on the right are transposed. As in cuSOLVER, the matrix has at least
// as many rows as columns. `superdiagonal` may be null.
template <class T>
cusolverStatus_t gesvd(Call handle, char jobu, char jobvt, std::int64_t m, std::int64_t n, T* a,
                       std::int64_t lda, Real<T>* s, T* u, std::int64_t ldu, T* vt,
                       std::int64_t ldvt, Real<T>* superdiagonal, int* info);

// A = U*diag(S)*V^H, with V not transposed. `columns` of U and V, and as many singular values, are
// wanted; with more than min(m, n), those are orthogonal vectors without a singular value.
template <class T> struct Decomposition {
  bool hasU, hasV;
  std::int64_t m, n;
  std::int64_t values, columnsU, columnsV;
  const T* a;
  std::int64_t lda;
  Real<T>* s;
  T* u;
  std::int64_t ldu;
  T* v;
  std::int64_t ldv;

  bool isValid() const;
  std::vector<Operand> operands(int* info) const;
};
// The residual, which is the Frobenius norm of A - U*diag(S)*V^H, is written where it is asked for.
template <class T> int decompose(const Decomposition<T>& problem, double* residual = nullptr);

} // namespace heddle::cusolver
