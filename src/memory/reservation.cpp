#include "memory/reservation.h"

#include "memory/kernel_access.h"
#include "memory/protection_keys.h"

#include <algorithm>
#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

namespace heddle::memory {

namespace {
constexpr std::size_t kHugePage = 2u << 20;

// Maps memory of a file over a reservation's. False when the system refuses.
bool mapOver(char* data, std::size_t bytes, User user, const InterprocessMemory& memory) {
  if (mmap(data, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, memory.descriptor(), 0) ==
      MAP_FAILED)
    return false;
  if (user == User::Kernels)
    assignKernelKey(data, bytes, PROT_READ | PROT_WRITE);
  return true;
}
} // namespace

std::size_t pageSize() {
  static const std::size_t size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

Reservation::Reservation(User user, std::size_t bytes, std::size_t guardBytes,
                         std::size_t alignment)
    : Reservation(user, bytes, guardBytes, alignment, PROT_READ | PROT_WRITE) {}

Reservation::Reservation(User user, std::size_t bytes, std::size_t guardBytes,
                         std::size_t alignment, int protection) {
  if (bytes > SIZE_MAX / 4 || alignment > SIZE_MAX / 4)
    return;
  const std::size_t align = std::max(alignment, pageSize());
  size_ = roundUp(bytes, pageSize());
  if (user == User::Kernels)
    mapping_ = mapInKernelRange(size_, guardBytes, align, protection);
  isInKernelRange_ = mapping_ != nullptr;
  if (isInKernelRange_) {
    data_ = static_cast<char*>(mapping_);
    mappingSize_ = size_;
  } else if (!mapAnywhere(roundUp(guardBytes, pageSize()), align, protection)) {
    *this = Reservation();
    return;
  }
  if (align >= kHugePage)
    madvise(data_, size_, MADV_HUGEPAGE);
  if (user != User::Kernels)
    return;
  assignKernelKey(data_, size_, protection);
  if (!isInKernelRange_)
    noteKernelMemory(data_, size_);
}

bool Reservation::mapAnywhere(std::size_t guardBytes, std::size_t alignment, int protection) {
  const std::size_t total = size_ + 2 * guardBytes + (alignment - pageSize());
  void* mapping =
      mmap(nullptr, total, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED)
    return false;
  mapping_ = mapping;
  mappingSize_ = total;
  data_ = reinterpret_cast<char*>(
      roundUp(reinterpret_cast<std::uintptr_t>(mapping) + guardBytes, alignment));
  return protection == PROT_NONE || mprotect(data_, size_, protection) == 0;
}

Reservation::Reservation(User user, const InterprocessMemory& memory)
    : Reservation(user, memory.size(), pageSize()) {
  if (data_ && !mapOver(data_, size_, user, memory))
    *this = Reservation();
}

Reservation Reservation::addressesOnly(User user, std::size_t bytes, std::size_t alignment) {
  return Reservation(user, bytes, 0, alignment, PROT_NONE);
}

bool Reservation::commit(std::size_t bytes) {
  return bytes <= size_ && mprotect(data_, bytes, PROT_READ | PROT_WRITE) == 0;
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
  // Only memory of devices is ever shared, and that is memory of kernels.
  if (!mapOver(data_, size_, User::Kernels, memory))
    return nullptr;
  shared_ = std::move(memory);
  return &shared_;
}

Reservation::~Reservation() {
  if (isInKernelRange_)
    unmapInKernelRange(mapping_, mappingSize_);
  else if (mapping_) {
    forgetKernelMemory(data_);
    munmap(mapping_, mappingSize_);
  }
}

} // namespace heddle::memory
