#include "cusolver/linear_systems.h"

#include "cublas/lu_factors.h"
#include "cusolver/lapack.h"

namespace heddle::cusolver {

Operand Pivots::operand(std::int64_t count, bool isWritten) const {
  Operand operand = wide ? vector(wide, count) : vector(narrow, narrow ? count : 0);
  operand.isWritten = isWritten;
  return operand;
}
std::vector<int> Pivots::load(std::int64_t count) const {
  if (!wide)
    return cublas::pivotsOf(narrow, count);
  return {wide, wide + count};
}
void Pivots::store(const std::vector<int>& pivots) const {
  if (wide)
    std::copy(pivots.begin(), pivots.end(), wide);
  else
    std::copy(pivots.begin(), pivots.end(), narrow);
}

namespace {

int narrow(std::int64_t value) {
  return static_cast<int>(value);
}
bool isSquare(std::int64_t n, std::int64_t lda) {
  return n >= 0 && lda >= atLeastOne(n);
}

// Whether pivots that a program hands over are such as LAPACK may exchange rows by. It trusts them.
bool areRows(const std::vector<int>& pivots, std::int64_t rows) {
  return std::all_of(pivots.begin(), pivots.end(),
                     [=](int pivot) { return pivot >= 1 && pivot <= rows; });
}
// The same for symmetric factors, where two equal negative pivots stand for a block of 2x2.
bool areSymmetricPivots(cublasFillMode_t uplo, std::vector<int> pivots) {
  if (uplo == CUBLAS_FILL_MODE_UPPER)
    std::reverse(pivots.begin(), pivots.end());
  for (std::size_t k = 0; k < pivots.size(); ++k) {
    if (pivots[k] < 0 && (k + 1 == pivots.size() || pivots[k + 1] != pivots[k]))
      return false;
    if (pivots[k] == 0 || static_cast<std::size_t>(std::abs(pivots[k])) > pivots.size())
      return false;
    if (pivots[k] < 0)
      ++k;
  }
  return true;
}

// The functions that have nothing but one triangle as their argument.
template <class T> using TriangleFunction = decltype(Lapack<T>::potrf);
template <class T>
cusolverStatus_t onTriangle(Call handle, const char* name,
                            TriangleFunction<T> Lapack<T>::* function, cublasFillMode_t uplo,
                            std::int64_t n, T* a, std::int64_t lda, int* info) {
  return call(handle, isTriangle(uplo) && isSquare(n, lda), [=] {
    return launch(handle, name, {matrix(a, n, n, lda), vector(info, 1)}, [=] {
      const char letter = triangleLetter(uplo);
      const int size = narrow(n), ld = narrow(lda);
      (lapack<T>().*function)(&letter, &size, a, &ld, info);
    });
  });
}

// Symmetric factors L*D*L^T or U*D*U^T with a diagonal D, without an exchange of rows and columns.
template <class T> int factorSymmetric(cublasFillMode_t uplo, const cublas::Matrix<T>& a) {
  const bool isLower = uplo == CUBLAS_FILL_MODE_LOWER;
  for (std::int64_t step = 0; step < a.rows; ++step) {
    const std::int64_t k = isLower ? step : a.rows - 1 - step;
    const std::int64_t begin = isLower ? k + 1 : 0, end = isLower ? a.rows : k;
    const T pivot = *a.at(k, k);
    if (pivot == T(0))
      return narrow(k) + 1;
    for (std::int64_t column = begin; column < end; ++column) {
      const T factor = *a.at(column, k) / pivot;
      for (std::int64_t row = isLower ? column : 0; row < (isLower ? end : column + 1); ++row)
        *a.at(row, column) -= cublas::multiply(factor, *a.at(row, k));
    }
    for (std::int64_t row = begin; row < end; ++row)
      *a.at(row, k) /= pivot;
  }
  return 0;
}

template <class T>
cusolverStatus_t sytrf(Call handle, cublasFillMode_t uplo, int n, T* a, int lda, Pivots pivots,
                       int workSize, int* info) {
  return call(handle, isTriangle(uplo) && isSquare(n, lda) && workSize > 0, [=] {
    return launch(handle, "cusolverDnSytrf",
                  {matrix(a, n, n, lda), pivots.operand(n, true), vector(info, 1)}, [=] {
                    if (pivots.isNull()) {
                      *info = factorSymmetric<T>(uplo, {a, n, n, lda});
                      return;
                    }
                    const char letter = triangleLetter(uplo);
                    std::vector<int> found(static_cast<std::size_t>(n));
                    *info = withScratch<T>([&](T* work, int* size, int* result) {
                      lapack<T>().sytrf(&letter, &n, a, &lda, found.data(), work, size, result);
                    });
                    pivots.store(found);
                  });
  });
}

template <class T>
cusolverStatus_t sytri(Call handle, cublasFillMode_t uplo, int n, T* a, int lda, Pivots pivots,
                       int* info) {
  return call(handle, isTriangle(uplo) && isSquare(n, lda), [=] {
    return launchChecked(handle, "cusolverDnSytri",
                         {matrix(a, n, n, lda), pivots.operand(n, false), vector(info, 1)}, [=] {
                           const std::vector<int> found = pivots.load(n);
                           if (!areSymmetricPivots(uplo, found))
                             return false;
                           const char letter = triangleLetter(uplo);
                           std::vector<T> work(static_cast<std::size_t>(n));
                           lapack<T>().sytri(&letter, &n, a, &lda, found.data(), work.data(), info);
                           return true;
                         });
  });
}

// Exchanges rows as the pivots k1 to k2 say, in ascending order or, for a negative increment, in
// descending order.
template <class T>
cusolverStatus_t laswp(Call handle, int n, T* a, int lda, int k1, int k2, const int* pivots,
                       int increment) {
  const bool isValid = n >= 0 && k1 >= 1 && k2 >= k1 && lda >= k2 && increment != 0;
  return call(handle, isValid, [=] {
    const std::int64_t step = std::abs(increment), count = k1 + (k2 - k1) * step;
    return launchChecked(handle, "cusolverDnLaswp", {matrix(a, lda, n, lda), vector(pivots, count)},
                         [=] {
                           for (std::int64_t at = k1 - 1; at < count; at += step)
                             if (pivots[at] < 1 || pivots[at] > lda)
                               return false;
                           lapack<T>().laswp(&n, a, &lda, &k1, &k2, pivots, &increment);
                           return true;
                         });
  });
}

template <class T>
cusolverStatus_t potrfBatched(Call handle, cublasFillMode_t uplo, int n, T* const* matrices,
                              int lda, int* infos, int count) {
  return call(handle, isTriangle(uplo) && isSquare(n, lda) && count > 0, [=] {
    return launchBatch(handle, "cusolverDnPotrfBatched", count, [=](std::int64_t index) {
      if (!areAccessible({vector(matrices + index, 1), vector(infos + index, 1)}) ||
          !areAccessible({matrix(matrices[index], n, n, lda)}))
        return false;
      const char letter = triangleLetter(uplo);
      lapack<T>().potrf(&letter, &n, matrices[index], &lda, infos + index);
      return true;
    });
  });
}

// As in cuSOLVER, there is one right side.
template <class T>
cusolverStatus_t potrsBatched(Call handle, cublasFillMode_t uplo, int n, int sides,
                              T* const* factors, int lda, T* const* rights, int ldb, int* info,
                              int count) {
  const bool isValid = isTriangle(uplo) && isSquare(n, lda) && isSquare(n, ldb) && count > 0;
  return call(handle, isValid && sides == 1, [=] {
    return launchBatch(handle, "cusolverDnPotrsBatched", count, [=](std::int64_t index) {
      if (!areAccessible({vector(factors + index, 1), vector(rights + index, 1)}) ||
          !areAccessible({matrix(static_cast<const T*>(factors[index]), n, n, lda),
                          matrix(rights[index], n, sides, ldb)}) ||
          (index == 0 && !areAccessible({vector(info, 1)})))
        return false;
      const char letter = triangleLetter(uplo);
      int ignored = 0;
      lapack<T>().potrs(&letter, &n, &sides, factors[index], &lda, rights[index], &ldb, &ignored);
      if (index == 0)
        *info = 0;
      return true;
    });
  });
}

} // namespace

template <class T>
cusolverStatus_t potrf(Call handle, cublasFillMode_t uplo, std::int64_t n, T* a, std::int64_t lda,
                       int* info) {
  return onTriangle(handle, "cusolverDnPotrf", &Lapack<T>::potrf, uplo, n, a, lda, info);
}

template <class T>
cusolverStatus_t potrs(Call handle, cublasFillMode_t uplo, std::int64_t n, std::int64_t sides,
                       const T* a, std::int64_t lda, T* b, std::int64_t ldb, int* info) {
  const bool isValid = isTriangle(uplo) && isSquare(n, lda) && sides >= 0 && ldb >= atLeastOne(n);
  return call(handle, isValid, [=] {
    return launch(handle, "cusolverDnPotrs",
                  {matrix(a, n, n, lda), matrix(b, n, sides, ldb), vector(info, 1)}, [=] {
                    const char letter = triangleLetter(uplo);
                    const int size = narrow(n), count = narrow(sides), ldA = narrow(lda),
                              ldB = narrow(ldb);
                    lapack<T>().potrs(&letter, &size, &count, a, &ldA, b, &ldB, info);
                  });
  });
}

template <class T>
cusolverStatus_t getrf(Call handle, std::int64_t m, std::int64_t n, T* a, std::int64_t lda,
                       Pivots pivots, int* info) {
  return call(handle, m >= 0 && n >= 0 && lda >= atLeastOne(m), [=] {
    const std::int64_t steps = std::min(m, n);
    return launch(handle, "cusolverDnGetrf",
                  {matrix(a, m, n, lda), pivots.operand(steps, true), vector(info, 1)}, [=] {
                    if (pivots.isNull()) {
                      *info = cublas::factorWithoutPivots<T>({a, m, n, lda});
                      return;
                    }
                    const int rows = narrow(m), columns = narrow(n), ld = narrow(lda);
                    std::vector<int> found(static_cast<std::size_t>(steps));
                    lapack<T>().getrf(&rows, &columns, a, &ld, found.data(), info);
                    pivots.store(found);
                  });
  });
}

template <class T>
cusolverStatus_t getrs(Call handle, cublasOperation_t trans, std::int64_t n, std::int64_t sides,
                       const T* a, std::int64_t lda, Pivots pivots, T* b, std::int64_t ldb,
                       int* info) {
  const bool isValid = isOperation(trans) && isSquare(n, lda) && sides >= 0 && ldb >= atLeastOne(n);
  return call(handle, isValid, [=] {
    return launchChecked(
        handle, "cusolverDnGetrs",
        {matrix(a, n, n, lda), pivots.operand(n, false), matrix(b, n, sides, ldb), vector(info, 1)},
        [=] {
          const std::vector<int> found = pivots.load(n);
          if (!areRows(found, n))
            return false;
          const char letter = operationLetter<T>(trans);
          const int size = narrow(n), count = narrow(sides), ldA = narrow(lda), ldB = narrow(ldb);
          lapack<T>().getrs(&letter, &size, &count, a, &ldA, found.data(), b, &ldB, info);
          return true;
        });
  });
}

template <class T>
cusolverStatus_t sytrs(Call handle, cublasFillMode_t uplo, std::int64_t n, std::int64_t sides,
                       const T* a, std::int64_t lda, Pivots pivots, T* b, std::int64_t ldb,
                       int* info) {
  const bool isValid = isTriangle(uplo) && isSquare(n, lda) && sides >= 0 && ldb >= atLeastOne(n);
  return call(handle, isValid, [=] {
    return launchChecked(
        handle, "cusolverDnXsytrs",
        {matrix(a, n, n, lda), pivots.operand(n, false), matrix(b, n, sides, ldb), vector(info, 1)},
        [=] {
          const std::vector<int> found = pivots.load(n);
          if (!areSymmetricPivots(uplo, found))
            return false;
          const char letter = triangleLetter(uplo);
          const int size = narrow(n), count = narrow(sides), ldA = narrow(lda), ldB = narrow(ldb);
          lapack<T>().sytrs(&letter, &size, &count, a, &ldA, found.data(), b, &ldB, info);
          return true;
        });
  });
}

template <class T>
cusolverStatus_t trtri(Call handle, cublasFillMode_t uplo, cublasDiagType_t diag, std::int64_t n,
                       T* a, std::int64_t lda, int* info) {
  return call(handle, isTriangle(uplo) && isDiagonal(diag) && isSquare(n, lda), [=] {
    return launch(handle, "cusolverDnXtrtri", {matrix(a, n, n, lda), vector(info, 1)}, [=] {
      const char triangle = triangleLetter(uplo);
      const char diagonal = diag == CUBLAS_DIAG_UNIT ? 'U' : 'N';
      const int size = narrow(n), ld = narrow(lda);
      lapack<T>().trtri(&triangle, &diagonal, &size, a, &ld, info);
    });
  });
}

} // namespace heddle::cusolver

using namespace heddle::cusolver;

// cusolver/generic.cpp calls these, and sees only their declarations.
#define HEDDLE_INSTANTIATE(T)                                                                      \
  template cusolverStatus_t heddle::cusolver::potrf(Call, cublasFillMode_t, std::int64_t, T*,      \
                                                    std::int64_t, int*);                           \
  template cusolverStatus_t heddle::cusolver::potrs(Call, cublasFillMode_t, std::int64_t,          \
                                                    std::int64_t, const T*, std::int64_t, T*,      \
                                                    std::int64_t, int*);                           \
  template cusolverStatus_t heddle::cusolver::getrf(Call, std::int64_t, std::int64_t, T*,          \
                                                    std::int64_t, Pivots, int*);                   \
  template cusolverStatus_t heddle::cusolver::getrs(Call, cublasOperation_t, std::int64_t,         \
                                                    std::int64_t, const T*, std::int64_t, Pivots,  \
                                                    T*, std::int64_t, int*);                       \
  template cusolverStatus_t heddle::cusolver::sytrs(Call, cublasFillMode_t, std::int64_t,          \
                                                    std::int64_t, const T*, std::int64_t, Pivots,  \
                                                    T*, std::int64_t, int*);                       \
  template cusolverStatus_t heddle::cusolver::trtri(Call, cublasFillMode_t, cublasDiagType_t,      \
                                                    std::int64_t, T*, std::int64_t, int*);
HEDDLE_INSTANTIATE(float)
HEDDLE_INSTANTIATE(double)
HEDDLE_INSTANTIATE(std::complex<float>)
HEDDLE_INSTANTIATE(std::complex<double>)
#undef HEDDLE_INSTANTIATE

namespace {
template <class T> Native<T>* const* natives(T* const* addresses) {
  return reinterpret_cast<Native<T>* const*>(addresses);
}
} // namespace

#define HEDDLE_LINEAR_SYSTEMS(S, T, R)                                                             \
  cusolverStatus_t cusolverDn##S##potrf_bufferSize(                                                \
      cusolverDnHandle_t handle, cublasFillMode_t uplo, int, T*, int, int* Lwork) {                \
    return answerBufferSize(handle, isTriangle(uplo), Lwork);                                      \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##potrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,   \
                                        T* A, int lda, T*, int, int* devInfo) {                    \
    return potrf(handle, uplo, n, native(A), lda, devInfo);                                        \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##potrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,   \
                                        int nrhs, const T* A, int lda, T* B, int ldb,              \
                                        int* devInfo) {                                            \
    return potrs(handle, uplo, n, nrhs, native(A), lda, native(B), ldb, devInfo);                  \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##potrfBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo,   \
                                               int n, T* Aarray[], int lda, int* infoArray,        \
                                               int batchSize) {                                    \
    return potrfBatched(handle, uplo, n, natives(Aarray), lda, infoArray, batchSize);              \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##potrsBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo,   \
                                               int n, int nrhs, T* A[], int lda, T* B[], int ldb,  \
                                               int* info, int batchSize) {                         \
    return potrsBatched(handle, uplo, n, nrhs, natives(A), lda, natives(B), ldb, info, batchSize); \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##potri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t,    \
                                                   int, T*, int, int* lwork) {                     \
    return answerBufferSize(handle, lwork);                                                        \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##potri(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,   \
                                        T* A, int lda, T*, int, int* devInfo) {                    \
    return onTriangle(handle, "cusolverDnPotri", &Lapack<Native<T>>::potri, uplo, n, native(A),    \
                      lda, devInfo);                                                               \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##lauum_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t,    \
                                                   int, T*, int, int* lwork) {                     \
    return answerBufferSize(handle, lwork);                                                        \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##lauum(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,   \
                                        T* A, int lda, T*, int, int* devInfo) {                    \
    return onTriangle(handle, "cusolverDnLauum", &Lapack<Native<T>>::lauum, uplo, n, native(A),    \
                      lda, devInfo);                                                               \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##getrf_bufferSize(cusolverDnHandle_t handle, int, int, T*, int,   \
                                                   int* Lwork) {                                   \
    return answerBufferSize(handle, true, Lwork);                                                  \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##getrf(cusolverDnHandle_t handle, int m, int n, T* A, int lda,    \
                                        T*, int* devIpiv, int* devInfo) {                          \
    return getrf(handle, m, n, native(A), lda, {devIpiv}, devInfo);                                \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##laswp(cusolverDnHandle_t handle, int n, T* A, int lda, int k1,   \
                                        int k2, const int* devIpiv, int incx) {                    \
    return laswp(handle, n, native(A), lda, k1, k2, devIpiv, incx);                                \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##getrs(cusolverDnHandle_t handle, cublasOperation_t trans, int n, \
                                        int nrhs, const T* A, int lda, const int* devIpiv, T* B,   \
                                        int ldb, int* devInfo) {                                   \
    return getrs(handle, trans, n, nrhs, native(A), lda, readPivots(devIpiv), native(B), ldb,      \
                 devInfo);                                                                         \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##sytrf_bufferSize(cusolverDnHandle_t handle, int, T*, int,        \
                                                   int* lwork) {                                   \
    return answerBufferSize(handle, true, lwork);                                                  \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##sytrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,   \
                                        T* A, int lda, int* ipiv, T*, int lwork, int* info) {      \
    return sytrf(handle, uplo, n, native(A), lda, {ipiv}, lwork, info);                            \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##sytri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t,    \
                                                   int, T*, int, const int*, int* lwork) {         \
    return answerBufferSize(handle, lwork);                                                        \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##sytri(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,   \
                                        T* A, int lda, const int* ipiv, T*, int, int* info) {      \
    return sytri(handle, uplo, n, native(A), lda, readPivots(ipiv), info);                         \
  }
HEDDLE_CUSOLVER_EACH(HEDDLE_LINEAR_SYSTEMS)
#undef HEDDLE_LINEAR_SYSTEMS
