#include "memory/reservation.h"

#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

namespace heddle::memory {

namespace {
constexpr std::size_t kHugePage = 2u << 20;
} // namespace

std::size_t pageSize() {
  static const std::size_t size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

Reservation::Reservation(std::size_t bytes, std::size_t guardBytes, std::size_t alignment) {
  const std::size_t page = pageSize();
  if (bytes > SIZE_MAX / 4)
    return;
  const std::size_t usable = roundUp(bytes, page);
  const std::size_t guard = roundUp(guardBytes, page);
  const std::size_t align = alignment > page ? alignment : page;
  const std::size_t total = usable + 2 * guard + (align - page);
  void* mapping =
      mmap(nullptr, total, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED)
    return;
  auto start = roundUp(reinterpret_cast<std::uintptr_t>(mapping) + guard, align);
  char* data = reinterpret_cast<char*>(start);
  if (mprotect(data, usable, PROT_READ | PROT_WRITE) != 0) {
    munmap(mapping, total);
    return;
  }
  if (align >= kHugePage)
    madvise(data, usable, MADV_HUGEPAGE);
  mapping_ = mapping;
  mappingSize_ = total;
  data_ = data;
  size_ = usable;
}

Reservation::~Reservation() {
  if (mapping_)
    munmap(mapping_, mappingSize_);
}

} // namespace heddle::memory
