// Memory of the OpenMP workloads.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <sys/mman.h>
#include <vector>

namespace heddle::bench {

constexpr std::size_t kSmallPage = 4096;

// The offset within a page at which the next array begins.
inline std::size_t nextPlaceInPage() {
  constexpr std::size_t kStep = 2560;
  static std::size_t arrays = 0;
  return arrays++ * kStep % kSmallPage;
}

// An array on huge pages where the system has them, as Heddle's device memory is, so that no
// platform waits more for address translation than another. It begins with a cache line, which
// stores around the caches need, but at another place of a page than the array before it: x86
// processors take a load for one of data just stored if the last twelve bits of the addresses are
// equal, and then wait.
template <typename T> class Buffer {
public:
  explicit Buffer(std::size_t count) : Buffer(std::vector<T>(count)) {}
  explicit Buffer(const std::vector<T>& contents)
      : memory_(allocate(contents.size())), count_(contents.size()) {
    data_ = reinterpret_cast<T*>(memory_.get() + nextPlaceInPage());
    T* const data = data_;
    // The threads that will work on a part touch it first, so that it lies in memory near them.
#pragma omp parallel for
    for (std::size_t i = 0; i < contents.size(); ++i) {
      data[i] = contents[i];
    }
  }

  T* data() const { return data_; }
  std::size_t size() const { return count_; }
  std::vector<T> read() const { return {data(), data() + count_}; }

private:
  struct Free {
    void operator()(char* memory) const { std::free(memory); }
  };

  static char* allocate(std::size_t count) {
    constexpr std::size_t kHugePage = std::size_t{2} << 20;
    const std::size_t bytes =
        (count * sizeof(T) + kSmallPage + kHugePage - 1) / kHugePage * kHugePage;
    void* const memory = std::aligned_alloc(kHugePage, bytes);
    if (!memory) {
      throw std::bad_alloc();
    }
    madvise(memory, bytes, MADV_HUGEPAGE);
    return static_cast<char*>(memory);
  }

  std::unique_ptr<char[], Free> memory_;
  T* data_ = nullptr;
  std::size_t count_;
};

} // namespace heddle::bench
