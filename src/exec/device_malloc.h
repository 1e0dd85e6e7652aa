// The heap behind malloc() and free() in device code. It has a fixed size
// (cudaLimitMallocHeapSize). Its bookkeeping lies outside of the heap, so that a kernel that writes
// beyond an allocation damages only data of its own.
#pragma once

#include "exec/wait.h"
#include "memory/reservation.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace heddle::exec {

class DeviceHeap {
public:
  void* allocate(std::size_t bytes);
  // False when `pointer` is not an allocation of this heap.
  bool free(void* pointer);
  // Whether the address lies in the memory of the heap, allocated or not.
  bool contains(const void* pointer) const;

  std::size_t size() const { return size_; }
  // False once the heap has been used, for its size is then fixed.
  bool resize(std::size_t bytes);

private:
  void insertFree(std::size_t offset, std::size_t bytes);
  void eraseFree(std::map<std::size_t, std::size_t>::iterator range);

  SpinLock lock_;
  std::size_t size_ = 8u << 20; // CUDA's default
  bool isUsed_ = false;         // an allocation has been asked for
  memory::Reservation memory_;  // empty until the first allocation
  std::map<std::size_t, std::size_t> freeByOffset_;
  std::set<std::pair<std::size_t, std::size_t>> freeBySize_;
  std::unordered_map<std::size_t, std::size_t> allocations_; // offset to size
};

} // namespace heddle::exec
