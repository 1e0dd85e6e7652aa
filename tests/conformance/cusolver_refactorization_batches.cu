// cusolverRf: batches of matrices with one structure. A pivot of zero is reported for its matrix
// alone, and new values make it regular.

// nvcc: -lcusolver
#include "cusolver_check.h"
#include <cusolverRf.h>

using namespace conformance;

// A = [4 1 0; 2 5 1; 0 3 6] with its factors.
static std::vector<int> natural = {0, 1, 2};
static std::vector<int> offsets = {0, 2, 5, 7}, columns = {0, 1, 0, 1, 2, 1, 2};
static std::vector<int> lowerOffsets = {0, 1, 3, 5}, lowerColumns = {0, 0, 1, 1, 2};
static std::vector<int> upperOffsets = {0, 2, 4, 5}, upperColumns = {0, 1, 1, 2, 2};
static std::vector<double> invertible = {4, 1, 2, 5, 1, 3, 6}, other = {8, 1, 2, 5, 1, 3, 6},
                           singular = {4, 1, 2, 0.5, 1, 3, 6};
static std::vector<double> lower = {1, 0.5, 1, 2.0 / 3, 1}, upper = {4, 1, 4.5, 1, 6 - 2.0 / 3};

static cusolverStatus_t setUp(cusolverRfHandle_t handle, int count) {
  double* values[] = {invertible.data(), singular.data(), other.data()};
  return cusolverRfBatchSetupHost(count, 3, 7, offsets.data(), columns.data(), values, 5,
                                  lowerOffsets.data(), lowerColumns.data(), lower.data(), 5,
                                  upperOffsets.data(), upperColumns.data(), upper.data(),
                                  natural.data(), natural.data(), handle);
}
static void expectSolution(const std::vector<double>& a, const std::vector<double>& x,
                           const std::vector<double>& b) {
  for (int row = 0; row < 3; ++row) {
    double sum = -b[row];
    for (int entry = offsets[row]; entry < offsets[row + 1]; ++entry)
      sum += a[entry] * x[columns[entry]];
    CHECK(sum < 1e-12 && sum > -1e-12);
  }
}

int main() {
  cusolverRfHandle_t handle;
  CUSOLVER_CHECK(cusolverRfCreate(&handle));
  CUSOLVER_GIVES(CUSOLVER_STATUS_INVALID_VALUE, setUp(handle, 0));
  CUSOLVER_GIVES(CUSOLVER_STATUS_INVALID_VALUE, setUp(handle, -1));
  CUSOLVER_CHECK(setUp(handle, 3));
  CUSOLVER_CHECK(cusolverRfBatchAnalyze(handle));
  CUSOLVER_CHECK(cusolverRfBatchRefactor(handle));
  int positions[3] = {7, 7, 7};
  CUSOLVER_CHECK(cusolverRfBatchZeroPivot(handle, positions));
  CHECK(positions[0] == -1 && positions[1] == 1 && positions[2] == -1);

  Both<int> deviceOffsets(offsets), deviceColumns(columns), p(natural);
  Both<double> first(invertible), second(other), x0({1, 2, 3}), x1({3, 2, 1}), x2({1, 0, 0}),
      scratch(std::vector<double>{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  Both<double*> values({first.device, second.device, first.device}),
      vectors({x0.device, x1.device, x2.device});
  CUSOLVER_CHECK(cusolverRfBatchResetValues(3, 3, 7, deviceOffsets.device, deviceColumns.device,
                                            values.device, p.device, p.device, handle));
  CUSOLVER_CHECK(cusolverRfBatchRefactor(handle));
  CUSOLVER_CHECK(cusolverRfBatchZeroPivot(handle, positions));
  CHECK(positions[0] == -1 && positions[1] == -1 && positions[2] == -1);
  CUSOLVER_CHECK(
      cusolverRfBatchSolve(handle, p.device, p.device, 1, scratch.device, 3, vectors.device, 3));
  expectSolution(invertible, x0.download(), {1, 2, 3});
  expectSolution(other, x1.download(), {3, 2, 1});
  expectSolution(invertible, x2.download(), {1, 0, 0});
  CUSOLVER_CHECK(cusolverRfDestroy(handle));
  return ok();
}
