#include "memory/copy_bytes.h"

#include "memory/initialised_bytes.h"
#include "memory/protection_keys.h"
#include "memory/quick_thread_local.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

namespace heddle::memory {

namespace {

// Set while this thread moves bytes. The functions that do so have nothing to clean up and call
// nothing that has, because an exception in the middle of an instruction passes only through
// functions without clean-up code.
HEDDLE_QUICK_THREAD_LOCAL bool isMovingBytes = false;

void beginMoving() {
  isMovingBytes = true;
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

void endMoving() {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  isMovingBytes = false;
}

template <typename Element> void fillElements(void* to, std::size_t bytes, std::uint32_t value) {
  std::fill_n(static_cast<Element*>(to), bytes / sizeof(Element), static_cast<Element>(value));
}

#if defined(__x86_64__)
// The range of sizes, in bytes, for which copyLines() is used: from where glibc begins to use
// `rep movsb` to where its start-up time no longer matters.
constexpr std::size_t kLeastBytes = 2u << 10, kMostBytes = 16u << 10;

using Line [[gnu::vector_size(64), gnu::aligned(1), gnu::may_alias]] = char;

bool hasAvx512() {
  static const bool has = __builtin_cpu_supports("avx512f");
  return has;
}

// Copies between memories that do not overlap. All stores but the first and the last are of whole,
// aligned cache lines.
[[gnu::target("avx512f"), gnu::noinline]] void copyLines(char* to, const char* from,
                                                         std::size_t bytes) {
  const Line first = *reinterpret_cast<const Line*>(from);
  const Line last = *reinterpret_cast<const Line*>(from + bytes - sizeof(Line));
  std::size_t at = sizeof(Line) - reinterpret_cast<std::uintptr_t>(to) % sizeof(Line);
  const auto line = [&](std::size_t index) {
    return reinterpret_cast<const Line*>(from + at) + index;
  };
  const auto store = [&](std::size_t index, const Line& value) {
    *(reinterpret_cast<Line*>(to + at) + index) = value;
  };
  *reinterpret_cast<Line*>(to) = first;
  for (; at + 4 * sizeof(Line) <= bytes; at += 4 * sizeof(Line)) {
    const Line a = *line(0), b = *line(1), c = *line(2), d = *line(3);
    store(0, a);
    store(1, b);
    store(2, c);
    store(3, d);
  }
  for (; at + sizeof(Line) <= bytes; at += sizeof(Line))
    store(0, *line(0));
  *reinterpret_cast<Line*>(to + bytes - sizeof(Line)) = last;
}
#endif

void move(void* destination, const void* source, std::size_t bytes) {
#if defined(__x86_64__)
  const auto to = reinterpret_cast<std::uintptr_t>(destination);
  const auto from = reinterpret_cast<std::uintptr_t>(source);
  if (bytes > kLeastBytes && bytes <= kMostBytes && to - from >= bytes && from - to >= bytes &&
      hasAvx512())
    return copyLines(static_cast<char*>(destination), static_cast<const char*>(source), bytes);
#endif
  std::memmove(destination, source, bytes);
}

} // namespace

void copyBytes(void* destination, const void* source, std::size_t bytes) {
  beginMoving();
  move(destination, source, bytes);
  endMoving();
  if (InitialisedBytes* const initialised = InitialisedBytes::active()) [[unlikely]]
    initialised->copy(destination, source, bytes);
}

void fillBytes(void* destination, std::size_t bytes, std::uint32_t value, unsigned elementBytes) {
  beginMoving();
  if (elementBytes == 1)
    std::memset(destination, static_cast<int>(value & 0xff), bytes);
  else if (elementBytes == 2)
    fillElements<std::uint16_t>(destination, bytes, value);
  else
    fillElements<std::uint32_t>(destination, bytes, value);
  endMoving();
  markInitialised(destination, bytes);
}

void touchBytes(const void* address, std::size_t bytes, bool isWritten) {
  if (bytes == 0)
    return;
  // A byte is written by exchanging it with itself, which keeps what another thread stores into it
  // meanwhile. LLVM would make a mere fence, without any access, of adding zero.
  constexpr std::size_t kSmallestPage = 4096;
  auto* const first = static_cast<char*>(const_cast<void*>(address));
  const auto touch = [&](std::size_t at) {
    char value = *static_cast<const volatile char*>(first + at);
    if (isWritten)
      __atomic_compare_exchange_n(first + at, &value, value, false, __ATOMIC_RELAXED,
                                  __ATOMIC_RELAXED);
  };
  beginMoving();
  for (std::size_t at = 0; at < bytes; at += kSmallestPage)
    touch(at);
  touch(bytes - 1);
  endMoving();
}

void throwIfMovingBytes() {
  if (!std::exchange(isMovingBytes, false))
    return;
  // The kernel disables all protection keys when it delivers a signal, and the handler does not
  // return.
  {
    const DeviceAccessScope restored(~std::uint64_t{0});
  }
  throw MemoryFault();
}

} // namespace heddle::memory
