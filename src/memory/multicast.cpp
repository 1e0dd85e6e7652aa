#include "memory/multicast.h"

#include <mutex>

namespace heddle::memory {

MulticastAddresses& MulticastAddresses::instance() {
  static auto* const addresses = new MulticastAddresses;
  return *addresses;
}

void MulticastAddresses::map(std::uintptr_t address, std::size_t bytes,
                             std::shared_ptr<MulticastBindings> bindings) {
  const std::lock_guard lock(mutex_);
  mappings_.emplace(address, Mapping{bytes, std::move(bindings)});
}

void MulticastAddresses::unmap(std::uintptr_t address) {
  const std::lock_guard lock(mutex_);
  mappings_.erase(address);
}

std::optional<std::uintptr_t> MulticastAddresses::copyOf(std::uintptr_t address,
                                                         unsigned number) const {
  const std::shared_lock lock(mutex_);
  unsigned found = 0;
  const auto next = mappings_.upper_bound(address);
  if (next != mappings_.begin()) {
    const auto& [base, mapping] = *std::prev(next);
    const std::size_t offset = address - base;
    if (offset < mapping.bytes)
      for (const MulticastBinding& binding : *mapping.bindings)
        if (offset >= binding.offset && offset - binding.offset < binding.bytes &&
            found++ == number)
          return binding.address + (offset - binding.offset);
  }
  if (found == 0 && number == 0)
    return address;
  return std::nullopt;
}

} // namespace heddle::memory
