// Memory of the OpenMP workloads.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <sys/mman.h>
#include <vector>

namespace heddle::bench {

// An array on huge pages where the system has them, as Heddle's device memory is, so that no
// platform waits more for address translation than another. It begins with a cache line, which
// stores around the caches need.
template <typename T> class Buffer {
public:
  explicit Buffer(std::size_t count) : Buffer(std::vector<T>(count)) {}
  explicit Buffer(const std::vector<T>& contents)
      : data_(allocate(contents.size())), count_(contents.size()) {
    T* const data = data_.get();
    // The threads that will work on a part touch it first, so that it lies in memory near them.
#pragma omp parallel for
    for (std::size_t i = 0; i < contents.size(); ++i) {
      data[i] = contents[i];
    }
  }

  T* data() const { return data_.get(); }
  std::size_t size() const { return count_; }
  std::vector<T> read() const { return {data(), data() + count_}; }

private:
  struct Free {
    void operator()(T* data) const { std::free(data); }
  };

  static T* allocate(std::size_t count) {
    constexpr std::size_t kHugePage = std::size_t{2} << 20;
    const std::size_t bytes = (count * sizeof(T) + kHugePage - 1) / kHugePage * kHugePage;
    void* const data = std::aligned_alloc(kHugePage, bytes);
    if (!data) {
      throw std::bad_alloc();
    }
    madvise(data, bytes, MADV_HUGEPAGE);
    return static_cast<T*>(data);
  }

  std::unique_ptr<T[], Free> data_;
  std::size_t count_;
};

} // namespace heddle::bench
