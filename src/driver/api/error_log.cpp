// cuLogs*: a log of calls that failed, as lines of text. The newest lines are kept in memory.
// Registered callbacks are called for each line, on the thread of the failing call. CUDA_LOG_FILE
// names a file to which all lines are written, or stdout or stderr.
#include "driver/api/error_log.h"

#include "driver/api/api.h"
#include "driver/api/driver_internals.h"
#include "environment/environment.h"
#include "trace/findings.h"

#include <chrono>
#include <cstdio>
#include <cstring>
#include <deque>
#include <mutex>
#include <new>
#include <pthread.h>
#include <string>
#include <utility>
#include <vector>

struct CUlogsCallbackEntry_st {
  CUlogsCallback function;
  void* data;
};

namespace heddle::driver {

namespace {

// How many bytes of lines are kept in memory. Beyond this the oldest lines are dropped.
constexpr std::size_t kMaxBytes = 25600;
constexpr const char* kTruncated =
    "The provided buffer is not large enough to hold all messages. Some are missing\n";

// What each line begins with: the time, the thread, and that it is an error.
std::string linePrefix() {
  using namespace std::chrono;
  const auto now = system_clock::now();
  const std::time_t seconds = system_clock::to_time_t(now);
  std::tm local;
  localtime_r(&seconds, &local);
  char text[16];
  std::strftime(text, sizeof text, "%H:%M:%S", &local);
  const auto milliseconds =
      duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count();
  char head[80];
  std::snprintf(head, sizeof head, "[%s.%03d][%lu][CUDA][E] ", text,
                static_cast<int>(milliseconds % 1000), static_cast<unsigned long>(pthread_self()));
  return head;
}

std::FILE* logFile() {
  static std::FILE* const file = []() -> std::FILE* {
    const char* name = environmentVariable("CUDA_LOG_FILE");
    if (!name || !*name)
      return nullptr;
    if (std::strcmp(name, "stdout") == 0)
      return stdout;
    return std::strcmp(name, "stderr") == 0 ? stderr : std::fopen(name, "a");
  }();
  return file;
}

class Log {
public:
  // Never destroyed: calls may fail, and be logged, while the process exits.
  static Log& instance() {
    static auto* const log = new Log;
    return *log;
  }

  void add(std::string_view message) {
    std::vector<CUlogsCallbackEntry_st> listeners;
    {
      std::lock_guard lock(mutex_);
      lines_.push_back(linePrefix().append(message) + "\n");
      bytes_ += lines_.back().size();
      for (; bytes_ > kMaxBytes && lines_.size() > 1; ++first_) {
        bytes_ -= lines_.front().size();
        lines_.pop_front();
      }
      if (std::FILE* file = logFile()) {
        std::fputs(lines_.back().c_str(), file);
        std::fflush(file);
      }
      for (const CUlogsCallbackEntry_st* each : listeners_)
        listeners.push_back(*each);
    }
    for (const CUlogsCallbackEntry_st& listener : listeners) {
      std::string copy(message);
      listener.function(listener.data, CU_LOG_LEVEL_ERROR, copy.data(), copy.size());
    }
  }

  CUlogsCallbackHandle listen(CUlogsCallback function, void* data) {
    std::lock_guard lock(mutex_);
    listeners_.push_back(new CUlogsCallbackEntry_st{function, data});
    return listeners_.back();
  }

  bool forget(CUlogsCallbackHandle handle) {
    std::lock_guard lock(mutex_);
    if (std::erase(listeners_, handle) == 0)
      return false;
    delete handle;
    return true;
  }

  CUlogIterator end() {
    std::lock_guard lock(mutex_);
    return first_ + static_cast<unsigned>(lines_.size());
  }

  // Reads the newest lines that fit into `maxBytes`, from `iterator` on or, if it is null, from the
  // oldest line on. Returns false if there are lines and none of them fits, and for an iterator
  // beyond the end.
  bool read(CUlogIterator* iterator, std::size_t maxBytes, std::string& text) {
    std::lock_guard lock(mutex_);
    const CUlogIterator last = first_ + static_cast<unsigned>(lines_.size());
    CUlogIterator from = iterator ? *iterator : first_;
    bool lost = iterator && from < first_; // the line that it names has been dropped
    if (lost)
      from = first_;
    if (from > last)
      return false;
    std::size_t bytes = 0;
    CUlogIterator begin = last;
    while (begin != from && bytes + lines_[begin - 1 - first_].size() <= maxBytes)
      bytes += lines_[--begin - first_].size();
    if (begin == last && from != last)
      return false;
    lost |= begin != from;
    // The note that lines are missing takes the place of as many lines as it needs, but never of
    // the last.
    while (lost && begin + 1 != last && bytes + std::strlen(kTruncated) > maxBytes)
      bytes -= lines_[begin++ - first_].size();
    text = lost && bytes + std::strlen(kTruncated) <= maxBytes ? kTruncated : "";
    for (; begin != last; ++begin)
      text += lines_[begin - first_];
    if (iterator)
      *iterator = last;
    return true;
  }

private:
  std::mutex mutex_;
  std::deque<std::string> lines_;
  std::size_t bytes_ = 0;
  CUlogIterator first_ = 0; // the number of the oldest line that is kept
  std::vector<CUlogsCallbackHandle> listeners_;
};

} // namespace

void logMessage(std::string_view message) {
  // A callback may call the API itself. Its failures are not logged, or it would be called for them
  // again.
  static thread_local bool inCallback = false;
  if (std::exchange(inCallback, true))
    return;
  try {
    Log::instance().add(message);
  } catch (const std::bad_alloc&) { // NOLINT(bugprone-empty-catch)
    // The program learns of the failure from its code. Only the line is lost.
  }
  inCallback = false;
}

void logFailure(const char* symbol, int result) {
  if (result == CUDA_ERROR_NOT_READY || result == CUDA_ERROR_NOT_INITIALIZED)
    return;
  const char *name = nullptr, *description = nullptr;
  cuGetErrorName(static_cast<CUresult>(result), &name);
  cuGetErrorString(static_cast<CUresult>(result), &description);
  trace::reportApiError(symbol, result, name ? name : "unknown",
                        description ? description : "unknown", callDepth());
  char message[256];
  std::snprintf(message, sizeof message, "Returning %d (%s) from %s", result,
                name ? name : "unknown", symbol);
  logMessage(message);
}

} // namespace heddle::driver

using namespace heddle::driver;

CUresult cuLogsRegisterCallback(CUlogsCallback function, void* data, CUlogsCallbackHandle* out) {
  if (!function)
    return CUDA_ERROR_INVALID_VALUE;
  const CUlogsCallbackHandle handle = Log::instance().listen(function, data);
  if (out)
    *out = handle;
  return CUDA_SUCCESS;
}

CUresult cuLogsUnregisterCallback(CUlogsCallbackHandle handle) {
  return Log::instance().forget(handle) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuLogsCurrent(CUlogIterator* out, unsigned int) {
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  *out = Log::instance().end();
  return CUDA_SUCCESS;
}

CUresult cuLogsDumpToFile(CUlogIterator* iterator, const char* path, unsigned int) {
  if (!path)
    return CUDA_ERROR_INVALID_VALUE;
  std::FILE* file = std::fopen(path, "w");
  if (!file)
    return CUDA_ERROR_INVALID_VALUE;
  std::string text;
  Log::instance().read(iterator, kMaxBytes + std::strlen(kTruncated), text);
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return std::fclose(file) == 0 && written ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuLogsDumpToMemory(CUlogIterator* iterator, char* buffer, size_t* size, unsigned int) {
  if (!buffer || !size)
    return CUDA_ERROR_INVALID_VALUE;
  std::string text;
  const bool fits = *size > 0 && Log::instance().read(iterator, *size - 1, text);
  if (*size > 0)
    std::memcpy(buffer, text.c_str(), text.size() + 1);
  *size = text.size();
  return fits ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
