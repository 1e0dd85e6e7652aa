#include "cublaslt/log.h"

#include <atomic>
#include <mutex>
#include <string>

namespace heddle::cublaslt {

namespace {

// The level at which calls of the API are written, and its bit in the mask.
constexpr int kApiLevel = 5, kApiMask = 16;

struct Log {
  std::mutex mutex;
  // One load tells that there is nothing to write.
  std::atomic<bool> isOn{false};
  bool isDisabled = false;
  int level = 0, mask = 0;
  cublasLtLoggerCallback_t callback = nullptr;
  std::FILE* file = nullptr;
  bool isOwnFile = false;

  static Log& get() {
    static auto* log = new Log; // never destroyed, since static objects may call cublasLt at exit
    return *log;
  }
  void update() { isOn = !isDisabled && (level >= kApiLevel || (mask & kApiMask) != 0); }
  void setFile(std::FILE* to, bool isOwn) {
    if (isOwnFile)
      std::fclose(file);
    file = to;
    isOwnFile = isOwn;
  }
};

template <class Change> cublasStatus_t change(Change apply) {
  Log& log = Log::get();
  const std::lock_guard lock(log.mutex);
  apply(log);
  log.update();
  return CUBLAS_STATUS_SUCCESS;
}

} // namespace

void logCall(const char* name, cublasStatus_t status) {
  Log& log = Log::get();
  if (!log.isOn.load(std::memory_order_relaxed))
    return;
  const std::lock_guard lock(log.mutex);
  const char* const text = cublasLtGetStatusName(status);
  if (log.callback)
    log.callback(kApiLevel, name, text);
  else
    std::fprintf(log.file ? log.file : stdout, "[cublasLt][Api][%s] %s\n", name, text);
}

} // namespace heddle::cublaslt

using namespace heddle::cublaslt;

cublasStatus_t cublasLtLoggerSetCallback(cublasLtLoggerCallback_t callback) {
  return change([&](Log& log) { log.callback = callback; });
}
cublasStatus_t cublasLtLoggerSetFile(FILE* file) {
  return change([&](Log& log) { log.setFile(file, false); });
}
cublasStatus_t cublasLtLoggerOpenFile(const char* name) {
  std::FILE* const file = name ? std::fopen(name, "w") : nullptr;
  if (!file)
    return CUBLAS_STATUS_INVALID_VALUE;
  return change([&](Log& log) { log.setFile(file, true); });
}
cublasStatus_t cublasLtLoggerSetLevel(int level) {
  if (level < 0 || level > kApiLevel)
    return CUBLAS_STATUS_INVALID_VALUE;
  return change([&](Log& log) { log.level = level; });
}
cublasStatus_t cublasLtLoggerSetMask(int mask) {
  return change([&](Log& log) { log.mask = mask; });
}
cublasStatus_t cublasLtLoggerForceDisable() {
  return change([](Log& log) { log.isDisabled = true; });
}
