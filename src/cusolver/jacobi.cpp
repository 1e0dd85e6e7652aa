// The entry points about the parameters of Jacobi methods.
#include "cusolver/jacobi.h"

using namespace heddle::cusolver;

namespace {

template <class Info> cusolverStatus_t create(Info** info) {
  if (!info)
    return CUSOLVER_STATUS_INVALID_VALUE;
  return guarded([=] {
    *info = heddle::library::Handles<Info>::get().add({});
    return CUSOLVER_STATUS_SUCCESS;
  });
}
template <class Info> cusolverStatus_t destroy(Info* info) {
  return heddle::library::Handles<Info>::get().remove(info) ? CUSOLVER_STATUS_SUCCESS
                                                            : CUSOLVER_STATUS_INVALID_VALUE;
}
template <class Info, class T>
cusolverStatus_t set(Info* info, T JacobiParameters::* member, T value) {
  return guarded([=] {
    if (!exist<Info>(info))
      return CUSOLVER_STATUS_INVALID_VALUE;
    info->*member = value;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
// Calls answer(result) on the stream, behind the work that writes the result. If no solution has
// been computed yet, the result is 0.
template <class Info, class Answer>
cusolverStatus_t ask(Call handle, Info* info, const void* place, Answer answer) {
  return call(handle, place && exist<Info>(info), [=] {
    if (info->result && !info->result->hasResidual)
      return CUSOLVER_STATUS_NOT_SUPPORTED;
    const cusolverStatus_t status = wait(handle, CUSOLVER_STATUS_SUCCESS);
    if (status == CUSOLVER_STATUS_SUCCESS)
      answer(info->result ? *info->result : JacobiResult{});
    return status;
  });
}
constexpr int kSweeps = 1;

} // namespace

#define HEDDLE_JACOBI(Kind, kind, sort)                                                            \
  cusolverStatus_t cusolverDnCreate##Kind##Info(kind##Info_t* info) {                              \
    return create(info);                                                                           \
  }                                                                                                \
  cusolverStatus_t cusolverDnDestroy##Kind##Info(kind##Info_t info) {                              \
    return destroy(info);                                                                          \
  }                                                                                                \
  cusolverStatus_t cusolverDnX##kind##SetTolerance(kind##Info_t info, double tolerance) {          \
    return set(info, &JacobiParameters::tolerance, tolerance);                                     \
  }                                                                                                \
  cusolverStatus_t cusolverDnX##kind##SetMaxSweeps(kind##Info_t info, int maxSweeps) {             \
    return set(info, &JacobiParameters::maxSweeps, maxSweeps);                                     \
  }                                                                                                \
  cusolverStatus_t cusolverDnX##kind##SetSortEig(kind##Info_t info, int sort) {                    \
    return set(info, &JacobiParameters::isSorted, sort != 0);                                      \
  }                                                                                                \
  cusolverStatus_t cusolverDnX##kind##GetResidual(cusolverDnHandle_t handle, kind##Info_t info,    \
                                                  double* residual) {                              \
    return ask(handle, info, residual,                                                             \
               [=](const JacobiResult& result) { *residual = result.residual; });                  \
  }                                                                                                \
  cusolverStatus_t cusolverDnX##kind##GetSweeps(cusolverDnHandle_t handle, kind##Info_t info,      \
                                                int* sweeps) {                                     \
    return ask(handle, info, sweeps, [=](const JacobiResult&) { *sweeps = kSweeps; });             \
  }
HEDDLE_JACOBI(Syevj, syevj, sortEig)
HEDDLE_JACOBI(Gesvdj, gesvdj, sortSvd)
#undef HEDDLE_JACOBI
