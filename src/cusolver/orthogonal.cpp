#include "cusolver/orthogonal.h"

#include "cusolver/lapack.h"

#include <algorithm>

namespace heddle::cusolver {

template <class T>
cusolverStatus_t geqrf(Call handle, std::int64_t m, std::int64_t n, T* a, std::int64_t lda, T* tau,
                       int* info) {
  return call(handle, m >= 0 && n >= 0 && lda >= atLeastOne(m), [=] {
    return launch(handle, "cusolverDnGeqrf",
                  {matrix(a, m, n, lda), vector(tau, std::min(m, n)), vector(info, 1)}, [=] {
                    const int rows = static_cast<int>(m), columns = static_cast<int>(n),
                              ld = static_cast<int>(lda);
                    *info = withScratch<T>([&](T* work, int* size, int* result) {
                      lapack<T>().geqrf(&rows, &columns, a, &ld, tau, work, size, result);
                    });
                  });
  });
}

template <class T>
cusolverStatus_t larft(Call handle, cusolverDirectMode_t direct, cusolverStorevMode_t storev,
                       std::int64_t n, std::int64_t k, const T* v, std::int64_t ldv, const T* tau,
                       T* t, std::int64_t ldt) {
  const bool isByColumns = storev == CUBLAS_STOREV_COLUMNWISE;
  const bool isValid = k >= 0 && n >= k && ldv >= atLeastOne(isByColumns ? n : k) &&
                       ldt >= atLeastOne(k) && (isByColumns || storev == CUBLAS_STOREV_ROWWISE) &&
                       (direct == CUBLAS_DIRECT_FORWARD || direct == CUBLAS_DIRECT_BACKWARD);
  return call(handle, isValid, [=] {
    const Operand reflectors = isByColumns ? matrix(v, n, k, ldv) : matrix(v, k, n, ldv);
    return launch(
        handle, "cusolverDnXlarft", {reflectors, vector(tau, k), matrix(t, k, k, ldt)}, [=] {
          const char directLetter = direct == CUBLAS_DIRECT_FORWARD ? 'F' : 'B';
          const char storeLetter = isByColumns ? 'C' : 'R';
          const int size = static_cast<int>(n), count = static_cast<int>(k),
                    ldV = static_cast<int>(ldv), ldT = static_cast<int>(ldt);
          lapack<T>().larft(&directLetter, &storeLetter, &size, &count, v, &ldV, tau, t, &ldT);
        });
  });
}

namespace {

template <class T>
cusolverStatus_t orgqr(Call handle, int m, int n, int k, T* a, int lda, const T* tau, int* info) {
  const bool isValid = m >= 0 && n >= 0 && n <= m && k >= 0 && k <= n && lda >= atLeastOne(m);
  return call(handle, isValid, [=] {
    return launch(handle, "cusolverDnOrgqr",
                  {matrix(a, m, n, lda), vector(tau, k), vector(info, 1)}, [=] {
                    *info = withScratch<T>([&](T* work, int* size, int* result) {
                      lapack<T>().orgqr(&m, &n, &k, a, &lda, tau, work, size, result);
                    });
                  });
  });
}

// Complex reflectors have no product with their transpose.
template <class T> bool isOrthogonalOperation(cublasOperation_t trans) {
  return isOperation(trans) && (!kIsComplex<T> || trans != CUBLAS_OP_T);
}

template <class T>
cusolverStatus_t ormqr(Call handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n,
                       int k, const T* a, int lda, const T* tau, T* c, int ldc, int* info) {
  const int order = side == CUBLAS_SIDE_LEFT ? m : n;
  const bool isValid = isSide(side) && isOrthogonalOperation<T>(trans) && m >= 0 && n >= 0 &&
                       k >= 0 && k <= order && lda >= atLeastOne(order) && ldc >= atLeastOne(m);
  return call(handle, isValid, [=] {
    return launch(handle, "cusolverDnOrmqr",
                  {matrix(a, order, k, lda), vector(tau, k), matrix(c, m, n, ldc), vector(info, 1)},
                  [=] {
                    const char sideOf = sideLetter(side), operation = operationLetter<T>(trans);
                    *info = withScratch<T>([&](T* work, int* size, int* result) {
                      lapack<T>().ormqr(&sideOf, &operation, &m, &n, &k, a, &lda, tau, c, &ldc,
                                        work, size, result);
                    });
                  });
  });
}

template <class T>
cusolverStatus_t gebrd(Call handle, int m, int n, T* a, int lda, Real<T>* d, Real<T>* e, T* tauq,
                       T* taup, int* info) {
  return call(handle, m >= 0 && n >= 0 && lda >= atLeastOne(m), [=] {
    // As on a GPU, matrices with fewer rows than columns are reduced as their transposes.
    if (m < n)
      return CUSOLVER_STATUS_NOT_SUPPORTED;
    const int count = n;
    return launch(handle, "cusolverDnGebrd",
                  {matrix(a, m, n, lda), vector(d, count), vector(e, count - 1),
                   vector(tauq, count), vector(taup, count), vector(info, 1)},
                  [=] {
                    *info = withScratch<T>([&](T* work, int* size, int* result) {
                      lapack<T>().gebrd(&m, &n, a, &lda, d, e, tauq, taup, work, size, result);
                    });
                  });
  });
}

// The left factor of a bidiagonal form, or the transposed right one.
template <class T>
cusolverStatus_t orgbr(Call handle, cublasSideMode_t side, int m, int n, int k, T* a, int lda,
                       const T* tau, int* info) {
  const bool isLeft = side == CUBLAS_SIDE_LEFT;
  const bool areSizesRight = isLeft ? m >= n && n >= std::min(m, k) : n >= m && m >= std::min(n, k);
  const bool isValid =
      isSide(side) && m >= 0 && n >= 0 && k >= 0 && areSizesRight && lda >= atLeastOne(m);
  return call(handle, isValid, [=] {
    return launch(handle, "cusolverDnOrgbr",
                  {matrix(a, m, n, lda), vector(tau, std::min(isLeft ? m : n, k)), vector(info, 1)},
                  [=] {
                    const char factor = isLeft ? 'Q' : 'P';
                    *info = withScratch<T>([&](T* work, int* size, int* result) {
                      lapack<T>().orgbr(&factor, &m, &n, &k, a, &lda, tau, work, size, result);
                    });
                  });
  });
}

template <class T>
cusolverStatus_t sytrd(Call handle, cublasFillMode_t uplo, int n, T* a, int lda, Real<T>* d,
                       Real<T>* e, T* tau, int* info) {
  return call(handle, isTriangle(uplo) && n >= 0 && lda >= atLeastOne(n), [=] {
    return launch(
        handle, "cusolverDnSytrd",
        {matrix(a, n, n, lda), vector(d, n), vector(e, n - 1), vector(tau, n - 1), vector(info, 1)},
        [=] {
          const char letter = triangleLetter(uplo);
          *info = withScratch<T>([&](T* work, int* size, int* result) {
            lapack<T>().sytrd(&letter, &n, a, &lda, d, e, tau, work, size, result);
          });
        });
  });
}

template <class T>
cusolverStatus_t orgtr(Call handle, cublasFillMode_t uplo, int n, T* a, int lda, const T* tau,
                       int* info) {
  return call(handle, isTriangle(uplo) && n >= 0 && lda >= atLeastOne(n), [=] {
    return launch(handle, "cusolverDnOrgtr",
                  {matrix(a, n, n, lda), vector(tau, n - 1), vector(info, 1)}, [=] {
                    const char letter = triangleLetter(uplo);
                    *info = withScratch<T>([&](T* work, int* size, int* result) {
                      lapack<T>().orgtr(&letter, &n, a, &lda, tau, work, size, result);
                    });
                  });
  });
}

template <class T>
cusolverStatus_t ormtr(Call handle, cublasSideMode_t side, cublasFillMode_t uplo,
                       cublasOperation_t trans, int m, int n, const T* a, int lda, const T* tau,
                       T* c, int ldc, int* info) {
  const int order = side == CUBLAS_SIDE_LEFT ? m : n;
  const bool isValid = isSide(side) && isTriangle(uplo) && isOrthogonalOperation<T>(trans) &&
                       m >= 0 && n >= 0 && lda >= atLeastOne(order) && ldc >= atLeastOne(m);
  return call(handle, isValid, [=] {
    return launch(handle, "cusolverDnOrmtr",
                  {matrix(a, order, order, lda), vector(tau, order - 1), matrix(c, m, n, ldc),
                   vector(info, 1)},
                  [=] {
                    const char sideOf = sideLetter(side), letter = triangleLetter(uplo),
                               operation = operationLetter<T>(trans);
                    *info = withScratch<T>([&](T* work, int* size, int* result) {
                      lapack<T>().ormtr(&sideOf, &letter, &operation, &m, &n, a, &lda, tau, c, &ldc,
                                        work, size, result);
                    });
                  });
  });
}

} // namespace

} // namespace heddle::cusolver

using namespace heddle::cusolver;

// cusolver/generic.cpp calls these, and sees only their declarations.
#define HEDDLE_INSTANTIATE(T)                                                                      \
  template cusolverStatus_t heddle::cusolver::geqrf(Call, std::int64_t, std::int64_t, T*,          \
                                                    std::int64_t, T*, int*);                       \
  template cusolverStatus_t heddle::cusolver::larft(                                               \
      Call, cusolverDirectMode_t, cusolverStorevMode_t, std::int64_t, std::int64_t, const T*,      \
      std::int64_t, const T*, T*, std::int64_t);
HEDDLE_INSTANTIATE(float)
HEDDLE_INSTANTIATE(double)
HEDDLE_INSTANTIATE(std::complex<float>)
HEDDLE_INSTANTIATE(std::complex<double>)
#undef HEDDLE_INSTANTIATE

#define HEDDLE_REDUCTIONS(S, T, R)                                                                 \
  cusolverStatus_t cusolverDn##S##geqrf_bufferSize(cusolverDnHandle_t handle, int, int, T*, int,   \
                                                   int* lwork) {                                   \
    return answerBufferSize(handle, true, lwork);                                                  \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##geqrf(cusolverDnHandle_t handle, int m, int n, T* A, int lda,    \
                                        T* TAU, T*, int, int* devInfo) {                           \
    return geqrf(handle, m, n, native(A), lda, native(TAU), devInfo);                              \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##gebrd_bufferSize(cusolverDnHandle_t handle, int, int,            \
                                                   int* Lwork) {                                   \
    return answerBufferSize(handle, true, Lwork);                                                  \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##gebrd(cusolverDnHandle_t handle, int m, int n, T* A, int lda,    \
                                        R* D, R* E, T* TAUQ, T* TAUP, T*, int, int* devInfo) {     \
    return gebrd(handle, m, n, native(A), lda, D, E, native(TAUQ), native(TAUP), devInfo);         \
  }
HEDDLE_CUSOLVER_EACH(HEDDLE_REDUCTIONS)
#undef HEDDLE_REDUCTIONS

#define HEDDLE_ORTHOGONAL(SY, OR, T, R)                                                            \
  cusolverStatus_t cusolverDn##OR##gqr_bufferSize(cusolverDnHandle_t handle, int, int, int,        \
                                                  const T*, int, const T*, int* lwork) {           \
    return answerBufferSize(handle, true, lwork);                                                  \
  }                                                                                                \
  cusolverStatus_t cusolverDn##OR##gqr(cusolverDnHandle_t handle, int m, int n, int k, T* A,       \
                                       int lda, const T* tau, T*, int, int* info) {                \
    return orgqr(handle, m, n, k, native(A), lda, native(tau), info);                              \
  }                                                                                                \
  cusolverStatus_t cusolverDn##OR##mqr_bufferSize(cusolverDnHandle_t handle, cublasSideMode_t,     \
                                                  cublasOperation_t, int, int, int, const T*, int, \
                                                  const T*, const T*, int, int* lwork) {           \
    return answerBufferSize(handle, lwork);                                                        \
  }                                                                                                \
  cusolverStatus_t cusolverDn##OR##mqr(                                                            \
      cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n,     \
      int k, const T* A, int lda, const T* tau, T* C, int ldc, T*, int, int* devInfo) {            \
    return ormqr(handle, side, trans, m, n, k, native(A), lda, native(tau), native(C), ldc,        \
                 devInfo);                                                                         \
  }                                                                                                \
  cusolverStatus_t cusolverDn##OR##gbr_bufferSize(cusolverDnHandle_t handle, cublasSideMode_t,     \
                                                  int, int, int, const T*, int, const T*,          \
                                                  int* lwork) {                                    \
    return answerBufferSize(handle, true, lwork);                                                  \
  }                                                                                                \
  cusolverStatus_t cusolverDn##OR##gbr(cusolverDnHandle_t handle, cublasSideMode_t side, int m,    \
                                       int n, int k, T* A, int lda, const T* tau, T*, int,         \
                                       int* info) {                                                \
    return orgbr(handle, side, m, n, k, native(A), lda, native(tau), info);                        \
  }                                                                                                \
  cusolverStatus_t cusolverDn##SY##trd_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t,     \
                                                  int, const T*, int, const R*, const R*,          \
                                                  const T*, int* lwork) {                          \
    return answerBufferSize(handle, true, lwork);                                                  \
  }                                                                                                \
  cusolverStatus_t cusolverDn##SY##trd(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,    \
                                       T* A, int lda, R* d, R* e, T* tau, T*, int, int* info) {    \
    return sytrd(handle, uplo, n, native(A), lda, d, e, native(tau), info);                        \
  }                                                                                                \
  cusolverStatus_t cusolverDn##OR##gtr_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t,     \
                                                  int n, const T*, int lda, const T*,              \
                                                  int* lwork) {                                    \
    return answerBufferSize(handle, n >= 0 && lda >= 0, lwork);                                    \
  }                                                                                                \
  cusolverStatus_t cusolverDn##OR##gtr(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,    \
                                       T* A, int lda, const T* tau, T*, int, int* info) {          \
    return orgtr(handle, uplo, n, native(A), lda, native(tau), info);                              \
  }                                                                                                \
  cusolverStatus_t cusolverDn##OR##mtr_bufferSize(                                                 \
      cusolverDnHandle_t handle, cublasSideMode_t, cublasFillMode_t, cublasOperation_t, int, int,  \
      const T*, int, const T*, const T*, int, int* lwork) {                                        \
    return answerBufferSize(handle, lwork);                                                        \
  }                                                                                                \
  cusolverStatus_t cusolverDn##OR##mtr(cusolverDnHandle_t handle, cublasSideMode_t side,           \
                                       cublasFillMode_t uplo, cublasOperation_t trans, int m,      \
                                       int n, T* A, int lda, T* tau, T* C, int ldc, T*, int,       \
                                       int* info) {                                                \
    return ormtr<Native<T>>(handle, side, uplo, trans, m, n, native(A), lda, native(tau),          \
                            native(C), ldc, info);                                                 \
  }
HEDDLE_CUSOLVER_EACH_NAMED(HEDDLE_ORTHOGONAL)
#undef HEDDLE_ORTHOGONAL
