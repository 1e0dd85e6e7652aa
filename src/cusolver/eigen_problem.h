// Eigenvalues of a symmetric or Hermitian matrix by LAPACK, on the thread that asks for them.
#pragma once

#include "cusolver/handle.h"
#include "cusolver/lapack.h"

#include <algorithm>

namespace heddle::cusolver {

inline bool isSquare(std::int64_t n, std::int64_t lda) {
  return n >= 0 && lda >= atLeastOne(n);
}

// A symmetric or Hermitian problem, alone (A*x = w*x) or with a second matrix.
template <class T> struct EigenProblem {
  cusolverEigMode_t mode;
  cublasFillMode_t uplo;
  int n;
  T* a;
  int lda;
  Real<T>* w;
  int type = CUSOLVER_EIG_TYPE_1;
  T* b = nullptr;
  int ldb = 1;

  bool isValid() const {
    return isMode(mode) && isTriangle(uplo) && isSquare(n, lda) && (!b || isSquare(n, ldb));
  }
  std::vector<Operand> operands(int* info) const {
    return {matrix(a, n, n, lda), matrix(b, b ? n : 0, n, ldb), vector(w, n), vector(info, 1)};
  }
};

// Asks LAPACK how much scratch memory it needs, then calls it with that much. Returns LAPACK's
// info.
template <class T> int solve(const EigenProblem<T>& p) {
  using R = Real<T>;
  const char job = modeLetter(p.mode), uplo = triangleLetter(p.uplo);
  int info = 0;
  const auto call = [&](T* work, int size, R* rwork, int rsize, int* iwork, int isize) {
    if constexpr (kIsComplex<T>) {
      if (p.b)
        lapack<T>().sygvd(&p.type, &job, &uplo, &p.n, p.a, &p.lda, p.b, &p.ldb, p.w, work, &size,
                          rwork, &rsize, iwork, &isize, &info);
      else
        lapack<T>().syevd(&job, &uplo, &p.n, p.a, &p.lda, p.w, work, &size, rwork, &rsize, iwork,
                          &isize, &info);
    } else {
      if (p.b)
        lapack<T>().sygvd(&p.type, &job, &uplo, &p.n, p.a, &p.lda, p.b, &p.ldb, p.w, work, &size,
                          iwork, &isize, &info);
      else
        lapack<T>().syevd(&job, &uplo, &p.n, p.a, &p.lda, p.w, work, &size, iwork, &isize, &info);
    }
  };
  T size{};
  R rsize{};
  int isize = 0;
  call(&size, -1, &rsize, -1, &isize, -1);
  if (info != 0)
    return info;
  const int workSize = scratchSize(size), rworkSize = kIsComplex<T> ? scratchSize(rsize) : 1;
  std::vector<T> work(static_cast<std::size_t>(workSize));
  std::vector<R> rwork(static_cast<std::size_t>(rworkSize));
  std::vector<int> iwork(static_cast<std::size_t>(std::max(isize, 1)));
  call(work.data(), workSize, rwork.data(), rworkSize, iwork.data(), std::max(isize, 1));
  return info;
}

} // namespace heddle::cusolver
