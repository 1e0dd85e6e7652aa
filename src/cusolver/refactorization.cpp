// The factorization by cusolverRf and the solution of systems with its factors, for one matrix and
// for batches.
#include "cusolver/refactorization.h"

#include <algorithm>

namespace {

using namespace heddle;
using namespace heddle::cusolver;

cusolverStatus_t waitAfter(cusolverStatus_t status) {
  return status == CUSOLVER_STATUS_SUCCESS ? toStatus(cudaStreamSynchronize(nullptr)) : status;
}

// The program learns by the status whether there was a pivot of zero, so this waits. It asks for
// the pivots of a batch by cusolverRfBatchZeroPivot.
cusolverStatus_t refactor(cusolverRfHandle_t handle, bool isBatch) {
  return withFactors(handle, isBatch, true, [&](Factors& factors) {
    factors.findings.assign(index(factors.batch), {});
    const cusolverStatus_t status =
        waitAfter(runForAll(factors, [pivots = handle->pivots](Factors& all, int matrix) {
          all.findings[index(matrix)] = cusolver::refactor(all.m, all.valuesOf(matrix), pivots);
          return true;
        }));
    const bool isSingular =
        std::any_of(factors.findings.begin(), factors.findings.end(),
                    [](const Finding& finding) { return finding.zeroPivot >= 0; });
    return isSingular && !isBatch ? CUSOLVER_STATUS_ZERO_PIVOT : status;
  });
}

template <class VectorOf>
cusolverStatus_t solve(cusolverRfHandle_t handle, bool isBatch, const int* p, const int* q,
                       int sides, int ldt, bool areVectorsGiven, int ldxf, VectorOf vectorOf) {
  const bool isRight = p && q && areVectorsGiven && sides == 1;
  return withFactors(handle, isBatch, isRight, [&](Factors& factors) {
    const int n = factors.m.n;
    if (ldt < n || ldxf < n)
      return CUSOLVER_STATUS_INVALID_VALUE;
    return runForAll(factors, [=](const Factors& all, int matrix) {
      double* const x = vectorOf(matrix);
      return x && CsrPattern::isReadable(p, index(n)) && CsrPattern::isReadable(q, index(n)) &&
             CsrPattern::isWritable(x, index(n)) &&
             cusolver::solve(all.m, all.valuesOf(matrix), p, q, x);
    });
  });
}

} // namespace

extern "C" {

// The analysis finds rows that can be done at the same time, which the factorization here makes no
// use of. Before a setup there is a matrix without rows, but no batch.
cusolverStatus_t cusolverRfAnalyze(cusolverRfHandle_t handle) {
  return call(handle, true, [] { return CUSOLVER_STATUS_SUCCESS; });
}
cusolverStatus_t cusolverRfBatchAnalyze(cusolverRfHandle_t handle) {
  return call(handle, true, [&] {
    return handle->isBatch ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INTERNAL_ERROR;
  });
}
cusolverStatus_t cusolverRfRefactor(cusolverRfHandle_t handle) {
  return call(handle, true,
              [&] { return handle->factors ? refactor(handle, false) : CUSOLVER_STATUS_SUCCESS; });
}
cusolverStatus_t cusolverRfBatchRefactor(cusolverRfHandle_t handle) {
  return refactor(handle, true);
}
cusolverStatus_t cusolverRfBatchZeroPivot(cusolverRfHandle_t handle, int* position) {
  return withFactors(handle, true, position, [&](Factors& factors) {
    std::transform(factors.findings.begin(), factors.findings.end(), position,
                   [](const Finding& finding) { return finding.zeroPivot; });
    return CUSOLVER_STATUS_SUCCESS;
  });
}

cusolverStatus_t cusolverRfSolve(cusolverRfHandle_t handle, int* p, int* q, int nrhs, double*,
                                 int ldt, double* x, int ldxf) {
  return solve(handle, false, p, q, nrhs, ldt, x, ldxf, [=](int) { return x; });
}
cusolverStatus_t cusolverRfBatchSolve(cusolverRfHandle_t handle, int* p, int* q, int nrhs, double*,
                                      int ldt, double* vectors[], int ldxf) {
  return solve(handle, true, p, q, nrhs, ldt, vectors, ldxf,
               [=](int matrix) { return addressAt(vectors, matrix); });
}
}
