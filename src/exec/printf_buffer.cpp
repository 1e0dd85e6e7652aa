#include "exec/printf_buffer.h"

#include <cstdio>

namespace heddle::exec {

namespace {

// A GPU's entry holds a header and the arguments, ours the text. With this header an entry counts
// about as much as it would on a GPU.
constexpr std::size_t kEntryHeaderBytes = 16;

std::size_t entryBytes(const std::string& text) {
  return text.size() + kEntryHeaderBytes;
}

} // namespace

bool PrintfBuffer::setCapacity(std::size_t bytes) {
  std::lock_guard lock(mutex_);
  if (!isUsed_)
    capacity_.store(bytes, std::memory_order_relaxed);
  return !isUsed_;
}

void PrintfBuffer::push(std::string text) {
  std::lock_guard lock(mutex_);
  used_ += entryBytes(text);
  isUsed_ = true;
  entries_.push_back(std::move(text));
  while (used_ > capacity() && !entries_.empty()) {
    used_ -= entryBytes(entries_.front());
    entries_.pop_front();
  }
  hasEntries_.store(true, std::memory_order_release);
}

void PrintfBuffer::write() {
  std::lock_guard outputLock(outputMutex_);
  std::deque<std::string> entries;
  {
    std::lock_guard lock(mutex_);
    entries.swap(entries_);
    used_ = 0;
    hasEntries_.store(false, std::memory_order_relaxed);
  }
  for (const std::string& entry : entries)
    std::fwrite(entry.data(), 1, entry.size(), stdout);
}

} // namespace heddle::exec
