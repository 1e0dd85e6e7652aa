// The addresses of multicast objects. Memory of several devices is bound to such an object; an
// instruction of the multimem family that names an address of it means the same place in each of
// these memories. Nothing lies at the address itself, so that any other access to it faults.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <vector>

namespace heddle::memory {

// Memory of one device that is bound to a part of a multicast object.
struct MulticastBinding {
  unsigned device = 0;
  std::size_t offset = 0; // in the object
  std::size_t bytes = 0;
  std::uintptr_t address = 0; // of the memory
};

using MulticastBindings = std::vector<MulticastBinding>;

class MulticastAddresses {
public:
  static MulticastAddresses& instance();

  // Makes the addresses known to kernels. Whoever changes the bindings later does so in change(),
  // because kernels may be reading them.
  void map(std::uintptr_t address, std::size_t bytes, std::shared_ptr<MulticastBindings> bindings);
  void unmap(std::uintptr_t address);
  // Calls `change` while no kernel reads any bindings.
  template <typename Change> auto change(Change change) {
    const std::lock_guard lock(mutex_);
    return change();
  }

  // The addresses that an address stands for are numbered from 0. An address of no multicast object
  // stands for itself, and so does one to which nothing is bound: the access faults there.
  std::optional<std::uintptr_t> copyOf(std::uintptr_t address, unsigned number) const;

private:
  struct Mapping {
    std::size_t bytes;
    std::shared_ptr<const MulticastBindings> bindings;
  };
  mutable std::shared_mutex mutex_;
  std::map<std::uintptr_t, Mapping> mappings_;
};

} // namespace heddle::memory
