#include "cublas/log.h"

#include "cublas/status.h"

#include <atomic>
#include <cstdio>
#include <mutex>
#include <string>

namespace heddle::cublas {

namespace {

struct Log {
  std::mutex mutex;
  // One load tells that there is nothing to write.
  std::atomic<bool> isOn{false};
  bool toOutput = false;
  bool toError = false;
  std::FILE* file = nullptr;
  bool isConfigured = false;
  cublasLogCallback callback = nullptr;

  static Log& get() {
    static auto* log = new Log; // never destroyed, since static objects may call cuBLAS at exit
    return *log;
  }
  void update() { isOn = callback || isConfigured; }
  void write(const std::string& line) {
    const std::lock_guard lock(mutex);
    if (isConfigured) {
      for (std::FILE* to : {toOutput ? stdout : nullptr, toError ? stderr : nullptr, file})
        if (to) {
          std::fprintf(to, "%s\n", line.c_str());
          std::fflush(to);
        }
    }
    if (callback)
      callback(line.c_str());
  }
};

} // namespace

void logCall(const char* name, cublasStatus_t status) {
  Log& log = Log::get();
  if (log.isOn.load(std::memory_order_relaxed))
    log.write(std::string("[cublas][api] ") + name + ": " + statusName(status));
}

} // namespace heddle::cublas

using heddle::cublas::Log;

cublasStatus_t cublasLoggerConfigure(int isOn, int toOutput, int toError, const char* fileName) {
  Log& log = Log::get();
  const std::lock_guard lock(log.mutex);
  std::FILE* file = nullptr;
  if (isOn && fileName && !(file = std::fopen(fileName, "w")))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (log.file)
    std::fclose(log.file);
  log.file = file;
  log.isConfigured = isOn != 0;
  log.toOutput = toOutput != 0;
  log.toError = toError != 0;
  log.update();
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetLoggerCallback(cublasLogCallback callback) {
  Log& log = Log::get();
  const std::lock_guard lock(log.mutex);
  log.callback = callback;
  log.update();
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetLoggerCallback(cublasLogCallback* callback) {
  if (!callback)
    return CUBLAS_STATUS_INVALID_VALUE;
  Log& log = Log::get();
  const std::lock_guard lock(log.mutex);
  *callback = log.callback;
  return CUBLAS_STATUS_SUCCESS;
}
