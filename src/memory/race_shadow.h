// The shadow of global memory in which kernels note their accesses, for races between their threads
// (simt/check_global_races.h). For each four bytes of an allocation it has a word of eight for the
// last access. All words lie side by side in the order of the memory that they are about, and
// behind them a table to which words refer. The system gives memory for them where they are
// written. Host memory that the program has registered has words of its own, which kernels do not
// know: they leave accesses to it to the engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

namespace heddle::memory {

class RaceShadow {
public:
  // Before the first allocation. False where the system has no addresses for the shadow.
  static bool enable(std::size_t tableBytes);
  // Null unless enable() has succeeded.
  static RaceShadow* active();

  // The addresses that have a shadow, where the word of the first one lies, and the table.
  std::uintptr_t begin() const { return begin_; }
  std::size_t coveredBytes() const { return coveredBytes_; }
  std::uint64_t* first() const { return first_; }
  void* table() const { return first_ + coveredBytes_ / kGranule; }

  // Gives an allocation a shadow without accesses.
  void provide(const void* base, std::size_t bytes);
  void forget(const void* base);
  // The word of an address in an allocation. Null for other memory, as stacks and shared memory, of
  // which kernels note their accesses, too, but nobody else has any.
  std::uint64_t* find(std::uintptr_t address);

private:
  static constexpr std::size_t kGranule = 4;

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

  explicit RaceShadow(std::size_t tableBytes);
  static std::size_t granuleCount(std::uintptr_t address, std::size_t bytes);
  std::uint64_t* wordAt(std::uintptr_t address) const;
  bool covers(std::uintptr_t address, std::size_t bytes) const;

  std::uintptr_t begin_ = 0;
  std::size_t coveredBytes_ = 0;
  std::uint64_t* first_ = nullptr;
  std::mutex mutex_;
  struct Allocation {
    std::size_t bytes;
    WordMemory ownWords; // where kernels do not find the words by the address
  };
  std::map<std::uintptr_t, Allocation> allocations_; // by the first address
};

} // namespace heddle::memory
