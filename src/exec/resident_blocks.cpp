#include "exec/resident_blocks.h"

#include "exec/thread_fibers.h"

#include <algorithm>
#include <bit>

namespace heddle::exec {

namespace {

// The largest number of resident blocks of a grid: more than any GPU holds at once, so that a
// program which relies on its blocks being resident gets them, and few enough for their memory.
constexpr std::uint64_t kMostResidentBlocks = 8192;
constexpr std::size_t kFrameAlignment = 1024;
// The bytes of a guard region. They are many, because an index of shared memory may be far out of
// bounds.
constexpr std::size_t kGuardBytes = 16u << 20;

// In a cluster, the shared memory of another block is reached by adding a multiple of a power of
// two (simt/lower_clusters.cpp).
std::size_t strideOf(std::size_t sharedBytes, std::uint32_t blocksPerCluster) {
  return blocksPerCluster > 1 ? std::bit_ceil(std::max(sharedBytes, kSharedAlignment))
                              : memory::roundUp(sharedBytes, kSharedAlignment);
}

// The memory of the blocks' contexts and of what a cluster shares.
std::size_t stateBytes(std::uint32_t blocks) {
  return memory::roundUp(blocks * sizeof(BlockContext) + sizeof(ClusterState), kFrameAlignment);
}

} // namespace

ResidentMemory::ResidentMemory(std::uint32_t blocks, std::size_t frameBytes,
                               std::size_t sharedStride, std::uint32_t threadsPerBlock)
    : reservation(memory::User::Kernels,
                  memory::roundUp(stateBytes(blocks) + blocks * (frameBytes + sharedStride),
                                  memory::pageSize()),
                  kGuardBytes),
      contexts(reinterpret_cast<BlockContext*>(reservation.data())),
      cluster(reinterpret_cast<ClusterState*>(contexts + blocks)),
      frames(reservation.data() + stateBytes(blocks)),
      arrivals(blocks > 1 ? blocks * threadsPerBlock : 0) {
  cluster->arrivals = arrivals.data();
}

ResidentBlocks::ResidentBlocks(const LaunchDimensions& dimensions, std::size_t sharedBytes,
                               std::size_t frameBytes)
    : blocksPerCluster_(dimensions.blocksPerCluster()),
      threadsPerBlock_(dimensions.threadsPerBlock()),
      clusterCount_(dimensions.blocks() / blocksPerCluster_),
      sharedStride_(strideOf(sharedBytes, blocksPerCluster_)),
      frameBytes_(memory::roundUp(frameBytes, kFrameAlignment)), unfinished_(dimensions.blocks()) {}

ResidentBlocks::~ResidentBlocks() {
  // Blocks are still waiting here if a fault elsewhere has ended the grid.
  for (const std::unique_ptr<ResidentBlock>& block : waiting_)
    ThreadFibers::discard(block->frame);
}

std::vector<std::unique_ptr<ResidentBlock>> ResidentBlocks::allocateCluster() const {
  auto memory = std::make_shared<ResidentMemory>(blocksPerCluster_, frameBytes_, sharedStride_,
                                                 threadsPerBlock_);
  char* const end = memory->reservation.data() + memory->reservation.size();
  std::vector<std::unique_ptr<ResidentBlock>> blocks;
  for (std::uint32_t rank = 0; rank < blocksPerCluster_; ++rank) {
    auto block = std::make_unique<ResidentBlock>();
    block->memory = memory;
    block->context = memory->contexts + rank;
    block->frame = memory->frames + rank * frameBytes_;
    // Shared memory lies at the end, so that an access beyond it hits the guard page.
    block->shared = end - (blocksPerCluster_ - rank) * sharedStride_;
    blocks.push_back(std::move(block));
  }
  return blocks;
}

bool ResidentBlocks::takeNext(std::uint64_t& cluster) {
  cluster = nextCluster_.load(std::memory_order_relaxed);
  while (cluster < clusterCount_)
    if (nextCluster_.compare_exchange_weak(cluster, cluster + 1, std::memory_order_relaxed))
      return true;
  return false;
}

std::vector<std::unique_ptr<ResidentBlock>> ResidentBlocks::startCluster(std::uint64_t& cluster) {
  std::lock_guard lock(mutex_);
  if (residentCount() >= kMostResidentBlocks || !takeNext(cluster))
    return {};
  if (reusable_.empty())
    return allocateCluster();
  std::vector<std::unique_ptr<ResidentBlock>> blocks;
  blocks.push_back(std::move(reusable_.back()));
  reusable_.pop_back();
  return blocks;
}

bool ResidentBlocks::startInPlace(std::uint64_t& block) {
  if (!takeNext(block))
    return false;
  unfinished_.fetch_sub(1, std::memory_order_release);
  return true;
}

std::unique_ptr<ResidentBlock> ResidentBlocks::takeWaiting() {
  std::lock_guard lock(mutex_);
  if (waiting_.empty())
    return nullptr;
  std::unique_ptr<ResidentBlock> block = std::move(waiting_.front());
  waiting_.pop_front();
  return block;
}

void ResidentBlocks::addWaiting(std::unique_ptr<ResidentBlock> block) {
  std::lock_guard lock(mutex_);
  waiting_.push_back(std::move(block));
}

std::uint64_t ResidentBlocks::residentCount() const {
  // Whoever reads the number of started blocks last sees each finished block as started.
  const std::uint64_t finished = clusterCount_ * blocksPerCluster_ - unfinished_;
  return nextCluster_ * blocksPerCluster_ - finished;
}

std::vector<const BlockContext*> ResidentBlocks::waitingContexts() {
  std::lock_guard lock(mutex_);
  std::vector<const BlockContext*> contexts;
  for (const std::unique_ptr<ResidentBlock>& block : waiting_)
    contexts.push_back(block->context);
  return contexts;
}

std::uint64_t ResidentBlocks::waitingCount() {
  std::lock_guard lock(mutex_);
  return waiting_.size();
}

void ResidentBlocks::finish(std::unique_ptr<ResidentBlock> block) {
  std::lock_guard lock(mutex_);
  // The memory of a cluster is freed when its last block lets go of it: other blocks may still read
  // the shared memory of this one.
  if (blocksPerCluster_ == 1)
    reusable_.push_back(std::move(block));
  unfinished_.fetch_sub(1, std::memory_order_release);
}

} // namespace heddle::exec
