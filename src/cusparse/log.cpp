#include "cusparse/log.h"

#include "library/call_log.h"

namespace heddle::cusparse {

namespace {

library::CallLog& callLog() {
  // Never destroyed, since static objects may call cuSPARSE at exit.
  static auto* log = new library::CallLog("cusparse");
  return *log;
}

cusparseStatus_t statusOf(bool isRight) {
  return isRight ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_INVALID_VALUE;
}

} // namespace

void logCall(const char* name, cusparseStatus_t status) {
  callLog().write(name, cusparseGetErrorName(status));
}

} // namespace heddle::cusparse

using namespace heddle::cusparse;

extern "C" {

cusparseStatus_t cusparseLoggerSetCallback(cusparseLoggerCallback_t callback) {
  callLog().setCallback(callback);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseLoggerSetFile(FILE* file) {
  callLog().setFile(file);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseLoggerOpenFile(const char* logFile) {
  return statusOf(callLog().openFile(logFile));
}
cusparseStatus_t cusparseLoggerSetLevel(int level) {
  return statusOf(callLog().setLevel(level));
}
cusparseStatus_t cusparseLoggerSetMask(int mask) {
  callLog().setMask(mask);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseLoggerForceDisable(void) {
  callLog().disable();
  return CUSPARSE_STATUS_SUCCESS;
}
}
