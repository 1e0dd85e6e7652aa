// The log of a library's calls that its functions LoggerSetLevel, LoggerSetCallback and the like
// configure. cublasLt, cuSPARSE and cuSOLVER have the same functions.
#pragma once

#include <atomic>
#include <cstdio>
#include <mutex>

namespace heddle::library {

class CallLog {
public:
  using Callback = void (*)(int level, const char* function, const char* message);

  // The name of the library in the lines.
  explicit CallLog(const char* library) : library_(library) {}

  // Writes a line about a call, if anybody wants it.
  void write(const char* function, const char* message) {
    if (!isOn_.load(std::memory_order_relaxed))
      return;
    const std::lock_guard lock(mutex_);
    if (callback_)
      callback_(kApiLevel, function, message);
    else
      std::fprintf(file_ ? file_ : stdout, "[%s][Api][%s] %s\n", library_, function, message);
  }

  void setCallback(Callback callback) {
    change([&] { callback_ = callback; });
  }
  void setFile(std::FILE* file) {
    change([&] { replaceFile(file, false); });
  }
  // False when the file cannot be opened.
  bool openFile(const char* name) {
    std::FILE* const file = name ? std::fopen(name, "w") : nullptr;
    if (file)
      change([&] { replaceFile(file, true); });
    return file;
  }
  // False for a level that there is not.
  bool setLevel(int level) {
    if (level < 0 || level > kApiLevel)
      return false;
    change([&] { level_ = level; });
    return true;
  }
  void setMask(int mask) {
    change([&] { mask_ = mask; });
  }
  // For the rest of the process.
  void disable() {
    change([&] { isDisabled_ = true; });
  }

private:
  // The level at which calls of the API are written, and its bit in the mask.
  static constexpr int kApiLevel = 5, kApiMask = 16;

  template <class Change> void change(Change apply) {
    const std::lock_guard lock(mutex_);
    apply();
    isOn_ = !isDisabled_ && (level_ >= kApiLevel || (mask_ & kApiMask) != 0);
  }
  void replaceFile(std::FILE* file, bool isOwn) {
    if (isOwnFile_)
      std::fclose(file_);
    file_ = file;
    isOwnFile_ = isOwn;
  }

  const char* library_;
  std::mutex mutex_;
  // One load tells that there is nothing to write.
  std::atomic<bool> isOn_{false};
  bool isDisabled_ = false;
  int level_ = 0, mask_ = 0;
  Callback callback_ = nullptr;
  std::FILE* file_ = nullptr;
  bool isOwnFile_ = false;
};

} // namespace heddle::library
