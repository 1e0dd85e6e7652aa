// Handles of cusolverRf, and how the program wants its matrices, pivots and algorithms.
#include "cusolver/refactorization.h"

#include <algorithm>

namespace {

using namespace heddle;
using namespace heddle::cusolver;

bool isFormat(cusolverRfMatrixFormat_t format) {
  return format == CUSOLVERRF_MATRIX_FORMAT_CSR || format == CUSOLVERRF_MATRIX_FORMAT_CSC;
}
template <class Enum> bool isBetween(Enum value, Enum first, Enum last) {
  return value >= first && value <= last;
}

} // namespace

extern "C" {

cusolverStatus_t cusolverRfCreate(cusolverRfHandle_t* handle) {
  if (!handle)
    return CUSOLVER_STATUS_INVALID_VALUE;
  return guarded([&] {
    *handle = library::Handles<cusolverRfCommon>::get().adopt(std::make_unique<cusolverRfCommon>());
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfDestroy(cusolverRfHandle_t handle) {
  return library::Handles<cusolverRfCommon>::get().remove(handle) ? CUSOLVER_STATUS_SUCCESS
                                                                  : CUSOLVER_STATUS_NOT_INITIALIZED;
}

cusolverStatus_t cusolverRfGetMatrixFormat(cusolverRfHandle_t handle,
                                           cusolverRfMatrixFormat_t* format,
                                           cusolverRfUnitDiagonal_t* diag) {
  return call(handle, format && diag, [&] {
    *format = handle->format;
    *diag = handle->diagonal;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfSetMatrixFormat(cusolverRfHandle_t handle,
                                           cusolverRfMatrixFormat_t format,
                                           cusolverRfUnitDiagonal_t diag) {
  const bool isDiagonal =
      isBetween(diag, CUSOLVERRF_UNIT_DIAGONAL_STORED_L, CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U);
  return call(handle, isFormat(format) && isDiagonal, [&] {
    handle->format = format;
    handle->diagonal = diag;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfSetNumericProperties(cusolverRfHandle_t handle, double zero,
                                                double boost) {
  return call(handle, zero >= 0 && boost >= 0, [&] {
    handle->pivots = {zero, boost};
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfGetNumericProperties(cusolverRfHandle_t handle, double* zero,
                                                double* boost) {
  return call(handle, zero && boost, [&] {
    *zero = handle->pivots.zero;
    *boost = handle->pivots.boost;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfGetNumericBoostReport(cusolverRfHandle_t handle,
                                                 cusolverRfNumericBoostReport_t* report) {
  return call(handle, report, [&] {
    const bool isBoosted =
        handle->factors &&
        std::any_of(handle->factors->findings.begin(), handle->factors->findings.end(),
                    [](const Finding& finding) { return finding.isBoosted; });
    *report = isBoosted ? CUSOLVERRF_NUMERIC_BOOST_USED : CUSOLVERRF_NUMERIC_BOOST_NOT_USED;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
// All algorithms give the same factors, so the choice is only kept. The first of those for
// triangular systems goes with the first of those for factors alone.
cusolverStatus_t cusolverRfSetAlgs(cusolverRfHandle_t handle, cusolverRfFactorization_t factAlg,
                                   cusolverRfTriangularSolve_t solveAlg) {
  const bool isRight =
      factAlg == CUSOLVERRF_FACTORIZATION_ALG0 || solveAlg != CUSOLVERRF_TRIANGULAR_SOLVE_ALG1;
  return call(handle, isRight, [&] {
    handle->factorization = factAlg;
    handle->triangularSolve = solveAlg;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfGetAlgs(cusolverRfHandle_t handle, cusolverRfFactorization_t* factAlg,
                                   cusolverRfTriangularSolve_t* solveAlg) {
  return call(handle, factAlg && solveAlg, [&] {
    *factAlg = handle->factorization;
    *solveAlg = handle->triangularSolve;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfGetResetValuesFastMode(cusolverRfHandle_t handle,
                                                  cusolverRfResetValuesFastMode_t* fastMode) {
  return call(handle, fastMode, [&] {
    *fastMode = handle->fastMode;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfSetResetValuesFastMode(cusolverRfHandle_t handle,
                                                  cusolverRfResetValuesFastMode_t fastMode) {
  const bool isRight = isBetween(fastMode, CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF,
                                 CUSOLVERRF_RESET_VALUES_FAST_MODE_ON);
  return call(handle, isRight, [&] {
    handle->fastMode = fastMode;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
}
