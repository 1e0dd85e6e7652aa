// cusolverSp: one eigenvalue of a sparse matrix with its vector, how many eigenvalues lie in a box,
// and least squares.
#include "cusolver/lapack.h"
#include "cusolver/orderings.h"
#include "cusolver/sparse_handle.h"
#include "cusolver/sparse_lu.h"
#include "cusolver/sparse_qr.h"

#include <algorithm>
#include <limits>

namespace {

using namespace heddle;
using namespace heddle::cusolver;

template <class T> Real<T> normalize(std::vector<T>& x) {
  Real<T> sum = 0;
  for (const T& value : x)
    sum += std::norm(value);
  const Real<T> norm = std::sqrt(sum);
  if (norm > 0)
    for (T& value : x)
      value /= norm;
  return norm;
}

template <class T> struct EigenvalueProblem {
  CsrMatrix<T> a;
  T nearTo;
  const T* start;
  int iterations;
  Real<T> tolerance;
  T* eigenvalue;
  T* eigenvector;

  bool isRight() const {
    return a.isRight() && iterations >= 0 && start && eigenvalue && eigenvector;
  }
  std::vector<T> multiply(const std::vector<T>& x) const {
    std::vector<T> y(x.size());
    a.pattern.forEach([&](int row, int column, int entry) {
      y[index(row)] += cublas::multiply(a.values[entry], x[index(column)]);
    });
    return y;
  }
  // Powers of the inverse of A - nearTo, in which the eigenvalue nearest to nearTo is the largest.
  // A pivot of zero, when nearTo is an eigenvalue itself, becomes as small as rounding errors. When
  // the iterations are used up, the last values are the result.
  void solve() const {
    SparseColumns<T> shifted = a.byColumns();
    shifted.shift(nearTo);
    SparseLu<T> lu(shifted, minimumDegree(symmetricGraph(a.pattern)));
    lu.replaceZeroPivots(std::numeric_limits<Real<T>>::epsilon());
    std::vector<T> x(start, start + a.pattern.rows);
    normalize(x);
    T found = nearTo;
    bool isFound = false;
    for (int iteration = 0; iteration < iterations && !isFound; ++iteration) {
      x = lu.solve(x.data());
      normalize(x);
      isFound = isEigenvector(x, found);
    }
    std::copy(x.begin(), x.end(), eigenvector);
    *eigenvalue = found;
  }
  // Sets the number for which A * x - value * x is smallest.
  bool isEigenvector(const std::vector<T>& x, T& value) const {
    std::vector<T> rest = multiply(x);
    value = T(0);
    for (std::size_t i = 0; i < x.size(); ++i)
      value += cublas::multiply(cublas::conjugate(x[i]), rest[i]);
    for (std::size_t i = 0; i < x.size(); ++i)
      rest[i] -= cublas::multiply(value, x[i]);
    return normalize(rest) < tolerance;
  }
};

template <class Place, class T>
cusolverStatus_t findEigenvalue(cusolverSpHandle_t handle, cusparseMatDescr_t descr,
                                const EigenvalueProblem<T>& problem) {
  return callWithMatrix(handle, descr, problem.isRight(), [&] {
    return Place::run(handle, [=] {
      const int n = problem.a.pattern.rows;
      if (!Place::canRead(problem.a) || !Place::canRead(problem.start, n) ||
          !Place::canWrite(problem.eigenvector, n) || !Place::canWrite(problem.eigenvalue, 1) ||
          !problem.a.pattern.areIndicesRight())
        return false;
      problem.solve();
      return true;
    });
  });
}

// All eigenvalues, by LAPACK on the dense matrix.
template <class T> std::vector<std::complex<Real<T>>> eigenvalues(const CsrMatrix<T>& a) {
  using R = Real<T>;
  const int n = a.pattern.rows, ld = std::max(n, 1), none = 1;
  std::vector<T> dense(index(n) * index(n));
  a.pattern.forEach([&](int row, int column, int entry) {
    dense[index(row) + index(column) * index(n)] += a.values[entry];
  });
  std::vector<std::complex<R>> found(index(n));
  T unused{};
  if constexpr (kIsComplex<T>) {
    std::vector<R> real(2 * index(n));
    withScratch<T>([&](T* work, const int* size, int* info) {
      lapack<T>().geev("N", "N", &n, dense.data(), &ld, found.data(), &unused, &none, &unused,
                       &none, work, size, real.data(), info);
    });
  } else {
    std::vector<R> real(index(n)), imaginary(index(n));
    withScratch<T>([&](T* work, const int* size, int* info) {
      lapack<T>().geev("N", "N", &n, dense.data(), &ld, real.data(), imaginary.data(), &unused,
                       &none, &unused, &none, work, size, info);
    });
    for (std::size_t i = 0; i < found.size(); ++i)
      found[i] = {real[i], imaginary[i]};
  }
  return found;
}

template <class T>
cusolverStatus_t countEigenvalues(cusolverSpHandle_t handle, cusparseMatDescr_t descr,
                                  const CsrMatrix<T>& a, std::complex<Real<T>> corner,
                                  std::complex<Real<T>> opposite, int* count) {
  return callWithMatrix(handle, descr, a.isRight() && count, [&] {
    if (!a.pattern.areIndicesRight())
      return CUSOLVER_STATUS_INVALID_VALUE;
    if (!openLapack())
      return CUSOLVER_STATUS_NOT_INITIALIZED;
    const auto isBetween = [](Real<T> value, Real<T> one, Real<T> other) {
      return value >= std::min(one, other) && value <= std::max(one, other);
    };
    const auto found = eigenvalues(a);
    *count = static_cast<int>(std::count_if(found.begin(), found.end(), [&](const auto& value) {
      return isBetween(value.real(), corner.real(), opposite.real()) &&
             isBetween(value.imag(), corner.imag(), opposite.imag());
    }));
    return CUSOLVER_STATUS_SUCCESS;
  });
}

// Subtracts from a solution what it has of vectors that the matrix makes zero.
template <class T> std::vector<T> shortest(std::vector<T> x, const SparseColumns<T>& nullSpace) {
  const std::vector<T> factors =
      SparseQr<T>(nullSpace, naturalOrder(nullSpace.columnCount()), -1).solve(x.data());
  for (std::size_t vector = 0; vector < factors.size(); ++vector)
    for (const auto& entry : nullSpace.columns[vector])
      x[index(entry.row)] -= cublas::multiply(factors[vector], entry.value);
  return x;
}

template <class T> struct LeastSquares {
  CsrMatrix<T> a;
  const T* right;
  Real<T> tolerance;
  int* rank;
  T* solution;
  int* order;
  Real<T>* residual;

  bool isRight() const {
    return a.isRight() && a.pattern.rows >= a.pattern.columns && rank && residual && right &&
           solution && order;
  }
  void solve() const {
    const SparseQr<T> qr(a.byColumns(), naturalOrder(a.pattern.columns), tolerance);
    *rank = qr.rank();
    const std::vector<T> x = shortest(qr.solve(right, residual), qr.nullSpace());
    std::copy(x.begin(), x.end(), solution);
    std::copy(qr.columnOrder().begin(), qr.columnOrder().end(), order);
  }
};

template <class T>
cusolverStatus_t solveLeastSquares(cusolverSpHandle_t handle, cusparseMatDescr_t descr,
                                   const LeastSquares<T>& problem) {
  return callWithMatrix(handle, descr, problem.isRight(), [&] {
    if (!problem.a.pattern.areIndicesRight())
      return CUSOLVER_STATUS_INVALID_VALUE;
    problem.solve();
    return CUSOLVER_STATUS_SUCCESS;
  });
}

} // namespace

#define HEDDLE_EIGENVALUE(name, T, place)                                                          \
  cusolverStatus_t cusolverSp##name(cusolverSpHandle_t handle, int m, int nnz,                     \
                                    const cusparseMatDescr_t descr, const T* values,               \
                                    const int* offsets, const int* columns, T mu0, const T* x0,    \
                                    int maxite, Real<Native<T>> tol, T* mu, T* x) {                \
    return findEigenvalue<place, Native<T>>(                                                       \
        handle, descr,                                                                             \
        {{{m, m, nnz, baseOf(descr), offsets, columns}, native(values)},                           \
         *native(&mu0),                                                                            \
         native(x0),                                                                               \
         maxite,                                                                                   \
         tol,                                                                                      \
         native(mu),                                                                               \
         native(x)});                                                                              \
  }
#define HEDDLE_EIGENVALUES(S, T, Complex)                                                          \
  HEDDLE_EIGENVALUE(S##csreigvsiHost, T, OnHost)                                                   \
  HEDDLE_EIGENVALUE(S##csreigvsi, T, OnDevice)                                                     \
  cusolverStatus_t cusolverSp##S##csreigsHost(                                                     \
      cusolverSpHandle_t handle, int m, int nnz, const cusparseMatDescr_t descr, const T* values,  \
      const int* offsets, const int* columns, Complex left_bottom_corner,                          \
      Complex right_upper_corner, int* num_eigs) {                                                 \
    return countEigenvalues<Native<T>>(                                                            \
        handle, descr, {{m, m, nnz, baseOf(descr), offsets, columns}, native(values)},             \
        *native(&left_bottom_corner), *native(&right_upper_corner), num_eigs);                     \
  }
#define HEDDLE_LEAST_SQUARES(S, T)                                                                 \
  cusolverStatus_t cusolverSp##S##csrlsqvqrHost(                                                   \
      cusolverSpHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t descr,            \
      const T* values, const int* offsets, const int* columns, const T* b, Real<Native<T>> tol,    \
      int* rankA, T* x, int* p, Real<Native<T>>* min_norm) {                                       \
    return solveLeastSquares<Native<T>>(                                                           \
        handle, descr,                                                                             \
        {{{m, n, nnz, baseOf(descr), offsets, columns}, native(values)},                           \
         native(b),                                                                                \
         tol,                                                                                      \
         rankA,                                                                                    \
         native(x),                                                                                \
         p,                                                                                        \
         min_norm});                                                                               \
  }

extern "C" {
HEDDLE_EIGENVALUES(S, float, cuComplex)
HEDDLE_EIGENVALUES(D, double, cuDoubleComplex)
HEDDLE_EIGENVALUES(C, cuComplex, cuComplex)
HEDDLE_EIGENVALUES(Z, cuDoubleComplex, cuDoubleComplex)
HEDDLE_CUSPARSE_EACH(HEDDLE_LEAST_SQUARES)
}
