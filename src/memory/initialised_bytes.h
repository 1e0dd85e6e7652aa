// Which bytes of device memory have been written since they were allocated, for the tool initcheck.
// For each byte of an allocation there is another one, at a fixed distance, which is 0xff if the
// byte has been written and 0 if not: its shadow. Compiled code that stores a value stores ones of
// the same size into the shadow, and code that loads one loads its shadow, too
// (simt/check_initialised_reads.h). Copies and fills by the host do the same here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <set>
#include <vector>

namespace heddle::memory {

class InitialisedBytes {
public:
  // From memory that kernels have to its shadow. Behind the range of kernels (kernel_addresses.h)
  // there are addresses that Linux gives to nobody, as long as kernels have less than 20 TiB.
  static constexpr std::uintptr_t kDistance = 0x2000'0000'0000;

  // Before the first allocation.
  static void enable();
  // Null unless enable() was called.
  static InitialisedBytes* active();

  // Gives an allocation its shadow. False where the system has no memory for that: all its bytes
  // then count as written.
  bool provide(const void* base, std::size_t bytes, bool isInitialised);
  // Bytes without a shadow are left out.
  void mark(const void* base, std::size_t bytes);
  // A copy. Each piece of 32 bytes of the source of which a byte has not been written is reported;
  // the destination counts as written all the same, so that one mistake is not reported twice.
  void copy(const void* to, const void* from, std::size_t bytes);
  // Is called with the source of a copy, its size, and the piece of it that has not been written.
  using ReportCopy = void (*)(const void* from, std::size_t bytes, const void* piece);
  void setReport(ReportCopy report) { report_ = report; }
  bool areInitialised(const void* base, std::size_t bytes);
  // The parts of memory that have not been written. None where there is no shadow.
  struct Range {
    std::size_t offset, bytes;
  };
  std::vector<Range> unwritten(const void* base, std::size_t bytes);

private:
  bool hasShadow(const void* base, std::size_t bytes); // needs the mutex
  bool mapChunk(std::uintptr_t chunk);                 // needs the mutex

  ReportCopy report_ = nullptr;
  std::mutex mutex_;
  std::set<std::uintptr_t> chunks_; // the parts of memory that have a shadow, by number
};

// For what the host writes without copyBytes() and fillBytes() of copy_bytes.h.
inline void markInitialised(const void* base, std::size_t bytes) {
  if (InitialisedBytes* const initialised = InitialisedBytes::active()) [[unlikely]]
    initialised->mark(base, bytes);
}

} // namespace heddle::memory
