// The heap behind malloc and free in device code: a fixed amount of memory, its bookkeeping kept
// outside so that a kernel that writes past a block harms only its own data.
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
  // False when it is none of the heap's.
  bool free(void* pointer);

  std::size_t size() const { return size_; }
  // False when the heap is in use already: its size is then fixed.
  bool resize(std::size_t bytes);

private:
  void insertFree(std::size_t offset, std::size_t bytes);
  void eraseFree(std::map<std::size_t, std::size_t>::iterator range);

  SpinLock lock_;
  std::size_t size_ = 8u << 20;
  memory::Reservation memory_;
  std::map<std::size_t, std::size_t> freeByOffset_;
  std::set<std::pair<std::size_t, std::size_t>> freeBySize_;
  std::unordered_map<std::size_t, std::size_t> taken_;
};

} // namespace heddle::exec
