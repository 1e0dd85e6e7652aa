// cusolverSp a step at a time: LU on the host with its factors, QR and Cholesky on the host and on
// the device, in all types; shifts, least squares, pivots of zero, batches of systems by QR, and
// the statuses of steps in a wrong order.

// nvcc: -lcusolver -lcusparse
#include "cusolver_check.h"
#include "cusparse_check.h"
#include <cusolverSp.h>
#include <cusolverSp_LOWLEVEL_PREVIEW.h>

using namespace conformance;

static cusolverSpHandle_t handle;
static cusparseMatDescr_t descr;

template <class T> struct Functions;
#define FUNCTIONS(T, S)                                                                            \
  template <> struct Functions<T> {                                                                \
    static constexpr auto luBufferInfo = cusolverSp##S##csrluBufferInfoHost;                       \
    static constexpr auto luFactor = cusolverSp##S##csrluFactorHost;                               \
    static constexpr auto luZeroPivot = cusolverSp##S##csrluZeroPivotHost;                         \
    static constexpr auto luSolve = cusolverSp##S##csrluSolveHost;                                 \
    static constexpr auto luExtract = cusolverSp##S##csrluExtractHost;                             \
    static constexpr auto qrBufferInfoHost = cusolverSp##S##csrqrBufferInfoHost;                   \
    static constexpr auto qrSetupHost = cusolverSp##S##csrqrSetupHost;                             \
    static constexpr auto qrFactorHost = cusolverSp##S##csrqrFactorHost;                           \
    static constexpr auto qrZeroPivotHost = cusolverSp##S##csrqrZeroPivotHost;                     \
    static constexpr auto qrSolveHost = cusolverSp##S##csrqrSolveHost;                             \
    static constexpr auto qrBufferInfo = cusolverSp##S##csrqrBufferInfo;                           \
    static constexpr auto qrSetup = cusolverSp##S##csrqrSetup;                                     \
    static constexpr auto qrFactor = cusolverSp##S##csrqrFactor;                                   \
    static constexpr auto qrZeroPivot = cusolverSp##S##csrqrZeroPivot;                             \
    static constexpr auto qrSolve = cusolverSp##S##csrqrSolve;                                     \
    static constexpr auto choleskyBufferInfoHost = cusolverSp##S##csrcholBufferInfoHost;           \
    static constexpr auto choleskyFactorHost = cusolverSp##S##csrcholFactorHost;                   \
    static constexpr auto choleskyZeroPivotHost = cusolverSp##S##csrcholZeroPivotHost;             \
    static constexpr auto choleskySolveHost = cusolverSp##S##csrcholSolveHost;                     \
    static constexpr auto choleskyBufferInfo = cusolverSp##S##csrcholBufferInfo;                   \
    static constexpr auto choleskyFactor = cusolverSp##S##csrcholFactor;                           \
    static constexpr auto choleskyZeroPivot = cusolverSp##S##csrcholZeroPivot;                     \
    static constexpr auto choleskySolve = cusolverSp##S##csrcholSolve;                             \
    static constexpr auto choleskyDiag = cusolverSp##S##csrcholDiag;                               \
    static constexpr auto batchBufferInfo = cusolverSp##S##csrqrBufferInfoBatched;                 \
    static constexpr auto batchSolve = cusolverSp##S##csrqrsvBatched;                              \
  }
FUNCTIONS(float, S);
FUNCTIONS(double, D);
FUNCTIONS(cuComplex, C);
FUNCTIONS(cuDoubleComplex, Z);
#undef FUNCTIONS

template <class T> void expectSolution(const Csr<T>& a, const T* x, const T* b, Number shift = 0) {
  for (int i = 0; i < a.rows; ++i) {
    Number sum = -shift * number(x[i]);
    for (int j = 0; j < a.columns; ++j)
      sum += a.at(i, j) * number(x[j]);
    CHECK(isNear(b[i], sum, sparseTolerance<T>()));
  }
}
// What is left is orthogonal to the columns.
template <class T> void expectLeastSquares(const Csr<T>& a, const T* x, const T* b) {
  for (int k = 0; k < a.columns; ++k) {
    Number sum = 0;
    for (int i = 0; i < a.rows; ++i) {
      Number rest = number(b[i]);
      for (int j = 0; j < a.columns; ++j)
        rest -= a.at(i, j) * number(x[j]);
      sum += std::conj(a.at(i, k)) * rest;
    }
    CHECK(std::abs(sum) < 1000 * sparseTolerance<T>());
  }
}
template <class T> Csr<T> hermitian(int n) {
  const Csr<T> half = sparse<T>(n, n, 11);
  Csr<T> result(n, n, 0);
  result.offsets.push_back(0);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const Number value = i == j  ? Number(6.0 * n)
                           : i > j ? half.at(i, j)
                                   : std::conj(half.at(j, i));
      if (value == 0.0)
        continue;
      result.indices.push_back(j);
      result.values.push_back(fromNumber<T>(value));
    }
    result.offsets.push_back(result.nnz());
  }
  return result;
}

// Memory of the host that a function has asked for.
struct HostScratch {
  std::vector<double> memory;
  explicit HostScratch(size_t bytes) : memory(bytes / sizeof(double) + 1) {}
  void* get() { return memory.data(); }
};

template <class T> void lu(int n) {
  using F = Functions<T>;
  const Csr<T> a = sparse<T>(n, n, 7, 0, 3);
  const std::vector<T> b = smallNumbers<T>(n, 3);
  std::vector<T> x(n);
  csrluInfoHost_t info;
  size_t internal = 0, workspace = 0;
  int nnzL = 0, nnzU = 0, position = 7;
  CUSOLVER_CHECK(cusolverSpCreateCsrluInfoHost(&info));
  CUSOLVER_GIVES(CUSOLVER_STATUS_INVALID_VALUE,
                 F::luBufferInfo(handle, n, a.nnz(), descr, a.values.data(), a.offsets.data(),
                                 a.indices.data(), info, &internal, &workspace));
  CUSOLVER_CHECK(cusolverSpXcsrluAnalysisHost(handle, n, a.nnz(), descr, a.offsets.data(),
                                              a.indices.data(), info));
  CUSOLVER_GIVES(CUSOLVER_STATUS_INVALID_VALUE,
                 cusolverSpXcsrluNnzHost(handle, &nnzL, &nnzU, info));
  CUSOLVER_CHECK(F::luBufferInfo(handle, n, a.nnz(), descr, a.values.data(), a.offsets.data(),
                                 a.indices.data(), info, &internal, &workspace));
  HostScratch scratch(workspace);
  CUSOLVER_CHECK(F::luFactor(handle, n, a.nnz(), descr, a.values.data(), a.offsets.data(),
                             a.indices.data(), info, 1, scratch.get()));
  CUSOLVER_CHECK(F::luZeroPivot(handle, info, 1e-6, &position));
  EXPECT_EQ(position, -1);
  CUSOLVER_CHECK(F::luSolve(handle, n, b.data(), x.data(), info, scratch.get()));
  expectSolution(a, x.data(), b.data());

  // P * A * Q^T is the product of the factors; the ones of L are not stored.
  CUSOLVER_CHECK(cusolverSpXcsrluNnzHost(handle, &nnzL, &nnzU, info));
  Csr<T> lower(n, n), upper(n, n);
  std::vector<int> p(n), q(n);
  lower.offsets.resize(n + 1);
  lower.indices.resize(nnzL);
  lower.values.resize(nnzL);
  upper.offsets.resize(n + 1);
  upper.indices.resize(nnzU);
  upper.values.resize(nnzU);
  CUSOLVER_CHECK(F::luExtract(handle, p.data(), q.data(), descr, lower.values.data(),
                              lower.offsets.data(), lower.indices.data(), descr,
                              upper.values.data(), upper.offsets.data(), upper.indices.data(), info,
                              scratch.get()));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      Number sum = upper.at(i, j);
      for (int k = 0; k < n; ++k)
        sum += lower.at(i, k) * upper.at(k, j);
      CHECK(i > j || lower.at(i, j) == 0.0);
      CHECK(i <= j || upper.at(i, j) == 0.0);
      CHECK(std::abs(sum - a.at(p[i], q[j])) < 100 * sparseTolerance<T>());
    }
  // Every pivot is below a large number.
  CUSOLVER_CHECK(F::luZeroPivot(handle, info, 1e6, &position));
  EXPECT_EQ(position, 0);
  CUSOLVER_CHECK(cusolverSpDestroyCsrluInfoHost(info));
}

template <class T> void qrOnHost(const Csr<T>& a, Number shift, bool isSolvedAtOnce) {
  using F = Functions<T>;
  const int m = a.rows, n = a.columns;
  const std::vector<T> b = smallNumbers<T>(m, 3);
  std::vector<T> x(n), right = b;
  csrqrInfoHost_t info;
  size_t internal = 0, workspace = 0;
  int position = 7;
  CUSOLVER_CHECK(cusolverSpCreateCsrqrInfoHost(&info));
  CUSOLVER_CHECK(cusolverSpXcsrqrAnalysisHost(handle, m, n, a.nnz(), descr, a.offsets.data(),
                                              a.indices.data(), info));
  CUSOLVER_CHECK(F::qrBufferInfoHost(handle, m, n, a.nnz(), descr, a.values.data(),
                                     a.offsets.data(), a.indices.data(), info, &internal,
                                     &workspace));
  HostScratch scratch(workspace);
  CUSOLVER_CHECK(F::qrSetupHost(handle, m, n, a.nnz(), descr, a.values.data(), a.offsets.data(),
                                a.indices.data(), fromNumber<T>(shift), info));
  if (isSolvedAtOnce) {
    CUSOLVER_CHECK(
        F::qrFactorHost(handle, m, n, a.nnz(), right.data(), x.data(), info, scratch.get()));
  } else {
    CUSOLVER_CHECK(F::qrFactorHost(handle, m, n, a.nnz(), nullptr, nullptr, info, scratch.get()));
    CUSOLVER_CHECK(F::qrZeroPivotHost(handle, info, 1e-6, &position));
    EXPECT_EQ(position, -1);
    CUSOLVER_CHECK(F::qrSolveHost(handle, m, n, right.data(), x.data(), info, scratch.get()));
  }
  if (m == n)
    expectSolution(a, x.data(), b.data(), shift);
  else
    expectLeastSquares(a, x.data(), b.data());
  CUSOLVER_CHECK(cusolverSpDestroyCsrqrInfoHost(info));
}

template <class T> void qrOnDevice(const Csr<T>& a) {
  using F = Functions<T>;
  const int n = a.rows;
  Both<int> offsets(a.offsets), indices(a.indices);
  Both<T> values(a.values), b(smallNumbers<T>(n, 3)), x((std::vector<T>(n)));
  csrqrInfo_t info;
  size_t internal = 0, workspace = 0;
  int position = 7;
  CUSOLVER_CHECK(cusolverSpCreateCsrqrInfo(&info));
  CUSOLVER_CHECK(
      cusolverSpXcsrqrAnalysis(handle, n, n, a.nnz(), descr, offsets.device, indices.device, info));
  CUSOLVER_CHECK(F::qrBufferInfo(handle, n, n, a.nnz(), descr, values.device, offsets.device,
                                 indices.device, info, &internal, &workspace));
  Scratch scratch(workspace);
  CUSOLVER_CHECK(F::qrSetup(handle, n, n, a.nnz(), descr, values.device, offsets.device,
                            indices.device, fromNumber<T>(0), info));
  CUSOLVER_CHECK(F::qrFactor(handle, n, n, a.nnz(), nullptr, nullptr, info, scratch.device));
  CUSOLVER_CHECK(F::qrZeroPivot(handle, info, 1e-6, &position));
  EXPECT_EQ(position, -1);
  CUSOLVER_CHECK(F::qrSolve(handle, n, n, b.device, x.device, info, scratch.device));
  expectSolution(a, x.download().data(), b.host.data());
  CUSOLVER_CHECK(cusolverSpDestroyCsrqrInfo(info));
}

template <class T> void choleskyOnHost(const Csr<T>& a) {
  using F = Functions<T>;
  const int n = a.rows;
  const std::vector<T> b = smallNumbers<T>(n, 3);
  std::vector<T> x(n);
  csrcholInfoHost_t info;
  size_t internal = 0, workspace = 0;
  int position = 7;
  CUSOLVER_CHECK(cusolverSpCreateCsrcholInfoHost(&info));
  CUSOLVER_CHECK(cusolverSpXcsrcholAnalysisHost(handle, n, a.nnz(), descr, a.offsets.data(),
                                                a.indices.data(), info));
  CUSOLVER_CHECK(F::choleskyBufferInfoHost(handle, n, a.nnz(), descr, a.values.data(),
                                           a.offsets.data(), a.indices.data(), info, &internal,
                                           &workspace));
  HostScratch scratch(workspace);
  CUSOLVER_CHECK(F::choleskyFactorHost(handle, n, a.nnz(), descr, a.values.data(), a.offsets.data(),
                                       a.indices.data(), info, scratch.get()));
  CUSOLVER_CHECK(F::choleskyZeroPivotHost(handle, info, 1e-6, &position));
  EXPECT_EQ(position, -1);
  CUSOLVER_CHECK(F::choleskySolveHost(handle, n, b.data(), x.data(), info, scratch.get()));
  expectSolution(a, x.data(), b.data());

  // A negative element on the diagonal.
  Csr<T> indefinite = a;
  for (int entry = a.offsets[1]; entry < a.offsets[2]; ++entry)
    if (a.indices[entry] == 1)
      indefinite.values[entry] = fromNumber<T>(-5);
  CUSOLVER_CHECK(F::choleskyFactorHost(handle, n, a.nnz(), descr, indefinite.values.data(),
                                       a.offsets.data(), a.indices.data(), info, scratch.get()));
  CUSOLVER_CHECK(F::choleskyZeroPivotHost(handle, info, 1e-6, &position));
  // A GPU may have changed the order of the rows, so the position is not known.
  CHECK(position >= 0);
  CUSOLVER_CHECK(cusolverSpDestroyCsrcholInfoHost(info));
}

template <class T, class R> void choleskyOnDevice(const Csr<T>& a) {
  using F = Functions<T>;
  const int n = a.rows;
  Both<int> offsets(a.offsets), indices(a.indices);
  Both<T> values(a.values), b(smallNumbers<T>(n, 3)), x((std::vector<T>(n)));
  Both<R> diagonal((std::vector<R>(n)));
  csrcholInfo_t info;
  size_t internal = 0, workspace = 0;
  int position = 7;
  CUSOLVER_CHECK(cusolverSpCreateCsrcholInfo(&info));
  CUSOLVER_CHECK(
      cusolverSpXcsrcholAnalysis(handle, n, a.nnz(), descr, offsets.device, indices.device, info));
  CUSOLVER_CHECK(F::choleskyBufferInfo(handle, n, a.nnz(), descr, values.device, offsets.device,
                                       indices.device, info, &internal, &workspace));
  Scratch scratch(workspace);
  CUSOLVER_CHECK(F::choleskyFactor(handle, n, a.nnz(), descr, values.device, offsets.device,
                                   indices.device, info, scratch.device));
  CUSOLVER_CHECK(F::choleskyZeroPivot(handle, info, 1e-6, &position));
  EXPECT_EQ(position, -1);
  CUSOLVER_CHECK(F::choleskySolve(handle, n, b.device, x.device, info, scratch.device));
  expectSolution(a, x.download().data(), b.host.data());
  // The first element of the factor is the root of the matrix's.
  CUSOLVER_CHECK(F::choleskyDiag(handle, info, diagonal.device));
  const double first = diagonal.download()[0];
  CHECK(std::abs(first * first - a.at(0, 0).real()) < 100 * sparseTolerance<T>());
  CUSOLVER_CHECK(cusolverSpDestroyCsrcholInfo(info));
}

// Two matrices of one structure, the second twice the first.
template <class T> void batch(const Csr<T>& a) {
  using F = Functions<T>;
  const int n = a.rows, count = 2;
  std::vector<T> both = a.values;
  Csr<T> twice = a;
  for (T& value : twice.values)
    value = fromNumber<T>(2.0 * number(value));
  both.insert(both.end(), twice.values.begin(), twice.values.end());
  Both<int> offsets(a.offsets), indices(a.indices);
  Both<T> values(both), b(smallNumbers<T>(count * n, 3)), x((std::vector<T>(count * n)));
  csrqrInfo_t info;
  size_t internal = 0, workspace = 0;
  CUSOLVER_CHECK(cusolverSpCreateCsrqrInfo(&info));
  CUSOLVER_GIVES(CUSOLVER_STATUS_INVALID_VALUE,
                 F::batchBufferInfo(handle, n, n, a.nnz(), descr, values.device, offsets.device,
                                    indices.device, count, info, &internal, &workspace));
  CUSOLVER_CHECK(cusolverSpXcsrqrAnalysisBatched(handle, n, n, a.nnz(), descr, offsets.device,
                                                 indices.device, info));
  CUSOLVER_CHECK(F::batchBufferInfo(handle, n, n, a.nnz(), descr, values.device, offsets.device,
                                    indices.device, count, info, &internal, &workspace));
  Scratch scratch(workspace);
  CUSOLVER_CHECK(F::batchSolve(handle, n, n, a.nnz(), descr, values.device, offsets.device,
                               indices.device, b.device, x.device, count, info, scratch.device));
  const std::vector<T> solutions = x.download();
  expectSolution(a, solutions.data(), b.host.data());
  expectSolution(twice, solutions.data() + n, b.host.data() + n);
  // More systems than sizes were asked for, and none.
  CUSOLVER_GIVES(CUSOLVER_STATUS_INVALID_VALUE,
                 F::batchSolve(handle, n, n, a.nnz(), descr, values.device, offsets.device,
                               indices.device, b.device, x.device, count + 1, info,
                               scratch.device));
  CUSOLVER_GIVES(CUSOLVER_STATUS_EXECUTION_FAILED,
                 F::batchSolve(handle, n, n, a.nnz(), descr, values.device, offsets.device,
                               indices.device, b.device, x.device, 0, info, scratch.device));
  CUSOLVER_CHECK(cusolverSpDestroyCsrqrInfo(info));
}

template <class T, class R> void allOfType() {
  lu<T>(1);
  lu<T>(13);
  const Csr<T> a = sparse<T>(13, 13, 7, 0, 30), tall = sparse<T>(17, 6, 9, 0, 5);
  for (bool isSolvedAtOnce : {false, true}) {
    qrOnHost<T>(a, 0, isSolvedAtOnce);
    qrOnHost<T>(a, 2, isSolvedAtOnce);
    qrOnHost<T>(tall, 0, isSolvedAtOnce);
  }
  qrOnDevice(a);
  batch(a);
  choleskyOnHost(hermitian<T>(13));
  choleskyOnDevice<T, R>(hermitian<T>(13));
}

static void wrongArguments() {
  const Csr<double> wide = sparse<double>(3, 5, 7);
  csrqrInfoHost_t qr;
  csrcholInfoHost_t cholesky;
  csrluInfoHost_t lu;
  const auto invalid = CUSOLVER_STATUS_INVALID_VALUE;
  CUSOLVER_CHECK(cusolverSpCreateCsrqrInfoHost(&qr));
  CUSOLVER_CHECK(cusolverSpCreateCsrcholInfoHost(&cholesky));
  CUSOLVER_CHECK(cusolverSpCreateCsrluInfoHost(&lu));
  const int* offsets = wide.offsets.data();
  const int* indices = wide.indices.data();
  CUSOLVER_GIVES(
      invalid, cusolverSpXcsrqrAnalysisHost(handle, 3, 5, wide.nnz(), descr, offsets, indices, qr));
  CUSOLVER_GIVES(invalid,
                 cusolverSpXcsrcholAnalysisHost(handle, -1, 1, descr, offsets, indices, cholesky));
  CUSOLVER_GIVES(invalid,
                 cusolverSpXcsrcholAnalysisHost(handle, 1, 1, nullptr, offsets, indices, cholesky));
  CUSOLVER_GIVES(invalid, cusolverSpXcsrluAnalysisHost(handle, -1, 1, descr, offsets, indices, lu));
  CUSOLVER_GIVES(invalid, cusolverSpXcsrluAnalysisHost(handle, 1, -1, descr, offsets, indices, lu));
  CUSOLVER_GIVES(CUSOLVER_STATUS_NOT_INITIALIZED,
                 cusolverSpXcsrluAnalysisHost(nullptr, 1, 1, descr, offsets, indices, lu));
  CUSPARSE_CHECK(cusparseSetMatType(descr, CUSPARSE_MATRIX_TYPE_SYMMETRIC));
  CUSOLVER_GIVES(CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED,
                 cusolverSpXcsrqrAnalysisHost(handle, 3, 3, 0, descr, offsets, indices, qr));
  CUSPARSE_CHECK(cusparseSetMatType(descr, CUSPARSE_MATRIX_TYPE_GENERAL));
  CUSOLVER_CHECK(cusolverSpDestroyCsrqrInfoHost(qr));
  CUSOLVER_CHECK(cusolverSpDestroyCsrcholInfoHost(cholesky));
  CUSOLVER_CHECK(cusolverSpDestroyCsrluInfoHost(lu));
  CUSOLVER_CHECK(cusolverSpDestroyCsrqrInfo(nullptr));
  CUSOLVER_CHECK(cusolverSpDestroyCsrluInfoHost(nullptr));
  CUSOLVER_CHECK(cusolverSpDestroyCsrcholInfoHost(nullptr));
}

int main() {
  CUSOLVER_CHECK(cusolverSpCreate(&handle));
  CUSPARSE_CHECK(cusparseCreateMatDescr(&descr));
  allOfType<float, float>();
  allOfType<double, double>();
  allOfType<cuComplex, float>();
  allOfType<cuDoubleComplex, double>();
  wrongArguments();
  CUSPARSE_CHECK(cusparseDestroyMatDescr(descr));
  CUSOLVER_CHECK(cusolverSpDestroy(handle));
  return ok();
}
