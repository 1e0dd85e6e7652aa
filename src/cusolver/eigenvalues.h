// Eigenvalues and eigenvectors of one symmetric or Hermitian matrix. Other problems have no generic
// functions, so only eigenvalues.cpp knows them.
#pragma once

#include "cublas/operands.h"
#include "cusolver/handle.h"

namespace heddle::cusolver {

using cublas::Real;

// Which of the eigenvalues in ascending order are wanted: all, those with the numbers `first` to
// `last`, counted from 1, or those above `low` and up to `high`.
template <class R> struct EigenvalueRange {
  cusolverEigRange_t kind = CUSOLVER_EIG_RANGE_ALL;
  R low = 0, high = 0;
  std::int64_t first = 0, last = 0;

  bool isValid(std::int64_t n) const {
    switch (kind) {
    case CUSOLVER_EIG_RANGE_ALL:
      return true;
    case CUSOLVER_EIG_RANGE_I:
      return n == 0 || (first >= 1 && first <= last && last <= n);
    case CUSOLVER_EIG_RANGE_V:
      return low < high;
    }
    return false;
  }
};

template <class T>
cusolverStatus_t syevd(Call handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, std::int64_t n,
                       T* a, std::int64_t lda, Real<T>* w, int* info);
// Eigenvalues of many matrices, one behind the other.
template <class T>
cusolverStatus_t syevBatched(Call handle, cusolverEigMode_t jobz, cublasFillMode_t uplo,
                             std::int64_t n, T* a, std::int64_t lda, Real<T>* w, int* info,
                             std::int64_t count);
// Some of the eigenvalues. Count is that of the host's function, int or int64_t.
template <class T, class Count>
cusolverStatus_t syevdx(Call handle, cusolverEigMode_t jobz, const EigenvalueRange<Real<T>>& range,
                        cublasFillMode_t uplo, std::int64_t n, T* a, std::int64_t lda, Count* found,
                        Real<T>* w, int* info);

} // namespace heddle::cusolver
