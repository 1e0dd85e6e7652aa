// How much memory the machine has, and how much of it this process can still use.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>

namespace heddle::memory {

struct MachineMemory {
  std::size_t total = 0;     // physical memory, or the lowest limit of a control group
  std::size_t available = 0; // what can be allocated now without swapping
};

// `root` is the folder with /proc and /sys, which tests choose.
MachineMemory machineMemory(const std::filesystem::path& root = "/");

// The size of the largest cache; 0 when the OS does not tell.
std::size_t lastLevelCacheBytes();

// Parses a number of bytes with an optional binary suffix: "512M", "2GiB", "1000000".
std::optional<std::size_t> parseByteSize(std::string_view text);

} // namespace heddle::memory
