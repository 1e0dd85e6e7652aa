#include "nccl/failure.h"

#include "environment/environment.h"

#include "trace/message.h"

#include <array>
#include <cstring>
#include <mutex>

namespace heddle::nccl {

namespace {

struct LastError {
  std::mutex mutex;
  std::array<char, 1024> text{}; // programs keep the pointer
};

LastError& lastError() {
  static auto* error = new LastError; // never destroyed, since threads may outlive statics
  return *error;
}

bool printsWarnings() {
  const char* const level = environmentVariable("NCCL_DEBUG");
  return level && (std::strcmp(level, "WARN") == 0 || std::strcmp(level, "INFO") == 0 ||
                   std::strcmp(level, "ABORT") == 0 || std::strcmp(level, "TRACE") == 0);
}

} // namespace

ncclResult_t report(ncclResult_t result, const std::string& message) {
  LastError& last = lastError();
  {
    const std::lock_guard lock(last.mutex);
    const std::size_t length = message.copy(last.text.data(), last.text.size() - 1);
    last.text[length] = 0;
  }
  if (printsWarnings())
    trace::printMessage("NCCL: " + message);
  return result;
}

} // namespace heddle::nccl

using namespace heddle::nccl;

const char* ncclGetErrorString(ncclResult_t result) {
  switch (result) {
  case ncclSuccess:
    return "no error";
  case ncclUnhandledCudaError:
    return "unhandled cuda error (run with NCCL_DEBUG=INFO for details)";
  case ncclSystemError:
    return "unhandled system error (run with NCCL_DEBUG=INFO for details)";
  case ncclInternalError:
    return "internal error - please report this issue to the NCCL developers";
  case ncclInvalidArgument:
    return "invalid argument (run with NCCL_DEBUG=WARN for details)";
  case ncclInvalidUsage:
    return "invalid usage (run with NCCL_DEBUG=WARN for details)";
  case ncclRemoteError:
    return "remote process exited or there was a network error";
  case ncclInProgress:
    return "NCCL operation in progress";
  default:
    return "unknown result code";
  }
}
HEDDLE_PROFILED(ncclGetErrorString);

const char* ncclGetLastError(ncclComm_t) {
  return lastError().text.data();
}
HEDDLE_PROFILED(ncclGetLastError);

ncclResult_t ncclGetVersion(int* version) {
  if (!version)
    return report(ncclInvalidArgument, "version is null");
  *version = NCCL_VERSION_CODE;
  return ncclSuccess;
}
HEDDLE_PROFILED(ncclGetVersion);

// NCCL_DEBUG is read for each message, because programs set it after the library was loaded.
void ncclResetDebugInit() {}
HEDDLE_PROFILED(ncclResetDebugInit);
