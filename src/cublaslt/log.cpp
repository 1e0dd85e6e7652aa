#include "cublaslt/log.h"

#include "library/call_log.h"

namespace heddle::cublaslt {

namespace {

library::CallLog& callLog() {
  // Never destroyed, since static objects may call cublasLt at exit.
  static auto* log = new library::CallLog("cublasLt");
  return *log;
}

cublasStatus_t statusOf(bool isRight) {
  return isRight ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

} // namespace

void logCall(const char* name, cublasStatus_t status) {
  callLog().write(name, cublasLtGetStatusName(status));
}

} // namespace heddle::cublaslt

using namespace heddle::cublaslt;

cublasStatus_t cublasLtLoggerSetCallback(cublasLtLoggerCallback_t callback) {
  callLog().setCallback(callback);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtLoggerSetFile(FILE* file) {
  callLog().setFile(file);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtLoggerOpenFile(const char* name) {
  return statusOf(callLog().openFile(name));
}
cublasStatus_t cublasLtLoggerSetLevel(int level) {
  return statusOf(callLog().setLevel(level));
}
cublasStatus_t cublasLtLoggerSetMask(int mask) {
  callLog().setMask(mask);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtLoggerForceDisable() {
  callLog().disable();
  return CUBLAS_STATUS_SUCCESS;
}
