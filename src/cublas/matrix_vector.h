// Level 2 as templates over the engine.
#pragma once

#include "cublas/elements.h"
#include "cublas/engine.h"

namespace heddle::cublas {

// A product of fewer elements than this per worker is not worth the start of another worker.
constexpr std::uint64_t kSmallestMatrixPart = 1u << 16;

inline int narrow(std::int64_t value) {
  return static_cast<int>(value);
}

template <class T>
cublasStatus_t gemv(cublasHandle_t handle, cublasOperation_t trans, std::int64_t m, std::int64_t n,
                    const T* alpha, const T* matrixA, std::int64_t lda, const T* x,
                    std::int64_t incx, const T* beta, T* y, std::int64_t incy) {
  const auto valid = check({isOperation(trans), m >= 0, n >= 0, lda >= atLeastOne(m), incx != 0,
                            incy != 0, alpha != nullptr, beta != nullptr}) &
                     areInRange({m, n, lda, incx, incy});
  return call(handle, "cublasGemv", valid, [=] {
    if (m == 0 || n == 0)
      return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> a(handle, alpha), b(handle, beta);
    const bool isPlain = trans == CUBLAS_OP_N;
    const Vector<const T> from{x, isPlain ? n : m, incx};
    const Vector<T> to{y, isPlain ? m : n, incy};
    const std::uint64_t items = itemCount(
        static_cast<std::uint64_t>(m) * static_cast<std::uint64_t>(n), kSmallestMatrixPart);
    // Each item makes a part of y.
    return launch(handle, "cublasGemv", items, [=](void*, std::uint64_t begin, std::uint64_t end) {
      T factorA, factorB;
      if (!a.load(factorA) || !b.load(factorB) || !canRead(from))
        return false;
      for (; begin < end; ++begin) {
        const Range range = rangeOf(to.size, items, begin);
        if (range.size() <= 0)
          continue;
        const Matrix<const T> all{matrixA, m, n, lda};
        const Matrix<const T> part{isPlain ? all.at(range.begin, 0) : all.at(0, range.begin),
                                   isPlain ? range.size() : m, isPlain ? n : range.size(), lda};
        const Vector<T> target = to.part(range);
        if (!canRead(part) || !canWrite(target))
          return false;
        engine<T>().gemv(kColumnMajor, engineOperation(trans), narrow(part.rows),
                         narrow(part.columns), factor(factorA), part.address, narrow(lda), x,
                         narrow(incx), factor(factorB), target.address, narrow(incy));
      }
      return true;
    });
  });
}

template <class T>
cublasStatus_t gbmv(cublasHandle_t handle, cublasOperation_t trans, std::int64_t m, std::int64_t n,
                    std::int64_t kl, std::int64_t ku, const T* alpha, const T* matrixA,
                    std::int64_t lda, const T* x, std::int64_t incx, const T* beta, T* y,
                    std::int64_t incy) {
  const auto valid =
      check({isOperation(trans), m >= 0, n >= 0, kl >= 0, ku >= 0, lda >= kl + ku + 1, incx != 0,
             incy != 0, alpha != nullptr, beta != nullptr}) &
      areInRange({m, n, kl, ku, lda, incx, incy});
  return call(handle, "cublasGbmv", valid, [=] {
    if (m == 0 || n == 0)
      return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> a(handle, alpha), b(handle, beta);
    const bool isPlain = trans == CUBLAS_OP_N;
    const Vector<const T> from{x, isPlain ? n : m, incx};
    const Vector<T> to{y, isPlain ? m : n, incy};
    const Matrix<const T> band{matrixA, kl + ku + 1, n, lda};
    return launchOne(handle, "cublasGbmv", [=] {
      T factorA, factorB;
      if (!a.load(factorA) || !b.load(factorB) || !canRead(from, band) || !canWrite(to))
        return false;
      engine<T>().gbmv(kColumnMajor, engineOperation(trans), narrow(m), narrow(n), narrow(kl),
                       narrow(ku), factor(factorA), matrixA, narrow(lda), x, narrow(incx),
                       factor(factorB), y, narrow(incy));
      return true;
    });
  });
}

// Functions that change the vector x by a triangular matrix. `compute` calls the engine.
template <class T, class Compute>
cublasStatus_t triangularVector(cublasHandle_t handle, const char* name, Arguments arguments,
                                const Matrix<const T>& matrixA, const Vector<T>& x,
                                Compute compute) {
  return call(handle, name, arguments, [=] {
    if (x.size == 0)
      return CUBLAS_STATUS_SUCCESS;
    return launchOne(handle, name, [=] {
      if (!canRead(matrixA) || !canWrite(x))
        return false;
      compute();
      return true;
    });
  });
}

struct Triangle {
  cublasFillMode_t uplo;
  cublasOperation_t trans;
  cublasDiagType_t diag;

  bool isValid() const { return isTriangle(uplo) && isOperation(trans) && isDiagonal(diag); }
};

template <class T>
using WholeTriangleFunction = void (*Engine<T>::*)(int, int, int, int, int, const T*, int, T*, int);
template <class T>
using BandedTriangleFunction = void (*Engine<T>::*)(int, int, int, int, int, int, const T*, int, T*,
                                                    int);
template <class T>
using PackedTriangleFunction = void (*Engine<T>::*)(int, int, int, int, int, const T*, T*, int);

template <class T>
cublasStatus_t wholeTriangle(cublasHandle_t handle, const char* name,
                             WholeTriangleFunction<T> function, Triangle t, std::int64_t n,
                             const T* matrixA, std::int64_t lda, T* x, std::int64_t incx) {
  const auto valid =
      check({t.isValid(), n >= 0, lda >= atLeastOne(n), incx != 0}) & areInRange({n, lda, incx});
  return triangularVector<T>(handle, name, valid, {matrixA, n, n, lda}, {x, n, incx}, [=] {
    (engine<T>().*function)(kColumnMajor, engineTriangle(t.uplo), engineOperation(t.trans),
                            engineDiagonal(t.diag), narrow(n), matrixA, narrow(lda), x,
                            narrow(incx));
  });
}
template <class T>
cublasStatus_t bandedTriangle(cublasHandle_t handle, const char* name,
                              BandedTriangleFunction<T> function, Triangle t, std::int64_t n,
                              std::int64_t k, const T* matrixA, std::int64_t lda, T* x,
                              std::int64_t incx) {
  const auto valid =
      check({t.isValid(), n >= 0, k >= 0, lda >= k + 1, incx != 0}) & areInRange({n, k, lda, incx});
  return triangularVector<T>(handle, name, valid, {matrixA, k + 1, n, lda}, {x, n, incx}, [=] {
    (engine<T>().*function)(kColumnMajor, engineTriangle(t.uplo), engineOperation(t.trans),
                            engineDiagonal(t.diag), narrow(n), narrow(k), matrixA, narrow(lda), x,
                            narrow(incx));
  });
}
template <class T>
cublasStatus_t packedTriangular(cublasHandle_t handle, const char* name,
                                PackedTriangleFunction<T> function, Triangle t, std::int64_t n,
                                const T* matrixA, T* x, std::int64_t incx) {
  const auto valid = check({t.isValid(), n >= 0, incx != 0}) & areInRange({n, incx});
  return triangularVector<T>(handle, name, valid, packedTriangle(matrixA, n), {x, n, incx}, [=] {
    (engine<T>().*function)(kColumnMajor, engineTriangle(t.uplo), engineOperation(t.trans),
                            engineDiagonal(t.diag), narrow(n), matrixA, x, narrow(incx));
  });
}

// A += alpha x y', where y is conjugated or not.
template <class T>
cublasStatus_t ger(cublasHandle_t handle, bool isConjugated, std::int64_t m, std::int64_t n,
                   const T* alpha, const T* x, std::int64_t incx, const T* y, std::int64_t incy,
                   T* matrixA, std::int64_t lda) {
  const auto valid =
      check({m >= 0, n >= 0, lda >= atLeastOne(m), incx != 0, incy != 0, alpha != nullptr}) &
      areInRange({m, n, lda, incx, incy});
  return call(handle, "cublasGer", valid, [=] {
    if (m == 0 || n == 0)
      return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> a(handle, alpha);
    const Vector<const T> left{x, m, incx}, right{y, n, incy};
    const std::uint64_t items = itemCount(
        static_cast<std::uint64_t>(m) * static_cast<std::uint64_t>(n), kSmallestMatrixPart);
    return launch(handle, "cublasGer", items, [=](void*, std::uint64_t begin, std::uint64_t end) {
      T factorA;
      if (!a.load(factorA) || !canRead(left))
        return false;
      for (; begin < end; ++begin) {
        const Range range = rangeOf(n, items, begin);
        if (range.size() <= 0)
          continue;
        const Vector<const T> row = right.part(range);
        const Matrix<T> part{matrixA + range.begin * lda, m, range.size(), lda};
        if (!canRead(row) || !canWrite(part))
          return false;
        const auto update = isConjugated ? engine<T>().gerc : engine<T>().geru;
        update(kColumnMajor, narrow(m), narrow(range.size()), factor(factorA), x, narrow(incx),
               row.address, narrow(incy), part.address, narrow(lda));
      }
      return true;
    });
  });
}

} // namespace heddle::cublas
