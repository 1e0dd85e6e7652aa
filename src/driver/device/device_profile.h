// What the devices answer as. By default they are this machine's processor in the terms of compute
// capability 9.0; HEDDLE_PROFILE names a GPU instead, whose figures are in lib/heddle/profiles.
#pragma once

#include "driver/api/api.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace heddle::driver {

struct Profile {
  std::string name;                             // empty: the processor's
  std::map<CUdevice_attribute, int> attributes; // over those of the processor
  std::size_t memoryBytes = 0;                  // 0: the machine's
  unsigned devices = 1;
};

// Of the process, read once. What is wrong with HEDDLE_PROFILE is said on standard error, and there
// is no profile then.
const std::optional<Profile>& profile();

// One from the tables in a folder; without it when nothing has that name.
std::optional<Profile> readProfile(const std::string& folder, const std::string& name,
                                   std::string& error);

// What launches are checked against.
struct Limits {
  unsigned computeCapability;
  std::array<std::uint32_t, 3> block, grid;
  std::uint32_t threadsPerBlock;
  std::uint32_t sharedPerBlock, sharedPerBlockOptIn, sharedPerMultiprocessor, sharedReserved;
  std::uint32_t threadsPerMultiprocessor, blocksPerMultiprocessor, registersPerMultiprocessor;
  bool cooperativeLaunch, clusterLaunch, managedMemory;
};
const Limits& limits();

} // namespace heddle::driver
