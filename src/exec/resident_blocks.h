// The resident blocks of a kernel whose blocks wait for each other: cooperative grids, clusters,
// and grids with barriers or look-back of their own. Each resident block has memory of its own, so
// that a worker can put a block that waits aside and run another one in between. Blocks start in
// ascending order, and new ones start only when those that have started cannot go on.
#pragma once

#include "exec/launch_dimensions.h"
#include "ir/kernel_abi.h"
#include "memory/reservation.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

namespace heddle::exec {

// The memory of one block, or of all blocks of a cluster.
struct ResidentMemory {
  ResidentMemory(std::uint32_t blocks, std::size_t frameBytes, std::size_t sharedStride,
                 std::uint32_t threadsPerBlock);

  memory::Reservation reservation;
  // These lie in the reservation, before the frames: compiled code reads them.
  BlockContext* contexts;
  ClusterState* cluster;
  char* frames;
  std::vector<std::uint32_t> arrivals; // ClusterState::arrivals
};

struct ResidentBlock {
  std::shared_ptr<ResidentMemory> memory;
  char* frame;
  char* shared;
  BlockContext* context;
};

class ResidentBlocks {
public:
  ResidentBlocks(const LaunchDimensions& dimensions, std::size_t sharedBytes,
                 std::size_t frameBytes);
  ~ResidentBlocks();

  // Memory for the blocks of the next cluster, whose number goes to `cluster`. A grid without
  // clusters has clusters of one block. Empty when all have started or no more may be resident.
  std::vector<std::unique_ptr<ResidentBlock>> startCluster(std::uint64_t& cluster);
  // Counts a block as finished and starts the next one in its memory, for grids without clusters.
  // False when all have started; then nothing is counted. This takes no lock: a fault may end the
  // grid in the middle of it.
  bool startInPlace(std::uint64_t& block);
  // The block that has waited longest; null when none waits.
  std::unique_ptr<ResidentBlock> takeWaiting();
  void addWaiting(std::unique_ptr<ResidentBlock> block);
  std::uint64_t waitingCount();
  // Returns the contexts of the blocks that wait. They are valid as long as nobody takes a block.
  std::vector<const BlockContext*> waitingContexts();
  // Blocks that have started and have not finished.
  std::uint64_t residentCount() const;
  bool allStarted() const { return nextCluster_ == clusterCount_; }
  void finish(std::unique_ptr<ResidentBlock> block);

  bool allFinished() const { return unfinished_.load(std::memory_order_acquire) == 0; }
  std::uint32_t blocksPerCluster() const { return blocksPerCluster_; }
  // The distance between the shared memories of two blocks of a cluster.
  std::size_t sharedStride() const { return sharedStride_; }

private:
  std::vector<std::unique_ptr<ResidentBlock>> allocateCluster() const;
  // The number of a cluster that has not started; false when all have.
  bool takeNext(std::uint64_t& cluster);

  const std::uint32_t blocksPerCluster_, threadsPerBlock_;
  const std::uint64_t clusterCount_;
  const std::size_t sharedStride_, frameBytes_;
  std::atomic<std::uint64_t> unfinished_; // blocks
  std::atomic<std::uint64_t> nextCluster_{0};
  std::mutex mutex_; // guards the members below
  std::deque<std::unique_ptr<ResidentBlock>> waiting_;
  std::vector<std::unique_ptr<ResidentBlock>> reusable_;
};

} // namespace heddle::exec
