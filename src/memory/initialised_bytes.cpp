#include "memory/initialised_bytes.h"

#include "memory/kernel_addresses.h"
#include "memory/protection_keys.h"
#include "memory/reservation.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>

namespace heddle::memory {

namespace {

// Shadows are mapped in parts of this size, so that small allocations share a mapping.
constexpr unsigned kChunkBits = 21;
constexpr std::size_t kChunk = std::size_t{1} << kChunkBits;

InitialisedBytes* instance = nullptr;

std::uintptr_t toNumber(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}

char* shadowOf(const void* address) {
  return reinterpret_cast<char*>(toNumber(address) + InitialisedBytes::kDistance);
}

// Makes a shadow zero. Whole pages go back to the system, which gives zeroed ones when they are
// touched.
void clear(char* begin, char* end) {
  const auto firstPage = roundUp(toNumber(begin), pageSize());
  const auto lastPage = toNumber(end) / pageSize() * pageSize();
  if (firstPage >= lastPage ||
      madvise(reinterpret_cast<void*>(firstPage), lastPage - firstPage, MADV_DONTNEED) != 0) {
    std::memset(begin, 0, static_cast<std::size_t>(end - begin));
    return;
  }
  std::memset(begin, 0, firstPage - toNumber(begin));
  std::memset(reinterpret_cast<void*>(lastPage), 0, toNumber(end) - lastPage);
}

// The pieces in which copies are reported.
constexpr std::size_t kPiece = 32;

std::vector<const void*> unwrittenPieces(const void* from, std::size_t bytes) {
  std::vector<const void*> pieces;
  const char* const shadow = shadowOf(from);
  for (std::size_t begin = 0; begin < bytes; begin += kPiece)
    if (std::any_of(shadow + begin, shadow + std::min(begin + kPiece, bytes),
                    [](char byte) { return byte == 0; }))
      pieces.push_back(static_cast<const char*>(from) + begin);
  return pieces;
}

} // namespace

void InitialisedBytes::enable() {
  // Never destroyed, since kernels may run until the end of the process.
  if (!instance)
    instance = new InitialisedBytes;
}

InitialisedBytes* InitialisedBytes::active() {
  return instance;
}

bool InitialisedBytes::mapChunk(std::uintptr_t chunk) {
  if (chunks_.contains(chunk))
    return true;
  void* const wanted = reinterpret_cast<void*>((chunk << kChunkBits) + kDistance);
  void* const mapped =
      mmap(wanted, kChunk, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (mapped == MAP_FAILED)
    return false;
  if (mapped != wanted) {
    munmap(mapped, kChunk);
    return false;
  }
  assignKernelKey(mapped, kChunk, PROT_READ | PROT_WRITE);
  chunks_.insert(chunk);
  return true;
}

bool InitialisedBytes::hasShadow(const void* base, std::size_t bytes) {
  const std::uintptr_t last = (toNumber(base) + std::max<std::size_t>(bytes, 1) - 1) >> kChunkBits;
  for (std::uintptr_t chunk = toNumber(base) >> kChunkBits; chunk <= last; ++chunk)
    if (!chunks_.contains(chunk))
      return false;
  return true;
}

bool InitialisedBytes::provide(const void* base, std::size_t bytes, bool isInitialised) {
  if (!kernelRange().contains(base))
    return false;
  const std::lock_guard lock(mutex_);
  const std::uintptr_t last = (toNumber(base) + bytes - 1) >> kChunkBits;
  for (std::uintptr_t chunk = toNumber(base) >> kChunkBits; chunk <= last; ++chunk)
    if (!mapChunk(chunk))
      return false;
  allowAllKeys();
  if (isInitialised)
    std::memset(shadowOf(base), 0xff, bytes);
  else
    clear(shadowOf(base), shadowOf(base) + bytes);
  return true;
}

void InitialisedBytes::mark(const void* base, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  allowAllKeys();
  if (hasShadow(base, bytes))
    std::memset(shadowOf(base), 0xff, bytes);
}

void InitialisedBytes::copy(const void* to, const void* from, std::size_t bytes) {
  std::vector<const void*> unwritten;
  {
    const std::lock_guard lock(mutex_);
    allowAllKeys();
    if (hasShadow(from, bytes))
      unwritten = unwrittenPieces(from, bytes);
    if (hasShadow(to, bytes))
      std::memset(shadowOf(to), 0xff, bytes);
  }
  if (report_)
    for (const void* const piece : unwritten)
      report_(from, bytes, piece);
}

std::vector<InitialisedBytes::Range> InitialisedBytes::unwritten(const void* base,
                                                                 std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  std::vector<Range> ranges;
  if (!hasShadow(base, bytes))
    return ranges;
  allowAllKeys();
  const char* const shadow = shadowOf(base);
  for (std::size_t i = 0; i < bytes; ++i) {
    if (shadow[i])
      continue;
    if (!ranges.empty() && ranges.back().offset + ranges.back().bytes == i)
      ++ranges.back().bytes;
    else
      ranges.push_back({i, 1});
  }
  return ranges;
}

bool InitialisedBytes::areInitialised(const void* base, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  if (!hasShadow(base, bytes))
    return true;
  const char* const shadow = shadowOf(base);
  return std::all_of(shadow, shadow + bytes, [](char byte) { return byte != 0; });
}

} // namespace heddle::memory
