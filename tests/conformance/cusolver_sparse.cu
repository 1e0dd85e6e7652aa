// cuSOLVER: linear systems of sparse matrices by LU, QR and Cholesky, on the host and on the
// device, in all types; and the row at which a singular matrix is found. Solutions are put back.

// nvcc: -lcusolver -lcusparse
#include "cusolver_check.h"
#include "cusparse_check.h"
#include <cusolverSp.h>

using namespace conformance;

static cusolverSpHandle_t handle;

template <class T> struct Solver;
#define SOLVER(T, S)                                                                               \
  template <> struct Solver<T> {                                                                   \
    static constexpr auto lu = cusolverSp##S##csrlsvluHost;                                        \
    static constexpr auto qrOnHost = cusolverSp##S##csrlsvqrHost;                                  \
    static constexpr auto qr = cusolverSp##S##csrlsvqr;                                            \
    static constexpr auto choleskyOnHost = cusolverSp##S##csrlsvcholHost;                          \
    static constexpr auto cholesky = cusolverSp##S##csrlsvchol;                                    \
  }
SOLVER(float, S);
SOLVER(double, D);
SOLVER(cuComplex, C);
SOLVER(cuDoubleComplex, Z);
#undef SOLVER

template <class T>
void expectSolution(const Csr<T>& a, const std::vector<T>& x, const std::vector<T>& b) {
  for (int i = 0; i < a.rows; ++i) {
    Number sum = 0;
    for (int j = 0; j < a.rows; ++j)
      sum += a.at(i, j) * number(x[j]);
    CHECK(isNear(b[i], sum, sparseTolerance<T>()));
  }
}

// A Hermitian matrix with a heavy diagonal.
template <class T> Csr<T> hermitian(int n, int base) {
  const Csr<T> half = sparse<T>(n, n, 11);
  Csr<T> result(n, n, base);
  result.offsets.push_back(base);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const Number value = i == j  ? Number(6.0 * n)
                           : i > j ? half.at(i, j)
                                   : std::conj(half.at(j, i));
      if (value == 0.0)
        continue;
      result.indices.push_back(j + base);
      result.values.push_back(fromNumber<T>(value));
    }
    result.offsets.push_back(result.nnz() + base);
  }
  return result;
}

template <class T> void solutions(int base) {
  const int n = 17;
  cusparseMatDescr_t descr;
  CUSPARSE_CHECK(cusparseCreateMatDescr(&descr));
  CUSPARSE_CHECK(
      cusparseSetMatIndexBase(descr, base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO));
  for (bool isHermitian : {false, true}) {
    const Csr<T> a = isHermitian ? hermitian<T>(n, base) : sparse<T>(n, n, 7, base, 30);
    Both<int> offsets(a.offsets), columns(a.indices);
    Both<T> values(a.values), b(smallNumbers<T>(n, 3));
    for (int reorder : {0, 1}) {
      std::vector<T> x(n);
      int singularity = 7;
      const auto onHost = isHermitian ? Solver<T>::choleskyOnHost : Solver<T>::lu;
      CUSOLVER_CHECK(onHost(handle, n, a.nnz(), descr, a.values.data(), a.offsets.data(),
                            a.indices.data(), b.host.data(), 0, reorder, x.data(), &singularity));
      EXPECT_EQ(singularity, -1);
      expectSolution(a, x, b.host);
      CUSOLVER_CHECK(Solver<T>::qrOnHost(handle, n, a.nnz(), descr, a.values.data(),
                                         a.offsets.data(), a.indices.data(), b.host.data(), 0,
                                         reorder, x.data(), &singularity));
      EXPECT_EQ(singularity, -1);
      expectSolution(a, x, b.host);
      Both<T> result((std::vector<T>(n)));
      const auto onDevice = isHermitian ? Solver<T>::cholesky : Solver<T>::qr;
      singularity = 7;
      CUSOLVER_CHECK(onDevice(handle, n, a.nnz(), descr, values.device, offsets.device,
                              columns.device, b.device, 0, reorder, result.device, &singularity));
      EXPECT_EQ(singularity, -1);
      expectSolution(a, result.download(), b.host);
    }
  }
  CUSPARSE_CHECK(cusparseDestroyMatDescr(descr));
}

// A diagonal matrix with one zero, without reordering: every method finds it at its row.
template <class T> void singular() {
  const int n = 6, zero = 3;
  std::vector<int> offsets = {0}, columns;
  std::vector<T> values, b = smallNumbers<T>(n, 3), x(n);
  for (int i = 0; i < n; ++i) {
    columns.push_back(i);
    values.push_back(fromNumber<T>(i == zero ? 0.0 : 2.0));
    offsets.push_back(i + 1);
  }
  cusparseMatDescr_t descr;
  CUSPARSE_CHECK(cusparseCreateMatDescr(&descr));
  for (auto solve : {Solver<T>::lu, Solver<T>::qrOnHost, Solver<T>::choleskyOnHost}) {
    int singularity = 7;
    CUSOLVER_CHECK(solve(handle, n, n, descr, values.data(), offsets.data(), columns.data(),
                         b.data(), 1e-6, 0, x.data(), &singularity));
    EXPECT_EQ(singularity, zero);
  }
  CUSPARSE_CHECK(cusparseDestroyMatDescr(descr));
}

template <class T> void allOfType() {
  solutions<T>(0);
  solutions<T>(1);
  singular<T>();
}

int main() {
  CUSOLVER_CHECK(cusolverSpCreate(&handle));
  allOfType<float>();
  allOfType<double>();
  allOfType<cuComplex>();
  allOfType<cuDoubleComplex>();
  CUSOLVER_CHECK(cusolverSpDestroy(handle));
  return ok();
}
