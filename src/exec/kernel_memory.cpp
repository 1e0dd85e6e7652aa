#include "exec/kernel_memory.h"

#include "exec/wait.h"
#include "memory/reservation.h"

#include <array>
#include <bit>
#include <mutex>
#include <new>
#include <vector>

namespace heddle::exec {

namespace {

constexpr std::size_t kLeastBytes = 512;
constexpr std::size_t kSizeClasses = std::bit_width(kMostKernelMemory / kLeastBytes);
// How many bytes are mapped at a time, to be cut into pieces.
constexpr std::size_t kMappedBytes = 256u << 10;
constexpr std::size_t kCacheLine = 64;

// The free pieces of one size. Threads that launch take pieces, and workers give them back: each
// side has a list of its own, so that they seldom meet at a lock.
class Pool {
public:
  char* take(std::size_t bytes) {
    std::lock_guard lock(takeLock_);
    if (free_.empty()) {
      std::lock_guard returnedLock(returnLock_);
      free_.swap(returned_);
      if (free_.empty())
        addPieces(bytes);
    }
    char* const piece = free_.back();
    free_.pop_back();
    return piece;
  }
  void give(char* piece) {
    std::lock_guard lock(returnLock_);
    returned_.push_back(piece); // allocates nothing: addPieces() has reserved room for all pieces
  }

private:
  // The caller must hold both locks, since room is made in both lists.
  void addPieces(std::size_t bytes) {
    memory::Reservation mapped(memory::User::Kernels, kMappedBytes, 0, kMostKernelMemory);
    if (!mapped)
      throw std::bad_alloc();
    const std::size_t count = kMappedBytes / bytes;
    char* const data = mapped.data();
    // What allocates comes first: a failure must not leave pieces of memory that is unmapped again.
    free_.reserve((mapped_.size() + 1) * count);
    returned_.reserve((mapped_.size() + 1) * count);
    mapped_.push_back(std::move(mapped));
    for (std::size_t index = count; index-- > 0;)
      free_.push_back(data + index * bytes);
  }

  alignas(kCacheLine) SpinLock takeLock_;
  std::vector<char*> free_;
  std::vector<memory::Reservation> mapped_;
  alignas(kCacheLine) SpinLock returnLock_;
  std::vector<char*> returned_;
};

std::size_t pieceBytes(std::size_t bytes) {
  return std::bit_ceil(bytes < kLeastBytes ? kLeastBytes : bytes);
}

Pool& poolOf(std::size_t pieceBytes) {
  // Never destroyed: kernels may still run when the destructors of static objects do.
  static auto* const pools = new std::array<Pool, kSizeClasses>;
  return (*pools)[std::bit_width(pieceBytes / kLeastBytes) - 1u];
}

} // namespace

KernelMemory allocateKernelMemory(std::size_t bytes) {
  if (bytes > kMostKernelMemory)
    throw std::bad_alloc();
  const std::size_t piece = pieceBytes(bytes);
  return KernelMemory(poolOf(piece).take(piece), KernelMemoryDeleter{piece});
}

void KernelMemoryDeleter::operator()(char* memory) const {
  poolOf(bytes).give(memory);
}

} // namespace heddle::exec
