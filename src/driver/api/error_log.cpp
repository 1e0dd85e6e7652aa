// cuLogs*: calls that failed, as lines of text. The last ones are kept; who has registered is told
// of each as it comes, on the thread of the call. CUDA_LOG_FILE names a file that gets them all, or
// stdout or stderr.
#include "driver/api/error_log.h"

#include "driver/api/api.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
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

constexpr std::size_t kMostBytes = 25600;
constexpr const char* kTruncated =
    "The provided buffer is not large enough to hold all messages. Some are missing\n";

// The time, the thread, and that it is an error.
std::string header() {
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
    const char* name = std::getenv("CUDA_LOG_FILE");
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
  // Used until the process is gone.
  static Log& instance() {
    static auto* const made = new Log;
    return *made;
  }

  void add(const std::string& message) {
    std::vector<CUlogsCallbackEntry_st> listeners;
    {
      std::lock_guard lock(mutex_);
      lines_.push_back(header() + message + "\n");
      bytes_ += lines_.back().size();
      for (; bytes_ > kMostBytes && lines_.size() > 1; ++first_) {
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
      std::string copy = message;
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

  // The newest lines from `iterator` on, all when it is null, as many as fit. False when there are
  // some and none fits, and for an iterator beyond the end.
  bool read(CUlogIterator* iterator, std::size_t mostBytes, std::string& text) {
    std::lock_guard lock(mutex_);
    const CUlogIterator last = first_ + static_cast<unsigned>(lines_.size());
    CUlogIterator from = iterator ? *iterator : first_;
    bool lost = iterator && from < first_; // what it names is no longer there
    if (lost)
      from = first_;
    if (from > last)
      return false;
    std::size_t bytes = 0;
    CUlogIterator begin = last;
    while (begin != from && bytes + lines_[begin - 1 - first_].size() <= mostBytes)
      bytes += lines_[--begin - first_].size();
    if (begin == last && from != last)
      return false;
    lost |= begin != from;
    // The note on what is missing takes the place of as many lines as it needs, but for the last.
    while (lost && begin + 1 != last && bytes + std::strlen(kTruncated) > mostBytes)
      bytes -= lines_[begin++ - first_].size();
    text = lost && bytes + std::strlen(kTruncated) <= mostBytes ? kTruncated : "";
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
  CUlogIterator first_ = 0; // the number of the oldest that is kept
  std::vector<CUlogsCallbackHandle> listeners_;
};

} // namespace

void logMessage(const std::string& message) {
  static thread_local bool telling = false;
  if (std::exchange(telling, true)) // a listener's own calls
    return;
  Log::instance().add(message);
  telling = false;
}

void logFailure(const char* entry, int result) {
  if (result == CUDA_ERROR_NOT_READY || result == CUDA_ERROR_NOT_INITIALIZED)
    return;
  const char* name = nullptr;
  cuGetErrorName(static_cast<CUresult>(result), &name);
  logMessage("Returning " + std::to_string(result) + " (" + (name ? name : "unknown") + ") from " +
             entry);
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
  Log::instance().read(iterator, kMostBytes + std::strlen(kTruncated), text);
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
