// cusolverSp: the eigenvalue nearest to a number with its vector, eigenvalues in a box, least
// squares with their rank, permutations that keep factors sparse or move elements to the diagonal,
// and the statuses of wrong arguments.

// nvcc: -lcusolver -lcusparse
#include "cusolver_check.h"
#include "cusparse_check.h"
#include <cusolverSp.h>
#include <math.h>

using namespace conformance;

static cusolverSpHandle_t handle;
static cusparseMatDescr_t descr;

template <class T> struct Functions;
#define FUNCTIONS(T, S, Corner)                                                                    \
  template <> struct Functions<T> {                                                                \
    using Box = Corner;                                                                            \
    static constexpr auto nearestOnHost = cusolverSp##S##csreigvsiHost;                            \
    static constexpr auto nearest = cusolverSp##S##csreigvsi;                                      \
    static constexpr auto inBox = cusolverSp##S##csreigsHost;                                      \
    static constexpr auto leastSquares = cusolverSp##S##csrlsqvqrHost;                             \
    static constexpr auto zeroFreeDiagonal = cusolverSp##S##csrzfdHost;                            \
  }
FUNCTIONS(float, S, cuComplex);
FUNCTIONS(double, D, cuDoubleComplex);
FUNCTIONS(cuComplex, C, cuComplex);
FUNCTIONS(cuDoubleComplex, Z, cuDoubleComplex);
#undef FUNCTIONS

// 2 on the diagonal and -1 beside it: the eigenvalues are 2 - 2 * cos(k * pi / (n + 1)).
template <class T> Csr<T> secondDifferences(int n) {
  Csr<T> a(n, n);
  a.offsets.push_back(0);
  for (int i = 0; i < n; ++i) {
    for (int j = i - 1; j <= i + 1; ++j)
      if (j >= 0 && j < n) {
        a.indices.push_back(j);
        a.values.push_back(fromNumber<T>(i == j ? 2.0 : -1.0));
      }
    a.offsets.push_back(a.nnz());
  }
  return a;
}
static double eigenvalue(int k, int n) {
  return 2 - 2 * cos(k * 3.14159265358979323846 / (n + 1));
}
template <class T> void expectEigenvector(const Csr<T>& a, Number value, const std::vector<T>& x) {
  double length = 0;
  for (int i = 0; i < a.rows; ++i) {
    Number sum = -value * number(x[i]);
    for (int j = 0; j < a.columns; ++j)
      sum += a.at(i, j) * number(x[j]);
    CHECK(std::abs(sum) < 10 * sparseTolerance<T>());
    length += std::norm(number(x[i]));
  }
  CHECK(fabs(length - 1) < 10 * sparseTolerance<T>());
}

template <class T> void eigenvalues() {
  using F = Functions<T>;
  using Box = typename F::Box;
  const int n = 9;
  const Csr<T> a = secondDifferences<T>(n);
  std::vector<T> start, x(n);
  for (int i = 0; i < n; ++i)
    start.push_back(fromNumber<T>(1.0 / (1 + i)));
  Both<int> offsets(a.offsets), indices(a.indices);
  Both<T> values(a.values), deviceStart(start), deviceX(x), deviceMu(std::vector<T>(1));
  const double tolerance = sparseTolerance<T>();
  for (int k = 1; k <= n; k += 4) {
    const double expected = eigenvalue(k, n);
    const T near = fromNumber<T>(expected + 0.01);
    T mu = fromNumber<T>(0);
    CUSOLVER_CHECK(F::nearestOnHost(handle, n, a.nnz(), descr, a.values.data(), a.offsets.data(),
                                    a.indices.data(), near, start.data(), 100, tolerance, &mu,
                                    x.data()));
    CHECK(std::abs(number(mu) - expected) < 10 * tolerance);
    expectEigenvector(a, number(mu), x);
    CUSOLVER_CHECK(F::nearest(handle, n, a.nnz(), descr, values.device, offsets.device,
                              indices.device, near, deviceStart.device, 100, tolerance,
                              deviceMu.device, deviceX.device));
    const Number found = number(deviceMu.download()[0]);
    CHECK(std::abs(found - expected) < 10 * tolerance);
    expectEigenvector(a, found, deviceX.download());
  }
  // The corners may be given in either order.
  for (int k = 0; k <= n; k += 3) {
    const double border = k == n ? 5 : (eigenvalue(k, n) + eigenvalue(k + 1, n)) / 2;
    Box low, high;
    low.x = -1;
    low.y = -1;
    high.x = border;
    high.y = 1;
    int count = -1;
    CUSOLVER_CHECK(F::inBox(handle, n, a.nnz(), descr, a.values.data(), a.offsets.data(),
                            a.indices.data(), low, high, &count));
    EXPECT_EQ(count, k);
  }
}

// Columns that do not depend on each other, and one that does.
template <class T, class R> void leastSquares() {
  using F = Functions<T>;
  const int m = 11, n = 5;
  for (bool isDependent : {false, true}) {
    Csr<T> a(m, n);
    const Csr<T> first = sparse<T>(m, n, 5, 0, 9);
    a.offsets.push_back(0);
    for (int i = 0; i < m; ++i) {
      for (int j = 0; j < n; ++j) {
        const Number value = isDependent && j == n - 1 ? 2.0 * first.at(i, 0) : first.at(i, j);
        if (value == 0.0)
          continue;
        a.indices.push_back(j);
        a.values.push_back(fromNumber<T>(value));
      }
      a.offsets.push_back(a.nnz());
    }
    const std::vector<T> b = smallNumbers<T>(m, 3);
    std::vector<T> x(n);
    std::vector<int> p(n, -1), isFound(n, 0);
    int rank = -1;
    R residual = -1;
    CUSOLVER_CHECK(F::leastSquares(handle, m, n, a.nnz(), descr, a.values.data(), a.offsets.data(),
                                   a.indices.data(), b.data(), sizeof(R) == 4 ? 1e-4 : 1e-9, &rank,
                                   x.data(), p.data(), &residual));
    EXPECT_EQ(rank, isDependent ? n - 1 : n);
    for (int column : p) {
      CHECK(column >= 0 && column < n && !isFound[column]);
      isFound[column] = 1;
    }
    // Where the columns depend on each other, the H200 gives a vector that need not solve anything.
    if (isDependent)
      continue;
    double sum = 0;
    for (int i = 0; i < m; ++i) {
      Number rest = number(b[i]);
      for (int j = 0; j < n; ++j)
        rest -= a.at(i, j) * number(x[j]);
      sum += std::norm(rest);
    }
    CHECK(fabs(sqrt(sum) - residual) < 10 * sparseTolerance<T>());
    for (int k = 0; k < n; ++k) {
      Number projection = 0;
      for (int i = 0; i < m; ++i) {
        Number rest = number(b[i]);
        for (int j = 0; j < n; ++j)
          rest -= a.at(i, j) * number(x[j]);
        projection += std::conj(a.at(i, k)) * rest;
      }
      CHECK(std::abs(projection) < 1000 * sparseTolerance<T>());
    }
  }
}

// The smallest residual and its shortest solution, where all columns are multiples of one.
static void dependentColumns() {
  const std::vector<int> offsets = {0, 2, 4, 6}, indices = {0, 1, 0, 1, 0, 1};
  const std::vector<double> values = {1, 2, 2, 4, 3, 6}, b = {1, 2, 4};
  double x[2], residual;
  int rank, p[2];
  CUSOLVER_CHECK(cusolverSpDcsrlsqvqrHost(handle, 3, 2, 6, descr, values.data(), offsets.data(),
                                          indices.data(), b.data(), 1e-9, &rank, x, p, &residual));
  EXPECT_EQ(rank, 1);
  CHECK(fabs(residual - 0.597614304667) < 1e-9);
  CHECK(fabs(x[0] - 17.0 / 70) < 1e-12 && fabs(x[1] - 34.0 / 70) < 1e-12);
}

// A grid of points, each connected with its neighbours.
static Csr<double> grid(int width, int base) {
  const int n = width * width;
  Csr<double> a(n, n, base);
  a.offsets.push_back(base);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j)
      if (abs(i % width - j % width) + abs(i / width - j / width) <= 1) {
        a.indices.push_back(j + base);
        a.values.push_back(1);
      }
    a.offsets.push_back(a.nnz() + base);
  }
  return a;
}
static void expectPermutation(const std::vector<int>& p) {
  std::vector<int> isFound(p.size(), 0);
  for (int place : p) {
    CHECK(place >= 0 && place < static_cast<int>(p.size()) && !isFound[place]);
    isFound[place] = 1;
  }
}
static int bandwidth(const Csr<double>& a, const std::vector<int>& p) {
  int result = 0;
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.rows; ++j)
      if (a.at(p[i], p[j]) != 0.0)
        result = abs(i - j) > result ? abs(i - j) : result;
  return result;
}
// The elements of a Cholesky factor.
static int factorSize(const Csr<double>& a, const std::vector<int>& p) {
  const int n = a.rows;
  std::vector<char> isThere(n * n);
  int count = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      isThere[i * n + j] = a.at(p[i], p[j]) != 0.0;
  for (int k = 0; k < n; ++k)
    for (int i = k; i < n; ++i)
      if (isThere[i * n + k]) {
        ++count;
        for (int j = k; j < n; ++j)
          if (isThere[j * n + k])
            isThere[i * n + j] = 1;
      }
  return count;
}

static void orderings(int base) {
  const int width = 7, n = width * width;
  const Csr<double> a = grid(width, base);
  CUSPARSE_CHECK(
      cusparseSetMatIndexBase(descr, base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO));
  std::vector<int> natural(n), p(n);
  for (int i = 0; i < n; ++i)
    natural[i] = i;
  CUSOLVER_CHECK(cusolverSpXcsrsymrcmHost(handle, n, a.nnz(), descr, a.offsets.data(),
                                          a.indices.data(), p.data()));
  expectPermutation(p);
  CHECK(bandwidth(a, p) <= width + 1);
  const int naturalSize = factorSize(a, natural);
  CUSOLVER_CHECK(cusolverSpXcsrsymmdqHost(handle, n, a.nnz(), descr, a.offsets.data(),
                                          a.indices.data(), p.data()));
  expectPermutation(p);
  CHECK(factorSize(a, p) < naturalSize);
  CUSOLVER_CHECK(cusolverSpXcsrsymamdHost(handle, n, a.nnz(), descr, a.offsets.data(),
                                          a.indices.data(), p.data()));
  expectPermutation(p);
  CHECK(factorSize(a, p) < naturalSize);
  CUSOLVER_CHECK(cusolverSpXcsrmetisndHost(handle, n, a.nnz(), descr, a.offsets.data(),
                                           a.indices.data(), nullptr, p.data()));
  expectPermutation(p);
  CHECK(factorSize(a, p) < naturalSize);

  int isSymmetric = -1;
  CUSOLVER_CHECK(cusolverSpXcsrissymHost(handle, n, a.nnz(), descr, a.offsets.data(),
                                         a.offsets.data() + 1, a.indices.data(), &isSymmetric));
  EXPECT_EQ(isSymmetric, 1);
  const std::vector<int> offsets = {base, base + 2, base + 3}, indices = {base, base + 1, base + 1};
  CUSOLVER_CHECK(cusolverSpXcsrissymHost(handle, 2, 3, descr, offsets.data(), offsets.data() + 1,
                                         indices.data(), &isSymmetric));
  EXPECT_EQ(isSymmetric, 0);
  CUSPARSE_CHECK(cusparseSetMatIndexBase(descr, CUSPARSE_INDEX_BASE_ZERO));
}

static void permuted() {
  std::vector<int> offsets = {0, 2, 5, 7}, indices = {0, 1, 0, 1, 2, 1, 2},
                   map = {0, 1, 2, 3, 4, 5, 6};
  const std::vector<int> p = {2, 0, 1}, q = {1, 2, 0};
  size_t size = 0;
  CUSOLVER_CHECK(cusolverSpXcsrperm_bufferSizeHost(handle, 3, 3, 7, descr, offsets.data(),
                                                   indices.data(), p.data(), q.data(), &size));
  std::vector<double> scratch(size / sizeof(double) + 1);
  CUSOLVER_CHECK(cusolverSpXcsrpermHost(handle, 3, 3, 7, descr, offsets.data(), indices.data(),
                                        p.data(), q.data(), map.data(), scratch.data()));
  CHECK(offsets == std::vector<int>({0, 2, 4, 7}));
  CHECK(indices == std::vector<int>({0, 1, 0, 2, 0, 1, 2}));
  CHECK(map == std::vector<int>({5, 6, 1, 0, 3, 4, 2}));
  CUSOLVER_GIVES(CUSOLVER_STATUS_INVALID_VALUE,
                 cusolverSpXcsrpermHost(handle, 3, 3, 7, descr, offsets.data(), indices.data(),
                                        p.data(), q.data(), nullptr, scratch.data()));
}

// With a stored zero there are only two rows for three columns.
template <class T> void zeroFreeDiagonal() {
  const std::vector<int> offsets = {0, 1, 2, 4}, indices = {1, 2, 0, 2};
  for (double value : {3.0, 0.0}) {
    const std::vector<T> values = {fromNumber<T>(1), fromNumber<T>(2), fromNumber<T>(value),
                                   fromNumber<T>(4)};
    std::vector<int> p(3);
    int matched = -1;
    CUSOLVER_CHECK(Functions<T>::zeroFreeDiagonal(
        handle, 3, 4, descr, values.data(), offsets.data(), indices.data(), p.data(), &matched));
    EXPECT_EQ(matched, value == 0 ? 2 : 3);
    CHECK(p == std::vector<int>({2, 0, 1}));
  }
}

static void wrongArguments() {
  const std::vector<int> offsets = {0, 1, 2}, indices = {0, 1};
  const std::vector<double> values = {1, 2}, b = {3, 4};
  double x[2], residual;
  int number = 0, p[3];
  const auto solve = [&](int n, int reorder) {
    return cusolverSpDcsrlsvqrHost(handle, n, n, descr, values.data(), offsets.data(),
                                   indices.data(), b.data(), 0, reorder, x, &number);
  };
  const auto invalid = CUSOLVER_STATUS_INVALID_VALUE;
  CUSOLVER_CHECK(solve(2, 0));
  CUSOLVER_GIVES(invalid, solve(2, 4));
  CUSOLVER_GIVES(invalid, solve(2, -1));
  CUSOLVER_GIVES(invalid, solve(0, 0));
  CUSOLVER_GIVES(invalid,
                 cusolverSpDcsrlsqvqrHost(handle, 2, 3, 2, descr, values.data(), offsets.data(),
                                          indices.data(), b.data(), 0, &number, x, p, &residual));
  CUSOLVER_GIVES(invalid, cusolverSpXcsrissymHost(handle, 0, 0, descr, offsets.data(),
                                                  offsets.data() + 1, indices.data(), &number));
  CUSPARSE_CHECK(cusparseSetMatType(descr, CUSPARSE_MATRIX_TYPE_SYMMETRIC));
  CUSOLVER_GIVES(CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED, solve(2, 0));
  CUSOLVER_GIVES(invalid, cusolverSpXcsrissymHost(handle, 2, 2, descr, offsets.data(),
                                                  offsets.data() + 1, indices.data(), &number));
  CUSPARSE_CHECK(cusparseSetMatType(descr, CUSPARSE_MATRIX_TYPE_GENERAL));
}

template <class T, class R> void allOfType() {
  eigenvalues<T>();
  leastSquares<T, R>();
  zeroFreeDiagonal<T>();
}

int main() {
  CUSOLVER_CHECK(cusolverSpCreate(&handle));
  CUSPARSE_CHECK(cusparseCreateMatDescr(&descr));
  allOfType<float, float>();
  allOfType<double, double>();
  allOfType<cuComplex, float>();
  allOfType<cuDoubleComplex, double>();
  dependentColumns();
  orderings(0);
  orderings(1);
  permuted();
  wrongArguments();
  CUSPARSE_CHECK(cusparseDestroyMatDescr(descr));
  CUSOLVER_CHECK(cusolverSpDestroy(handle));
  return ok();
}
