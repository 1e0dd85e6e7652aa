#include "cusolver/log.h"

#include "cusolverDn.h"
#include "library/call_log.h"

namespace heddle::cusolver {

namespace {

library::CallLog& callLog() {
  // Never destroyed, since static objects may call cuSOLVER at exit.
  static auto* log = new library::CallLog("cuSolverDn");
  return *log;
}

cusolverStatus_t statusOf(bool isRight) {
  return isRight ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INVALID_VALUE;
}

// cuSOLVER has no function that names a status, so the log has the names itself.
const char* statusName(cusolverStatus_t status) {
#define HEDDLE_STATUS(name)                                                                        \
  case CUSOLVER_STATUS_##name:                                                                     \
    return "CUSOLVER_STATUS_" #name;
  switch (status) {
    HEDDLE_STATUS(SUCCESS)
    HEDDLE_STATUS(NOT_INITIALIZED)
    HEDDLE_STATUS(ALLOC_FAILED)
    HEDDLE_STATUS(INVALID_VALUE)
    HEDDLE_STATUS(ARCH_MISMATCH)
    HEDDLE_STATUS(MAPPING_ERROR)
    HEDDLE_STATUS(EXECUTION_FAILED)
    HEDDLE_STATUS(INTERNAL_ERROR)
    HEDDLE_STATUS(MATRIX_TYPE_NOT_SUPPORTED)
    HEDDLE_STATUS(NOT_SUPPORTED)
    HEDDLE_STATUS(ZERO_PIVOT)
    HEDDLE_STATUS(INVALID_LICENSE)
    HEDDLE_STATUS(IRS_PARAMS_NOT_INITIALIZED)
    HEDDLE_STATUS(IRS_PARAMS_INVALID)
    HEDDLE_STATUS(IRS_PARAMS_INVALID_PREC)
    HEDDLE_STATUS(IRS_PARAMS_INVALID_REFINE)
    HEDDLE_STATUS(IRS_PARAMS_INVALID_MAXITER)
    HEDDLE_STATUS(IRS_INTERNAL_ERROR)
    HEDDLE_STATUS(IRS_NOT_SUPPORTED)
    HEDDLE_STATUS(IRS_OUT_OF_RANGE)
    HEDDLE_STATUS(IRS_NRHS_NOT_SUPPORTED_FOR_REFINE_GMRES)
    HEDDLE_STATUS(IRS_INFOS_NOT_INITIALIZED)
    HEDDLE_STATUS(IRS_INFOS_NOT_DESTROYED)
    HEDDLE_STATUS(IRS_MATRIX_SINGULAR)
    HEDDLE_STATUS(INVALID_WORKSPACE)
  }
#undef HEDDLE_STATUS
  return "";
}

} // namespace

void logCall(const char* name, cusolverStatus_t status) {
  callLog().write(name, statusName(status));
}

} // namespace heddle::cusolver

using namespace heddle::cusolver;

cusolverStatus_t cusolverDnLoggerSetCallback(cusolverDnLoggerCallback_t callback) {
  callLog().setCallback(callback);
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnLoggerSetFile(FILE* file) {
  callLog().setFile(file);
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnLoggerOpenFile(const char* logFile) {
  return statusOf(callLog().openFile(logFile));
}
cusolverStatus_t cusolverDnLoggerSetLevel(int level) {
  return statusOf(callLog().setLevel(level));
}
cusolverStatus_t cusolverDnLoggerSetMask(int mask) {
  callLog().setMask(mask);
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnLoggerForceDisable(void) {
  callLog().disable();
  return CUSOLVER_STATUS_SUCCESS;
}
