// The shadow of global memory in which kernels note their accesses, for races between their threads
// (simt/check_global_races.h). For each four bytes of an allocation it has a word of eight for the
// last access and another one for the write before it. All words of accesses lie side by side in
// the order of the memory that they are about, and so do those of writes. The system gives memory
// for them where they are written: few programs read what they have written in the same grid, and
// the others need no words of writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

namespace heddle::memory {

class RaceShadow {
public:
  // What the shadow knows about four bytes of memory: their last access, and where that is a read
  // with kGlobalRaceWritten, the write that it was compared with.
  struct Words {
    std::uint64_t *last, *write;
  };

  // Before the first allocation. False where the system has no addresses for the shadow.
  static bool enable();
  // Null unless enable() has succeeded.
  static RaceShadow* active();

  // The addresses that have a shadow, and where the words of the first one lie.
  std::uintptr_t begin() const { return begin_; }
  std::size_t coveredBytes() const { return coveredBytes_; }
  Words first() const { return first_; }

  // Gives an allocation a shadow without accesses.
  void provide(const void* base, std::size_t bytes);
  void forget(const void* base);
  // The words of an address in an allocation. Nothing for other memory, as stacks and shared
  // memory, of which kernels note their accesses, too, but nobody else has any.
  std::optional<Words> find(std::uintptr_t address);

private:
  RaceShadow();
  Words wordsAt(std::uintptr_t address) const;

  std::uintptr_t begin_ = 0;
  std::size_t coveredBytes_ = 0;
  Words first_{};
  std::mutex mutex_;
  std::map<std::uintptr_t, std::size_t> allocations_; // the size by the first address
};

} // namespace heddle::memory
