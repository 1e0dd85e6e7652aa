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
  if (bytes > SIZE_MAX / 4 || alignment > SIZE_MAX / 4)
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

Reservation::Reservation(const InterprocessMemory& memory)
    : Reservation(memory.size(), pageSize()) {
  if (data_ && mmap(data_, size_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                    memory.descriptor(), 0) == MAP_FAILED)
    *this = Reservation();
}

Reservation Reservation::addressesOnly(std::size_t bytes, std::size_t alignment) {
  Reservation reservation(bytes, 0, alignment);
  if (reservation && mprotect(reservation.data_, reservation.size_, PROT_NONE) != 0)
    return {};
  return reservation;
}

const InterprocessMemory* Reservation::share() {
  if (shared_)
    return &shared_;
  InterprocessMemory memory(size_);
  if (!memory)
    return nullptr;
  for (std::size_t done = 0; done < size_;) {
    const ssize_t written =
        pwrite(memory.descriptor(), data_ + done, size_ - done, static_cast<off_t>(done));
    if (written <= 0)
      return nullptr;
    done += static_cast<std::size_t>(written);
  }
  if (mmap(data_, size_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, memory.descriptor(), 0) ==
      MAP_FAILED)
    return nullptr;
  shared_ = std::move(memory);
  return &shared_;
}

Reservation::~Reservation() {
  if (mapping_)
    munmap(mapping_, mappingSize_);
}

} // namespace heddle::memory
