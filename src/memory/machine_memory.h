// How much memory the machine has, and how much of it this process may still take.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace heddle::memory {

struct MachineMemory {
  std::size_t total = 0;     // physical memory, or the control group's limit when that is lower
  std::size_t available = 0; // what can be taken now without pushing others out
};

MachineMemory machineMemory();

// "512M", "2GiB", "1000000": bytes with an optional binary suffix.
std::optional<std::size_t> parseByteSize(std::string_view text);

} // namespace heddle::memory
