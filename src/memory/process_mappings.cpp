#include "memory/process_mappings.h"

#include <cinttypes>
#include <cstdio>
#include <new>
#include <sys/mman.h>

namespace heddle::memory {

bool detail::forEachMapping(std::uintptr_t begin, std::uintptr_t end,
                            void (*visit)(const ProcessMapping&, void*), void* argument) {
  std::FILE* maps = std::fopen("/proc/self/maps", "re");
  if (!maps)
    return false;
  char line[512];
  while (std::fgets(line, sizeof line, maps)) {
    std::uintptr_t low = 0, high = 0;
    char permissions[5] = {};
    if (std::sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s", &low, &high, permissions) != 3 ||
        high <= begin || low >= end)
      continue;
    visit({low, high,
           (permissions[0] == 'r' ? PROT_READ : 0) | (permissions[1] == 'w' ? PROT_WRITE : 0) |
               (permissions[2] == 'x' ? PROT_EXEC : 0),
           permissions[3] == 's'},
          argument);
  }
  std::fclose(maps);
  return true;
}

bool isMappedWith(const void* address, std::size_t bytes, int protection) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  std::uintptr_t end;
  if (__builtin_add_overflow(begin, bytes, &end))
    return false;
  std::uintptr_t next = begin; // the first byte that no mapping has covered so far
  const bool isKnown = forEachMapping(begin, end, [&](const ProcessMapping& mapping) {
    if (mapping.low <= next && mapping.high > next &&
        (mapping.protection & protection) == protection)
      next = mapping.high;
  });
  if (!isKnown)
    throw std::bad_alloc();
  return next >= end;
}

bool mayBeShared(const void* address) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  bool isShared = false;
  const bool isKnown = forEachMapping(
      begin, begin + 1, [&](const ProcessMapping& mapping) { isShared |= mapping.isShared; });
  return isShared || !isKnown;
}

} // namespace heddle::memory
