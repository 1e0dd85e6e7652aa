#include "jit/memory_functions.h"

#include "memory/protection_keys.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace heddle::jit {

namespace {

#ifdef __x86_64__
void* copy(void* to, const void* from, std::size_t bytes) {
  void* const result = to;
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
  return result;
}

void* move(void* to, const void* from, std::size_t bytes) {
  // Where the destination begins inside the source, the copy has to go backwards.
  if (reinterpret_cast<std::uintptr_t>(to) - reinterpret_cast<std::uintptr_t>(from) >= bytes)
    return copy(to, from, bytes);
  auto* last = static_cast<char*>(to) + bytes - 1;
  const auto* lastFrom = static_cast<const char*>(from) + bytes - 1;
  asm volatile("std; rep movsb; cld" : "+D"(last), "+S"(lastFrom), "+c"(bytes) : : "memory", "cc");
  return to;
}

void* fill(void* to, int value, std::size_t bytes) {
  void* const result = to;
  asm volatile("rep stosb" : "+D"(to), "+c"(bytes) : "a"(value) : "memory");
  return result;
}
#else
constexpr auto copy = static_cast<void* (*)(void*, const void*, std::size_t)>(&std::memcpy);
constexpr auto move = static_cast<void* (*)(void*, const void*, std::size_t)>(&std::memmove);
constexpr auto fill = static_cast<void* (*)(void*, int, std::size_t)>(&std::memset);
#endif

} // namespace

MemoryFunctions memoryFunctions() {
  using Copy = void* (*)(void*, const void*, std::size_t);
  using Fill = void* (*)(void*, int, std::size_t);
  const bool hasWall = memory::wallIsUp();
  return {reinterpret_cast<void*>(hasWall ? Copy(copy) : Copy(std::memcpy)),
          reinterpret_cast<void*>(hasWall ? Copy(move) : Copy(std::memmove)),
          reinterpret_cast<void*>(hasWall ? Fill(fill) : Fill(std::memset))};
}

} // namespace heddle::jit
