// The shadow of global memory in which kernels note their accesses, for races between their threads
// (simt/check_global_races.h). For each four bytes of an allocation it has a word of eight for the
// last access and another one for the write before it. All words of accesses lie side by side in
// the order of the memory that they are about, and so do those of writes. The system gives memory
// for them where they are written: few programs read what they have written in the same grid, and
// the others need no words of writes. Host memory that the program has registered has words of its
// own, which kernels do not know: they leave accesses to it to the engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

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
  // Zeroed memory for words, which the system provides where they are written.
  class WordMemory {
  public:
    WordMemory() = default;
    explicit WordMemory(std::size_t words);
    ~WordMemory();
    WordMemory(WordMemory&& other) noexcept { swap(other); }
    WordMemory& operator=(WordMemory&& other) noexcept {
      swap(other);
      return *this;
    }
    std::uint64_t* data() const { return data_; }

  private:
    void swap(WordMemory& other) noexcept {
      std::swap(data_, other.data_);
      std::swap(bytes_, other.bytes_);
    }

    std::uint64_t* data_ = nullptr; // null where the system has no addresses
    std::size_t bytes_ = 0;
  };

  RaceShadow();
  Words wordsAt(std::uintptr_t address) const;
  bool covers(std::uintptr_t address, std::size_t bytes) const;

  std::uintptr_t begin_ = 0;
  std::size_t coveredBytes_ = 0;
  Words first_{};
  std::mutex mutex_;
  struct Allocation {
    std::size_t bytes;
    WordMemory ownWords; // where kernels do not find the words by the address
  };
  std::map<std::uintptr_t, Allocation> allocations_; // by the first address
};

} // namespace heddle::memory
