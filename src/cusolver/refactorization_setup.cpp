// The steps of cusolverRf before a factorization, for one matrix and for batches: the program gives
// the structure of the factors once and the values of the matrices as often as they change.
#include "cusolver/refactorization.h"

namespace {

using namespace heddle;
using namespace heddle::cusolver;

// The arrays of a setup, all of them memory of the host.
struct Setup {
  int n, batch;
  CsrPattern a;
  const double* const* values; // of A, for each matrix
  CsrPattern lower, upper;
  const int* p;
  const int* q;

  bool areSizesRight() const { return n >= 0 && a.nnz >= 0 && lower.nnz >= 0 && upper.nnz >= 0; }
  bool isRight() const {
    return batch > 0 && n > 0 && a.isRight() && lower.isRight() && upper.isRight() && values && p &&
           q;
  }
};

cusolverStatus_t setUp(cusolverRfHandle_t handle, bool isBatch, const Setup& setup) {
  // Negative sizes are numbers of bytes that nothing can allocate.
  if (!setup.areSizesRight())
    return CUSOLVER_STATUS_ALLOC_FAILED;
  if (!setup.isRight())
    return CUSOLVER_STATUS_INVALID_VALUE;
  const bool isByColumns = handle->format == CUSOLVERRF_MATRIX_FORMAT_CSC;
  Structure m;
  m.n = setup.n;
  if (!makeStructure({setup.lower, isByColumns}, {setup.upper, isByColumns}, m))
    return CUSOLVER_STATUS_INVALID_VALUE;
  auto factors = std::make_unique<Factors>(std::move(m), setup.batch);
  std::vector<double> values(factors->m.nnz());
  for (int matrix = 0; matrix < setup.batch; ++matrix) {
    if (!load(factors->m, {setup.a, isByColumns}, setup.values[matrix], setup.p, setup.q,
              values.data()))
      return CUSOLVER_STATUS_INVALID_VALUE;
    if (cudaMemcpy(factors->valuesOf(matrix), values.data(), values.size() * sizeof(double),
                   cudaMemcpyHostToDevice) != cudaSuccess)
      return CUSOLVER_STATUS_EXECUTION_FAILED;
  }
  handle->factors = std::move(factors);
  handle->isBatch = isBatch;
  return CUSOLVER_STATUS_SUCCESS;
}

// The arrays of the device that ResetValues gets.
struct NewValues {
  CsrPattern a;
  const int* p;
  const int* q;

  bool isAccessible(const double* values) const {
    return a.isAccessible() && CsrPattern::isReadable(values, index(a.nnz)) &&
           CsrPattern::isReadable(p, index(a.rows)) && CsrPattern::isReadable(q, index(a.rows));
  }
};
// valuesOf(matrix) gives the address of the values, or null where that cannot be read.
template <class ValuesOf>
cusolverStatus_t resetValues(cusolverRfHandle_t handle, bool isBatch, int batch,
                             const NewValues& to, bool areValuesGiven, ValuesOf valuesOf) {
  const bool isRight = to.a.isRight() && to.p && to.q && areValuesGiven;
  return withFactors(handle, isBatch, isRight, [&](Factors& factors) {
    if (to.a.rows != factors.m.n || batch != factors.batch)
      return CUSOLVER_STATUS_INVALID_VALUE;
    const PassedMatrix a{to.a, handle->format == CUSOLVERRF_MATRIX_FORMAT_CSC};
    return runForAll(factors, [=](const Factors& all, int matrix) {
      const double* const values = valuesOf(matrix);
      return values && to.isAccessible(values) &&
             load(all.m, a, values, to.p, to.q, all.valuesOf(matrix));
    });
  });
}

CsrPattern pattern(int n, int nnz, const int* offsets, const int* columns) {
  return {n, n, nnz, 0, offsets, columns};
}

} // namespace

extern "C" {

cusolverStatus_t cusolverRfSetupHost(int n, int nnzA, int* rowPtrA, int* colIndA, double* valA,
                                     int nnzL, int* rowPtrL, int* colIndL, double*, int nnzU,
                                     int* rowPtrU, int* colIndU, double*, int* p, int* q,
                                     cusolverRfHandle_t handle) {
  return call(handle, valA, [&] {
    return setUp(handle, false,
                 {n, 1, pattern(n, nnzA, rowPtrA, colIndA), &valA,
                  pattern(n, nnzL, rowPtrL, colIndL), pattern(n, nnzU, rowPtrU, colIndU), p, q});
  });
}
cusolverStatus_t cusolverRfSetupDevice(int n, int nnzA, int* rowPtrA, int* colIndA, double* valA,
                                       int nnzL, int* rowPtrL, int* colIndL, double*, int nnzU,
                                       int* rowPtrU, int* colIndU, double*, int* p, int* q,
                                       cusolverRfHandle_t handle) {
  if (n < 0 || nnzA < 0 || nnzL < 0 || nnzU < 0)
    return call(handle, true, [] { return CUSOLVER_STATUS_ALLOC_FAILED; });
  const bool isRight =
      rowPtrA && colIndA && valA && rowPtrL && colIndL && rowPtrU && colIndU && p && q;
  return call(handle, isRight, [&] {
    const std::size_t count = index(n) + 1;
    const std::vector<int> offsetsA = fromDevice(rowPtrA, count),
                           offsetsL = fromDevice(rowPtrL, count),
                           offsetsU = fromDevice(rowPtrU, count);
    const std::vector<int> columnsA = fromDevice(colIndA, index(nnzA)),
                           columnsL = fromDevice(colIndL, index(nnzL)),
                           columnsU = fromDevice(colIndU, index(nnzU));
    const std::vector<double> valuesA = fromDevice(valA, index(nnzA));
    const std::vector<int> rows = fromDevice(p, index(n)), columns = fromDevice(q, index(n));
    const double* const values = valuesA.data();
    return setUp(handle, false,
                 {n, 1, pattern(n, nnzA, offsetsA.data(), columnsA.data()), &values,
                  pattern(n, nnzL, offsetsL.data(), columnsL.data()),
                  pattern(n, nnzU, offsetsU.data(), columnsU.data()), rows.data(), columns.data()});
  });
}
cusolverStatus_t cusolverRfBatchSetupHost(int batchSize, int n, int nnzA, int* rowPtrA,
                                          int* colIndA, double* valA[], int nnzL, int* rowPtrL,
                                          int* colIndL, double*, int nnzU, int* rowPtrU,
                                          int* colIndU, double*, int* p, int* q,
                                          cusolverRfHandle_t handle) {
  return call(handle, batchSize > 0 && valA, [&] {
    return setUp(handle, true,
                 {n, batchSize, pattern(n, nnzA, rowPtrA, colIndA), valA,
                  pattern(n, nnzL, rowPtrL, colIndL), pattern(n, nnzU, rowPtrU, colIndU), p, q});
  });
}

cusolverStatus_t cusolverRfResetValues(int n, int nnzA, int* rowPtrA, int* colIndA, double* valA,
                                       int* p, int* q, cusolverRfHandle_t handle) {
  return resetValues(handle, false, 1, {pattern(n, nnzA, rowPtrA, colIndA), p, q}, valA,
                     [=](int) { return valA; });
}
cusolverStatus_t cusolverRfBatchResetValues(int batchSize, int n, int nnzA, int* rowPtrA,
                                            int* colIndA, double* valA[], int* p, int* q,
                                            cusolverRfHandle_t handle) {
  return resetValues(handle, true, batchSize, {pattern(n, nnzA, rowPtrA, colIndA), p, q}, valA,
                     [=](int matrix) { return addressAt(valA, matrix); });
}
}
