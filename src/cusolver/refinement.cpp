// Solutions by iterative refinement. A GPU gains time by factors in a low precision, whose solution
// it then improves. Here the factors are computed in the precision of the matrices at once, so a
// solution needs no iterations; the parameters are kept and checked.
#include "cusolver/handle.h"
#include "cusolver/lapack.h"

#include <algorithm>
#include <memory>

struct cusolverDnIRSParams {
  cusolverIRSRefinement_t refinement = CUSOLVER_IRS_REFINE_NOT_SET;
  int mainPrecision = 0, lowestPrecision = 0; // a cusolverPrecType_t, or 0 before it is set
  int maxIterations = 50;
};

struct cusolverDnIRSInfos {
  int maxIterations = 50;
  bool wantsResiduals = false;
  // The residual after each iteration of the last solution, in the real type of its matrices.
  std::shared_ptr<void> history;
};

using namespace heddle::cusolver;

namespace {

using Params = heddle::library::Handles<cusolverDnIRSParams>;
using Infos = heddle::library::Handles<cusolverDnIRSInfos>;

template <class T> void copyColumns(const T* from, int ldFrom, T* to, int ldTo, int m, int n) {
  for (std::int64_t column = 0; column < n; ++column)
    std::copy_n(from + column * ldFrom, m, to + column * ldTo);
}
template <class T> std::vector<T> copyOf(const T* matrix, int ld, int m, int n) {
  std::vector<T> copy(static_cast<std::size_t>(m) * static_cast<std::size_t>(n));
  copyColumns(matrix, ld, copy.data(), m, m, n);
  return copy;
}

// The smallest work area in bytes that is accepted. None is needed here, but cuSOLVER refuses
// smaller ones.
constexpr std::size_t kWorkBytes = 16;

// The functions with iterative refinement have a status of their own for invalid arguments.
template <class Body>
cusolverStatus_t callRefinement(Call handle, bool areArgumentsValid, std::size_t workBytes,
                                Body body) {
  return call(handle, true, [&]() -> cusolverStatus_t {
    if (!areArgumentsValid)
      return CUSOLVER_STATUS_IRS_PARAMS_INVALID;
    return workBytes < kWorkBytes ? CUSOLVER_STATUS_INVALID_WORKSPACE : body();
  });
}
cusolverStatus_t answerWorkBytes(Call handle, bool areArgumentsValid, std::size_t* workBytes) {
  return callRefinement(handle, areArgumentsValid && workBytes, kWorkBytes, [=] {
    *workBytes = kWorkBytes;
    return CUSOLVER_STATUS_SUCCESS;
  });
}

// The record of a solution that the program gets, in the order in which cuSOLVER has it: first the
// number of each iteration, beginning with the solution before the first one, and then the residual
// behind each of them, which is the largest element of B - A * X.
template <class T> class History {
public:
  explicit History(int maxIterations)
      : numbers_(static_cast<std::size_t>(maxIterations) + 1), data_(2 * numbers_) {}
  void setResidual(int m, int n, int sides, const T* a, int lda, const T* b, int ldb, const T* x,
                   int ldx) {
    for (std::int64_t side = 0; side < sides; ++side)
      for (std::int64_t row = 0; row < m; ++row) {
        T residual = b[row + side * ldb];
        for (std::int64_t column = 0; column < n; ++column)
          residual -= a[row + column * lda] * x[column + side * ldx];
        data_[numbers_] = std::max(data_[numbers_], std::abs(residual));
      }
  }
  Real<T>* data() { return data_.data(); }

private:
  std::size_t numbers_;
  std::vector<Real<T>> data_;
};
template <class T> using HistoryPointer = std::shared_ptr<History<T>>;

// Neither A nor B changes, as after a refinement that has converged.
template <class T>
cusolverStatus_t gesv(Call handle, int n, int sides, const T* a, int lda, int* pivots, const T* b,
                      int ldb, T* x, int ldx, std::size_t workBytes, int* iterations, int* info,
                      const HistoryPointer<T>& history = nullptr) {
  const bool isValid = n >= 0 && sides >= 0 && lda >= atLeastOne(n) && ldb >= atLeastOne(n) &&
                       ldx >= atLeastOne(n) && iterations;
  return callRefinement(handle, isValid, workBytes, [=] {
    *iterations = 0;
    return launch(handle, "cusolverDnGesv",
                  {matrix(a, n, n, lda), vector(pivots, pivots ? n : 0), matrix(b, n, sides, ldb),
                   matrix(x, n, sides, ldx), vector(info, 1)},
                  [=] {
                    std::vector<T> factors = copyOf(a, lda, n, n);
                    std::vector<int> found(static_cast<std::size_t>(n));
                    const int ld = std::max(n, 1);
                    lapack<T>().getrf(&n, &n, factors.data(), &ld, found.data(), info);
                    if (pivots)
                      std::copy(found.begin(), found.end(), pivots);
                    if (*info != 0)
                      return;
                    copyColumns(b, ldb, x, ldx, n, sides);
                    lapack<T>().getrs("N", &n, &sides, factors.data(), &ld, found.data(), x, &ldx,
                                      info);
                    if (history)
                      history->setResidual(n, n, sides, a, lda, b, ldb, x, ldx);
                  });
  });
}

template <class T>
cusolverStatus_t gels(Call handle, int m, int n, int sides, const T* a, int lda, const T* b,
                      int ldb, T* x, int ldx, std::size_t workBytes, int* iterations, int* info,
                      const HistoryPointer<T>& history = nullptr) {
  const bool isValid = n >= 0 && m >= n && sides >= 0 && lda >= atLeastOne(m) &&
                       ldb >= atLeastOne(m) && ldx >= atLeastOne(n) && iterations;
  return callRefinement(handle, isValid, workBytes, [=] {
    *iterations = 0;
    return launch(
        handle, "cusolverDnGels",
        {matrix(a, m, n, lda), matrix(b, m, sides, ldb), matrix(x, n, sides, ldx), vector(info, 1)},
        [=] {
          std::vector<T> factors = copyOf(a, lda, m, n), right = copyOf(b, ldb, m, sides);
          const int ld = std::max(m, 1);
          *info = withScratch<T>([&](T* work, int* size, int* result) {
            lapack<T>().gels("N", &m, &n, &sides, factors.data(), &ld, right.data(), &ld, work,
                             size, result);
          });
          if (*info != 0)
            return;
          copyColumns(right.data(), m, x, ldx, n, sides);
          if (history)
            history->setResidual(m, n, sides, a, lda, b, ldb, x, ldx);
        });
  });
}

template <class Body> cusolverStatus_t withParams(cusolverDnIRSParams_t params, Body body) {
  return guarded([=]() -> cusolverStatus_t {
    return exist<cusolverDnIRSParams>(params) ? body() : CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
  });
}
template <class Body> cusolverStatus_t withInfos(cusolverDnIRSInfos_t infos, Body body) {
  return guarded([=]() -> cusolverStatus_t {
    return exist<cusolverDnIRSInfos>(infos) ? body() : CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;
  });
}
bool isRefinement(cusolverIRSRefinement_t refinement) {
  return refinement >= CUSOLVER_IRS_REFINE_NONE && refinement <= CUSOLVER_IRS_REFINE_GMRES_NOPCOND;
}
// Like cuSOLVER, this takes any number, and a solution then refuses those that are no precision.
cusolverStatus_t setPrecision(int cusolverDnIRSParams::* member, cusolverDnIRSParams_t params,
                              cusolverPrecType_t type) {
  return withParams(params, [=] {
    params->*member = type;
    return CUSOLVER_STATUS_SUCCESS;
  });
}

// Whether parameters and infos allow a solution.
cusolverStatus_t check(cusolverDnIRSParams_t params, cusolverDnIRSInfos_t infos) {
  return withParams(params, [=] {
    if (!exist<cusolverDnIRSInfos>(infos))
      return CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;
    if (params->mainPrecision == 0 || params->lowestPrecision == 0)
      return CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC;
    return isRefinement(params->refinement) ? CUSOLVER_STATUS_SUCCESS
                                            : CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE;
  });
}

// Calls action.operator()<T>(handle, history). A program that wants residuals can look at them
// without waiting for its stream, so this waits.
template <class T, class Action>
cusolverStatus_t solveWithHistory(Call handle, cusolverDnIRSInfos_t infos, Action action) {
  HistoryPointer<T> history;
  if (infos->wantsResiduals)
    history = std::make_shared<History<T>>(infos->maxIterations);
  infos->history = history ? std::shared_ptr<void>(history, history->data()) : nullptr;
  const cusolverStatus_t status = action.template operator()<T>(handle, history);
  return history ? wait(handle, status) : status;
}

// Checks the arguments, and calls solveWithHistory() with the type of the matrices.
template <class Action>
cusolverStatus_t solve(Call handle, cusolverDnIRSParams_t params, cusolverDnIRSInfos_t infos,
                       Action action) {
  if (const cusolverStatus_t status = check(params, infos))
    return status;
  return guarded([&]() -> cusolverStatus_t {
    infos->maxIterations = params->maxIterations;
    switch (params->mainPrecision) {
    case CUSOLVER_R_32F:
      return solveWithHistory<float>(handle, infos, action);
    case CUSOLVER_R_64F:
      return solveWithHistory<double>(handle, infos, action);
    case CUSOLVER_C_32F:
      return solveWithHistory<std::complex<float>>(handle, infos, action);
    case CUSOLVER_C_64F:
      return solveWithHistory<std::complex<double>>(handle, infos, action);
    default:
      return CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC;
    }
  });
}

} // namespace

cusolverStatus_t cusolverDnIRSParamsCreate(cusolverDnIRSParams_t* params) {
  if (!params)
    return CUSOLVER_STATUS_INVALID_VALUE;
  return guarded([=] {
    *params = Params::get().add({});
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverDnIRSParamsDestroy(cusolverDnIRSParams_t params) {
  return Params::get().remove(params) ? CUSOLVER_STATUS_SUCCESS
                                      : CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
}
cusolverStatus_t cusolverDnIRSParamsSetRefinementSolver(cusolverDnIRSParams_t params,
                                                        cusolverIRSRefinement_t refinement) {
  return withParams(params, [=] {
    params->refinement = refinement;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverDnIRSParamsSetSolverMainPrecision(cusolverDnIRSParams_t params,
                                                           cusolverPrecType_t mainPrecision) {
  return setPrecision(&cusolverDnIRSParams::mainPrecision, params, mainPrecision);
}
cusolverStatus_t cusolverDnIRSParamsSetSolverLowestPrecision(cusolverDnIRSParams_t params,
                                                             cusolverPrecType_t lowestPrecision) {
  return setPrecision(&cusolverDnIRSParams::lowestPrecision, params, lowestPrecision);
}
cusolverStatus_t cusolverDnIRSParamsSetSolverPrecisions(cusolverDnIRSParams_t params,
                                                        cusolverPrecType_t mainPrecision,
                                                        cusolverPrecType_t lowestPrecision) {
  const cusolverStatus_t status = cusolverDnIRSParamsSetSolverMainPrecision(params, mainPrecision);
  return status == CUSOLVER_STATUS_SUCCESS
             ? cusolverDnIRSParamsSetSolverLowestPrecision(params, lowestPrecision)
             : status;
}
cusolverStatus_t cusolverDnIRSParamsSetTol(cusolverDnIRSParams_t params, double) {
  return withParams(params, [] { return CUSOLVER_STATUS_SUCCESS; });
}
cusolverStatus_t cusolverDnIRSParamsSetTolInner(cusolverDnIRSParams_t params, double) {
  return withParams(params, [] { return CUSOLVER_STATUS_SUCCESS; });
}
cusolverStatus_t cusolverDnIRSParamsSetMaxIters(cusolverDnIRSParams_t params,
                                                cusolver_int_t maxiters) {
  return withParams(params, [=] {
    params->maxIterations = maxiters;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverDnIRSParamsSetMaxItersInner(cusolverDnIRSParams_t params,
                                                     cusolver_int_t maxiters) {
  return withParams(params, [=] {
    return maxiters > params->maxIterations ? CUSOLVER_STATUS_IRS_PARAMS_INVALID
                                            : CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverDnIRSParamsGetMaxIters(cusolverDnIRSParams_t params,
                                                cusolver_int_t* maxiters) {
  return withParams(params, [=] {
    if (!maxiters)
      return CUSOLVER_STATUS_INVALID_VALUE;
    *maxiters = params->maxIterations;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverDnIRSParamsEnableFallback(cusolverDnIRSParams_t params) {
  return withParams(params, [] { return CUSOLVER_STATUS_SUCCESS; });
}
cusolverStatus_t cusolverDnIRSParamsDisableFallback(cusolverDnIRSParams_t params) {
  return withParams(params, [] { return CUSOLVER_STATUS_SUCCESS; });
}

cusolverStatus_t cusolverDnIRSInfosCreate(cusolverDnIRSInfos_t* infos) {
  if (!infos)
    return CUSOLVER_STATUS_INVALID_VALUE;
  return guarded([=] {
    *infos = Infos::get().add({});
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverDnIRSInfosDestroy(cusolverDnIRSInfos_t infos) {
  return Infos::get().remove(infos) ? CUSOLVER_STATUS_SUCCESS
                                    : CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;
}
cusolverStatus_t cusolverDnIRSInfosGetNiters(cusolverDnIRSInfos_t infos, cusolver_int_t* niters) {
  return withInfos(infos, [=] {
    if (!niters)
      return CUSOLVER_STATUS_INVALID_VALUE;
    *niters = 0;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverDnIRSInfosGetOuterNiters(cusolverDnIRSInfos_t infos,
                                                  cusolver_int_t* niters) {
  return cusolverDnIRSInfosGetNiters(infos, niters);
}
cusolverStatus_t cusolverDnIRSInfosRequestResidual(cusolverDnIRSInfos_t infos) {
  return withInfos(infos, [=] {
    infos->wantsResiduals = true;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverDnIRSInfosGetResidualHistory(cusolverDnIRSInfos_t infos, void** history) {
  return withInfos(infos, [=] {
    if (!history)
      return CUSOLVER_STATUS_INVALID_VALUE;
    *history = infos->history.get();
    if (!infos->wantsResiduals)
      return CUSOLVER_STATUS_INVALID_VALUE;
    return infos->history ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INTERNAL_ERROR;
  });
}
cusolverStatus_t cusolverDnIRSInfosGetMaxIters(cusolverDnIRSInfos_t infos,
                                               cusolver_int_t* maxiters) {
  return withInfos(infos, [=] {
    if (!maxiters)
      return CUSOLVER_STATUS_INVALID_VALUE;
    *maxiters = infos->maxIterations;
    return CUSOLVER_STATUS_SUCCESS;
  });
}

cusolverStatus_t cusolverDnIRSXgesv_bufferSize(cusolverDnHandle_t handle,
                                               cusolverDnIRSParams_t params, cusolver_int_t n,
                                               cusolver_int_t nrhs, size_t* lworkBytes) {
  if (!exist<cusolverDnIRSParams>(params))
    return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
  return answerWorkBytes(handle, n >= 0 && nrhs >= 0, lworkBytes);
}
cusolverStatus_t cusolverDnIRSXgesv(cusolverDnHandle_t handle, cusolverDnIRSParams_t params,
                                    cusolverDnIRSInfos_t infos, cusolver_int_t n,
                                    cusolver_int_t nrhs, void* dA, cusolver_int_t ldda, void* dB,
                                    cusolver_int_t lddb, void* dX, cusolver_int_t lddx, void*,
                                    size_t lworkBytes, cusolver_int_t* niters,
                                    cusolver_int_t* info) {
  return solve(handle, params, infos, [=]<class T>(Call caller, const HistoryPointer<T>& history) {
    return gesv(caller, n, nrhs, static_cast<const T*>(dA), ldda, nullptr,
                static_cast<const T*>(dB), lddb, static_cast<T*>(dX), lddx, lworkBytes, niters,
                info, history);
  });
}
cusolverStatus_t cusolverDnIRSXgels_bufferSize(cusolverDnHandle_t handle,
                                               cusolverDnIRSParams_t params, cusolver_int_t m,
                                               cusolver_int_t n, cusolver_int_t nrhs,
                                               size_t* lworkBytes) {
  if (!exist<cusolverDnIRSParams>(params))
    return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
  return answerWorkBytes(handle, n >= 0 && m >= n && nrhs >= 0, lworkBytes);
}
cusolverStatus_t cusolverDnIRSXgels(cusolverDnHandle_t handle, cusolverDnIRSParams_t params,
                                    cusolverDnIRSInfos_t infos, cusolver_int_t m, cusolver_int_t n,
                                    cusolver_int_t nrhs, void* dA, cusolver_int_t ldda, void* dB,
                                    cusolver_int_t lddb, void* dX, cusolver_int_t lddx, void*,
                                    size_t lworkBytes, cusolver_int_t* niters,
                                    cusolver_int_t* info) {
  return solve(handle, params, infos, [=]<class T>(Call caller, const HistoryPointer<T>& history) {
    return gels(caller, m, n, nrhs, static_cast<const T*>(dA), ldda, static_cast<const T*>(dB),
                lddb, static_cast<T*>(dX), lddx, lworkBytes, niters, info, history);
  });
}

#define HEDDLE_REFINED(S, T)                                                                       \
  cusolverStatus_t cusolverDn##S##gesv_bufferSize(                                                 \
      cusolverDnHandle_t handle, cusolver_int_t n, cusolver_int_t nrhs, T*, cusolver_int_t ldda,   \
      cusolver_int_t*, T*, cusolver_int_t lddb, T*, cusolver_int_t lddx, void*,                    \
      size_t* lworkBytes) {                                                                        \
    return answerWorkBytes(handle,                                                                 \
                           n >= 0 && nrhs >= 0 && ldda >= atLeastOne(n) &&                         \
                               lddb >= atLeastOne(n) && lddx >= atLeastOne(n),                     \
                           lworkBytes);                                                            \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##gesv(                                                            \
      cusolverDnHandle_t handle, cusolver_int_t n, cusolver_int_t nrhs, T* dA,                     \
      cusolver_int_t ldda, cusolver_int_t* dipiv, T* dB, cusolver_int_t lddb, T* dX,               \
      cusolver_int_t lddx, void*, size_t lworkBytes, cusolver_int_t* iter, cusolver_int_t* info) { \
    return gesv<Native<T>>(handle, n, nrhs, native(dA), ldda, dipiv, native(dB), lddb, native(dX), \
                           lddx, lworkBytes, iter, info);                                          \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##gels_bufferSize(                                                 \
      cusolverDnHandle_t handle, cusolver_int_t m, cusolver_int_t n, cusolver_int_t nrhs, T*,      \
      cusolver_int_t ldda, T*, cusolver_int_t lddb, T*, cusolver_int_t lddx, void*,                \
      size_t* lworkBytes) {                                                                        \
    return answerWorkBytes(handle,                                                                 \
                           n >= 0 && m >= n && nrhs >= 0 && ldda >= atLeastOne(m) &&               \
                               lddb >= atLeastOne(m) && lddx >= atLeastOne(n),                     \
                           lworkBytes);                                                            \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##gels(                                                            \
      cusolverDnHandle_t handle, cusolver_int_t m, cusolver_int_t n, cusolver_int_t nrhs, T* dA,   \
      cusolver_int_t ldda, T* dB, cusolver_int_t lddb, T* dX, cusolver_int_t lddx, void*,          \
      size_t lworkBytes, cusolver_int_t* iter, cusolver_int_t* info) {                             \
    return gels<Native<T>>(handle, m, n, nrhs, native(dA), ldda, native(dB), lddb, native(dX),     \
                           lddx, lworkBytes, iter, info);                                          \
  }
HEDDLE_CUSOLVER_EACH_REFINED(HEDDLE_REFINED)
#undef HEDDLE_REFINED
