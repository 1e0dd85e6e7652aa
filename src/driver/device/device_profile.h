// The GPU whose figures the devices report. By default they are this machine's processor in the
// terms of compute capability 9.0; HEDDLE_PROFILE names a GPU instead, whose figures are in
// lib/heddle/profiles.
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
  std::string name;                             // empty for the name of the processor
  std::map<CUdevice_attribute, int> attributes; // in place of those of the processor
  std::size_t memoryBytes = 0;                  // 0 for the memory of the machine
  unsigned devices = 1;
};

// The profile of the process, which is read once. If HEDDLE_PROFILE is wrong, a message on standard
// error says why, and there is no profile.
const std::optional<Profile>& profile();

// Reads a profile from the tables in a folder. If there is none of that name, `error` says so.
std::optional<Profile> readProfile(const std::string& folder, const std::string& name,
                                   std::string& error);

// The figures of the devices that launches and occupancy are checked against.
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
