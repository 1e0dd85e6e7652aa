// cusolverRf: factors of matrices with one structure, in both formats and with the ones in L or U,
// with permutations; new values, pivots of zero and their replacement, the factors as a program
// gets them, and the statuses of wrong arguments.

// nvcc: -lcusolver
#include "cusolver_check.h"
#include <cusolverRf.h>
#include <stdlib.h>

using namespace conformance;

static const int kSize = 3;

struct Matrix {
  double at[kSize][kSize];
};
struct Arrays {
  std::vector<int> offsets = {0}, indices;
  std::vector<double> values;
  int nnz() const { return static_cast<int>(indices.size()); }
};
// Without zeros, and without the diagonal if it is not stored.
static Arrays arraysOf(const Matrix& a, bool isByColumns, bool hasDiagonal = true) {
  Arrays result;
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kSize; ++j) {
      const double value = isByColumns ? a.at[j][i] : a.at[i][j];
      if (value == 0 || (i == j && !hasDiagonal))
        continue;
      result.indices.push_back(j);
      result.values.push_back(value);
    }
    result.offsets.push_back(result.nnz());
  }
  return result;
}
static bool isClose(double x, double y) {
  return x - y < 1e-12 && y - x < 1e-12;
}

// kFactored = kLower * kUpper; kOther has its structure.
static const Matrix kFactored = {{{4, 1, 0}, {2, 5, 1}, {0, 3, 6}}};
static const Matrix kLower = {{{1, 0, 0}, {0.5, 1, 0}, {0, 2.0 / 3, 1}}};
static const Matrix kUpper = {{{4, 1, 0}, {0, 4.5, 1}, {0, 0, 6 - 2.0 / 3}}};
static const Matrix kLowerWithPivots = {{{4, 0, 0}, {2, 4.5, 0}, {0, 3, 6 - 2.0 / 3}}};
static const Matrix kUnitUpper = {{{1, 0.25, 0}, {0, 1, 1 / 4.5}, {0, 0, 1}}};
static const Matrix kOther = {{{8, 1, 0}, {2, 5, 1}, {0, 3, 6}}};

// The matrix whose element (p[i], q[j]) is the element (i, j) of the given one.
static Matrix permuted(const Matrix& a, const int* p, const int* q) {
  Matrix result;
  for (int i = 0; i < kSize; ++i)
    for (int j = 0; j < kSize; ++j)
      result.at[p[i]][q[j]] = a.at[i][j];
  return result;
}
static void expectSolution(const Matrix& a, const std::vector<double>& x,
                           const std::vector<double>& b) {
  for (int i = 0; i < kSize; ++i) {
    double sum = 0;
    for (int j = 0; j < kSize; ++j)
      sum += a.at[i][j] * x[j];
    CHECK(isClose(sum, b[i]));
  }
}
static void expectArrays(const Arrays& expected, int nnz, int* offsets, int* indices,
                         double* values) {
  CHECK(nnz == expected.nnz());
  for (int i = 0; i <= kSize; ++i)
    CHECK(offsets[i] == expected.offsets[i]);
  for (int i = 0; i < nnz; ++i)
    CHECK(indices[i] == expected.indices[i] && isClose(values[i], expected.values[i]));
  free(offsets);
  free(indices);
  free(values);
}

static cusolverStatus_t setUp(cusolverRfHandle_t handle, const Arrays& a, const Arrays& l,
                              const Arrays& u, const int* p, const int* q) {
  Arrays a1 = a, l1 = l, u1 = u;
  std::vector<int> p1(p, p + kSize), q1(q, q + kSize);
  return cusolverRfSetupHost(kSize, a.nnz(), a1.offsets.data(), a1.indices.data(), a1.values.data(),
                             l.nnz(), l1.offsets.data(), l1.indices.data(), l1.values.data(),
                             u.nnz(), u1.offsets.data(), u1.indices.data(), u1.values.data(),
                             p1.data(), q1.data(), handle);
}

static const int kNatural[] = {0, 1, 2}, kRows[] = {2, 0, 1}, kColumns[] = {1, 2, 0};

static void formats(cusolverRfMatrixFormat_t format, cusolverRfUnitDiagonal_t diagonal,
                    bool isPermuted) {
  const bool isByColumns = format == CUSOLVERRF_MATRIX_FORMAT_CSC;
  const bool isUnitLower = diagonal == CUSOLVERRF_UNIT_DIAGONAL_STORED_L ||
                           diagonal == CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L;
  const bool areOnesStored = diagonal == CUSOLVERRF_UNIT_DIAGONAL_STORED_L ||
                             diagonal == CUSOLVERRF_UNIT_DIAGONAL_STORED_U;
  const int* p = isPermuted ? kRows : kNatural;
  const int* q = isPermuted ? kColumns : kNatural;
  const Arrays lower = isUnitLower ? arraysOf(kLower, isByColumns, areOnesStored)
                                   : arraysOf(kLowerWithPivots, isByColumns);
  const Arrays upper = isUnitLower ? arraysOf(kUpper, isByColumns)
                                   : arraysOf(kUnitUpper, isByColumns, areOnesStored);
  cusolverRfHandle_t handle;
  CUSOLVER_CHECK(cusolverRfCreate(&handle));
  CUSOLVER_CHECK(cusolverRfSetMatrixFormat(handle, format, diagonal));
  CUSOLVER_CHECK(
      setUp(handle, arraysOf(permuted(kFactored, p, q), isByColumns), lower, upper, p, q));
  CUSOLVER_CHECK(cusolverRfAnalyze(handle));
  CUSOLVER_CHECK(cusolverRfRefactor(handle));

  const std::vector<double> b = {1, 2, 3};
  Both<int> devicePermutationP(std::vector<int>(p, p + kSize)),
      devicePermutationQ(std::vector<int>(q, q + kSize));
  Both<double> x(b), scratch({0, 0, 0});
  CUSOLVER_CHECK(cusolverRfSolve(handle, devicePermutationP.device, devicePermutationQ.device, 1,
                                 scratch.device, kSize, x.device, kSize));
  expectSolution(permuted(kFactored, p, q), x.download(), b);

  // The factors, together and apart.
  int nnz = 0, nnzU = 0;
  int *offsets, *indices, *offsetsU, *indicesU;
  double *values, *valuesU;
  Matrix both = kUpper;
  both.at[1][0] = kLower.at[1][0];
  both.at[2][1] = kLower.at[2][1];
  CUSOLVER_CHECK(cusolverRfExtractBundledFactorsHost(handle, &nnz, &offsets, &indices, &values));
  expectArrays(arraysOf(both, isByColumns), nnz, offsets, indices, values);
  CUSOLVER_CHECK(cusolverRfExtractSplitFactorsHost(handle, &nnz, &offsets, &indices, &values, &nnzU,
                                                   &offsetsU, &indicesU, &valuesU));
  expectArrays(lower, nnz, offsets, indices, values);
  expectArrays(upper, nnzU, offsetsU, indicesU, valuesU);
  // On the device they are by rows, whatever the format.
  CUSOLVER_CHECK(cusolverRfAccessBundledFactorsDevice(handle, &nnz, &offsets, &indices, &values));
  const Arrays byRows = arraysOf(both, false);
  CHECK(nnz == byRows.nnz());
  std::vector<double> downloaded(nnz);
  CUDA_CHECK(cudaMemcpy(downloaded.data(), values, nnz * sizeof(double), cudaMemcpyDeviceToHost));
  for (int i = 0; i < nnz; ++i)
    CHECK(isClose(downloaded[i], byRows.values[i]));

  // Another matrix of the same structure.
  const Arrays other = arraysOf(permuted(kOther, p, q), isByColumns);
  Both<int> otherOffsets(other.offsets), otherIndices(other.indices);
  Both<double> otherValues(other.values);
  x.upload();
  CUSOLVER_CHECK(cusolverRfResetValues(kSize, other.nnz(), otherOffsets.device, otherIndices.device,
                                       otherValues.device, devicePermutationP.device,
                                       devicePermutationQ.device, handle));
  CUSOLVER_CHECK(cusolverRfRefactor(handle));
  CUSOLVER_CHECK(cusolverRfSolve(handle, devicePermutationP.device, devicePermutationQ.device, 1,
                                 scratch.device, kSize, x.device, kSize));
  expectSolution(permuted(kOther, p, q), x.download(), b);
  CUSOLVER_CHECK(cusolverRfDestroy(handle));
}

// All arrays on the device.
static void setupOnDevice() {
  const Arrays a = arraysOf(kFactored, false), l = arraysOf(kLower, false),
               u = arraysOf(kUpper, false);
  Both<int> ao(a.offsets), ai(a.indices), lo(l.offsets), li(l.indices), uo(u.offsets),
      ui(u.indices), p(std::vector<int>(kNatural, kNatural + kSize));
  Both<double> av(a.values), lv(l.values), uv(u.values), x({1, 2, 3}), scratch({0, 0, 0});
  cusolverRfHandle_t handle;
  CUSOLVER_CHECK(cusolverRfCreate(&handle));
  CUSOLVER_CHECK(cusolverRfSetupDevice(kSize, a.nnz(), ao.device, ai.device, av.device, l.nnz(),
                                       lo.device, li.device, lv.device, u.nnz(), uo.device,
                                       ui.device, uv.device, p.device, p.device, handle));
  CUSOLVER_CHECK(cusolverRfAnalyze(handle));
  CUSOLVER_CHECK(cusolverRfRefactor(handle));
  CUSOLVER_CHECK(
      cusolverRfSolve(handle, p.device, p.device, 1, scratch.device, kSize, x.device, kSize));
  expectSolution(kFactored, x.download(), {1, 2, 3});
  CUSOLVER_CHECK(cusolverRfDestroy(handle));
}

// A pivot of zero, and one that is replaced.
static void zeroPivots() {
  Arrays a = arraysOf(kFactored, false);
  a.values[0] = 0;
  cusolverRfHandle_t handle;
  cusolverRfNumericBoostReport_t report;
  CUSOLVER_CHECK(cusolverRfCreate(&handle));
  CUSOLVER_CHECK(
      setUp(handle, a, arraysOf(kLower, false), arraysOf(kUpper, false), kNatural, kNatural));
  CUSOLVER_CHECK(cusolverRfAnalyze(handle));
  CUSOLVER_GIVES(CUSOLVER_STATUS_ZERO_PIVOT, cusolverRfRefactor(handle));
  CUSOLVER_CHECK(cusolverRfSetNumericProperties(handle, 1e-3, 2));
  Both<int> offsets(a.offsets), indices(a.indices), p(std::vector<int>(kNatural, kNatural + kSize));
  const struct {
    double first;
    cusolverRfNumericBoostReport_t report;
    double pivot;
  } cases[] = {{0, CUSOLVERRF_NUMERIC_BOOST_USED, 2},
               {-1e-4, CUSOLVERRF_NUMERIC_BOOST_USED, 2},
               {4, CUSOLVERRF_NUMERIC_BOOST_NOT_USED, 4}};
  for (const auto& one : cases) {
    a.values[0] = one.first;
    Both<double> values(a.values);
    CUSOLVER_CHECK(cusolverRfResetValues(kSize, a.nnz(), offsets.device, indices.device,
                                         values.device, p.device, p.device, handle));
    CUSOLVER_CHECK(cusolverRfRefactor(handle));
    CUSOLVER_CHECK(cusolverRfGetNumericBoostReport(handle, &report));
    CHECK(report == one.report);
    int nnz, *factorOffsets, *factorIndices;
    double* factors;
    CUSOLVER_CHECK(cusolverRfExtractBundledFactorsHost(handle, &nnz, &factorOffsets, &factorIndices,
                                                       &factors));
    CHECK(factors[0] == one.pivot);
    free(factorOffsets);
    free(factorIndices);
    free(factors);
  }
  CUSOLVER_CHECK(cusolverRfDestroy(handle));
}

static void settings() {
  cusolverRfHandle_t handle;
  CUSOLVER_CHECK(cusolverRfCreate(&handle));
  cusolverRfMatrixFormat_t format;
  cusolverRfUnitDiagonal_t diagonal;
  cusolverRfFactorization_t factorization;
  cusolverRfTriangularSolve_t triangularSolve;
  cusolverRfResetValuesFastMode_t fastMode;
  cusolverRfNumericBoostReport_t report;
  double zero = 1, boost = 1;
  CUSOLVER_CHECK(cusolverRfGetMatrixFormat(handle, &format, &diagonal));
  CHECK(format == CUSOLVERRF_MATRIX_FORMAT_CSR && diagonal == CUSOLVERRF_UNIT_DIAGONAL_STORED_L);
  CUSOLVER_CHECK(cusolverRfGetNumericProperties(handle, &zero, &boost));
  CHECK(zero == 0 && boost == 0);
  CUSOLVER_CHECK(cusolverRfGetNumericBoostReport(handle, &report));
  CHECK(report == CUSOLVERRF_NUMERIC_BOOST_NOT_USED);
  CUSOLVER_CHECK(cusolverRfGetAlgs(handle, &factorization, &triangularSolve));
  CHECK(factorization == CUSOLVERRF_FACTORIZATION_ALG0);
  CHECK(triangularSolve == CUSOLVERRF_TRIANGULAR_SOLVE_ALG1);
  CUSOLVER_CHECK(cusolverRfGetResetValuesFastMode(handle, &fastMode));
  CHECK(fastMode == CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF);

  const auto invalid = CUSOLVER_STATUS_INVALID_VALUE;
  CUSOLVER_GIVES(invalid,
                 cusolverRfSetMatrixFormat(handle, static_cast<cusolverRfMatrixFormat_t>(7),
                                           CUSOLVERRF_UNIT_DIAGONAL_STORED_L));
  CUSOLVER_GIVES(invalid, cusolverRfSetMatrixFormat(handle, CUSOLVERRF_MATRIX_FORMAT_CSR,
                                                    static_cast<cusolverRfUnitDiagonal_t>(7)));
  CUSOLVER_GIVES(invalid, cusolverRfSetNumericProperties(handle, -1, 2));
  CUSOLVER_GIVES(invalid, cusolverRfSetNumericProperties(handle, 1, -2));
  CUSOLVER_GIVES(invalid, cusolverRfSetResetValuesFastMode(
                              handle, static_cast<cusolverRfResetValuesFastMode_t>(7)));
  for (int i = 0; i < 3; ++i)
    for (int j = 1; j < 4; ++j)
      CUSOLVER_GIVES(i > 0 && j == 1 ? invalid : CUSOLVER_STATUS_SUCCESS,
                     cusolverRfSetAlgs(handle, static_cast<cusolverRfFactorization_t>(i),
                                       static_cast<cusolverRfTriangularSolve_t>(j)));
  CUSOLVER_CHECK(cusolverRfDestroy(handle));

  const auto noHandle = CUSOLVER_STATUS_NOT_INITIALIZED;
  int position;
  CUSOLVER_GIVES(noHandle, cusolverRfDestroy(nullptr));
  CUSOLVER_GIVES(noHandle, cusolverRfAnalyze(nullptr));
  CUSOLVER_GIVES(noHandle, cusolverRfRefactor(nullptr));
  CUSOLVER_GIVES(noHandle, cusolverRfBatchAnalyze(nullptr));
  CUSOLVER_GIVES(noHandle, cusolverRfBatchRefactor(nullptr));
  CUSOLVER_GIVES(noHandle, cusolverRfBatchZeroPivot(nullptr, &position));
  CUSOLVER_GIVES(noHandle, cusolverRfSetAlgs(nullptr, CUSOLVERRF_FACTORIZATION_ALG0,
                                             CUSOLVERRF_TRIANGULAR_SOLVE_ALG1));
}

static void wrongArguments() {
  const Arrays a = arraysOf(kFactored, false), l = arraysOf(kLower, false),
               u = arraysOf(kUpper, false);
  Both<int> offsets(a.offsets), indices(a.indices), p(std::vector<int>(kNatural, kNatural + kSize));
  Both<double> values(a.values), x({1, 2, 3, 4, 5, 6}), scratch({0, 0, 0, 0, 0, 0});
  cusolverRfHandle_t handle;
  const auto invalid = CUSOLVER_STATUS_INVALID_VALUE;
  CUSOLVER_CHECK(cusolverRfCreate(&handle));
  CUSOLVER_CHECK(setUp(handle, a, l, u, kNatural, kNatural));
  CUSOLVER_CHECK(cusolverRfAnalyze(handle));
  CUSOLVER_CHECK(cusolverRfRefactor(handle));
  CUSOLVER_GIVES(invalid,
                 cusolverRfSolve(handle, p.device, p.device, 2, scratch.device, 3, x.device, 3));
  CUSOLVER_GIVES(invalid,
                 cusolverRfSolve(handle, p.device, p.device, 0, scratch.device, 3, x.device, 3));
  CUSOLVER_GIVES(invalid,
                 cusolverRfSolve(handle, p.device, p.device, 1, scratch.device, 2, x.device, 3));
  CUSOLVER_GIVES(invalid,
                 cusolverRfSolve(handle, p.device, p.device, 1, scratch.device, 3, x.device, 2));
  CUSOLVER_GIVES(CUSOLVER_STATUS_NOT_INITIALIZED,
                 cusolverRfSolve(nullptr, p.device, p.device, 1, scratch.device, 3, x.device, 3));
  CUSOLVER_GIVES(invalid, cusolverRfResetValues(2, a.nnz(), offsets.device, indices.device,
                                                values.device, p.device, p.device, handle));
  CUSOLVER_GIVES(CUSOLVER_STATUS_NOT_INITIALIZED,
                 cusolverRfResetValues(3, a.nnz(), offsets.device, indices.device, values.device,
                                       p.device, p.device, nullptr));
  CUSOLVER_GIVES(CUSOLVER_STATUS_NOT_INITIALIZED, setUp(nullptr, a, l, u, kNatural, kNatural));
  CUSOLVER_CHECK(cusolverRfDestroy(handle));
}

int main() {
  for (auto format : {CUSOLVERRF_MATRIX_FORMAT_CSR, CUSOLVERRF_MATRIX_FORMAT_CSC})
    for (auto diagonal : {CUSOLVERRF_UNIT_DIAGONAL_STORED_L, CUSOLVERRF_UNIT_DIAGONAL_STORED_U,
                          CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L, CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U})
      for (bool isPermuted : {false, true})
        formats(format, diagonal, isPermuted);
  setupOnDevice();
  zeroPivots();
  settings();
  wrongArguments();
  return ok();
}
