// The dimensions of a launch: what stands between <<< and >>>, and the size of a cluster.
#pragma once

#include <array>
#include <cstdint>

namespace heddle::exec {

struct LaunchDimensions {
  std::array<std::uint32_t, 3> gridDim{1, 1, 1};  // in blocks
  std::array<std::uint32_t, 3> blockDim{1, 1, 1}; // in threads
  std::uint32_t dynamicSharedBytes = 0;
  std::array<std::uint32_t, 3> clusterDim{1, 1, 1}; // in blocks; divides gridDim

  std::uint64_t blocks() const { return std::uint64_t(gridDim[0]) * gridDim[1] * gridDim[2]; }
  std::uint32_t threadsPerBlock() const { return blockDim[0] * blockDim[1] * blockDim[2]; }
  std::uint32_t blocksPerCluster() const { return clusterDim[0] * clusterDim[1] * clusterDim[2]; }
};

} // namespace heddle::exec
