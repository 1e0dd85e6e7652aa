// The implicit groups (block, cluster, grid), the group whose kind is known at run time only, and
// the threads of a warp that happen to be together.
#ifndef HEDDLE_COOPERATIVE_GROUPS_DETAILS_GROUPS_H
#define HEDDLE_COOPERATIVE_GROUPS_DETAILS_GROUPS_H

#include "cooperative_groups/details/helpers.h"

namespace cooperative_groups {
namespace __v1 {

class Partitioning;

class thread_group {
public:
  __HEDDLE_CG__ unsigned long long size() const;
  __HEDDLE_CG__ unsigned long long num_threads() const { return size(); }
  __HEDDLE_CG__ unsigned long long thread_rank() const;
  __HEDDLE_CG__ void sync() const;
  __HEDDLE_CG__ bool is_valid() const { return true; }

protected:
  enum Kind { WithinWarp, WholeBlock, WholeCluster, WholeGrid };
  // Of a group within a warp: its lanes, and which of how many parts of its parent it is.
  __HEDDLE_CG__ explicit thread_group(unsigned int mask, unsigned int metaRank = 0,
                                      unsigned int metaSize = 1)
      : kind_(WithinWarp), mask_(mask), metaRank_(metaRank), metaSize_(metaSize) {}
  __HEDDLE_CG__ explicit thread_group(Kind kind)
      : kind_(kind), mask_(0), metaRank_(0), metaSize_(1) {}

  Kind kind_;
  unsigned int mask_;
  unsigned int metaRank_;
  unsigned int metaSize_;

  friend __device__ thread_group tiled_partition(const thread_group& parent, unsigned int size);
};

// Scratch memory for tiles of more than a warp. Here they bring their own.
template <unsigned int MaxBlockSize = 1024> struct __align__(16) block_tile_memory {
  char memory[(MaxBlockSize + 31) / 32 * 16];
};

class thread_block : public thread_group {
public:
  struct arrival_token {};

  __HEDDLE_CG__ thread_block() : thread_group(WholeBlock) {}
  static __HEDDLE_CG__ void sync() { __syncthreads(); }
  // Only the wait waits, and only for those who arrived: together they are the barrier.
  static __HEDDLE_CG__ arrival_token barrier_arrive() { return arrival_token(); }
  static __HEDDLE_CG__ void barrier_wait(arrival_token&&) { __syncthreads(); }
  static __HEDDLE_CG__ unsigned int size() { return details::threadsInBlock(); }
  static __HEDDLE_CG__ unsigned int num_threads() { return details::threadsInBlock(); }
  static __HEDDLE_CG__ unsigned int thread_rank() { return details::threadInBlock(); }
  static __HEDDLE_CG__ dim3 group_index() { return blockIdx; }
  static __HEDDLE_CG__ dim3 thread_index() { return threadIdx; }
  static __HEDDLE_CG__ dim3 group_dim() { return blockDim; }
  static __HEDDLE_CG__ dim3 dim_threads() { return blockDim; }
};

__HEDDLE_DEVICE__ thread_block this_thread_block() {
  return thread_block();
}
template <unsigned int MaxBlockSize>
__HEDDLE_DEVICE__ thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) {
  return thread_block();
}

class grid_group : public thread_group {
public:
  struct arrival_token {
    unsigned int generation;
  };

  __HEDDLE_CG__ grid_group() : thread_group(WholeGrid) {}
  __HEDDLE_CG__ bool is_valid() const { return true; }
  __HEDDLE_CG__ void sync() const { barrier_wait(barrier_arrive()); }
  __HEDDLE_CG__ arrival_token barrier_arrive() const {
    arrival_token token = {0};
    __syncthreads();
    if (details::threadInBlock() == 0)
      token.generation = details::gridArrive(details::gridBarrier());
    return token;
  }
  __HEDDLE_CG__ void barrier_wait(arrival_token&& token) const {
    if (details::threadInBlock() == 0)
      details::gridWait(details::gridBarrier(), token.generation);
    __syncthreads();
  }
  static __HEDDLE_CG__ unsigned long long size() {
    return details::blocksInGrid() * details::threadsInBlock();
  }
  static __HEDDLE_CG__ unsigned long long num_threads() { return size(); }
  static __HEDDLE_CG__ unsigned long long thread_rank() {
    return details::blockInGrid() * details::threadsInBlock() + details::threadInBlock();
  }
  static __HEDDLE_CG__ dim3 thread_index() {
    return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                blockIdx.z * blockDim.z + threadIdx.z);
  }
  static __HEDDLE_CG__ dim3 dim_threads() {
    return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
  }
  static __HEDDLE_CG__ unsigned long long block_rank() { return details::blockInGrid(); }
  static __HEDDLE_CG__ unsigned long long num_blocks() { return details::blocksInGrid(); }
  static __HEDDLE_CG__ dim3 group_dim() { return gridDim; }
  static __HEDDLE_CG__ dim3 dim_blocks() { return gridDim; }
  static __HEDDLE_CG__ dim3 block_index() { return blockIdx; }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  static __HEDDLE_CG__ dim3 dim_clusters() { return __clusterGridDimInClusters(); }
  static __HEDDLE_CG__ unsigned long long num_clusters() {
    const dim3 clusters = dim_clusters();
    return (unsigned long long)clusters.x * clusters.y * clusters.z;
  }
  static __HEDDLE_CG__ dim3 cluster_index() { return __clusterIdx(); }
  static __HEDDLE_CG__ unsigned long long cluster_rank() {
    const dim3 index = cluster_index(), clusters = dim_clusters();
    return index.x + clusters.x * (index.y + clusters.y * (unsigned long long)index.z);
  }
#endif
};

__HEDDLE_DEVICE__ grid_group this_grid() {
  return grid_group();
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
class cluster_group : public thread_group {
public:
  struct arrival_token {};

  __HEDDLE_CG__ cluster_group() : thread_group(WholeCluster) {}
  static __HEDDLE_CG__ void sync() {
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
  }
  static __HEDDLE_CG__ arrival_token barrier_arrive() {
    __cluster_barrier_arrive();
    return arrival_token();
  }
  static __HEDDLE_CG__ void barrier_wait() { __cluster_barrier_wait(); }
  static __HEDDLE_CG__ void barrier_wait(arrival_token&&) { __cluster_barrier_wait(); }
  static __HEDDLE_CG__ unsigned int query_shared_rank(const void* address) {
    return __cluster_query_shared_rank(address);
  }
  template <class T> static __HEDDLE_CG__ T* map_shared_rank(T* address, int rank) {
    return (T*)__cluster_map_shared_rank(address, (unsigned int)rank);
  }
  static __HEDDLE_CG__ dim3 block_index() { return __clusterRelativeBlockIdx(); }
  static __HEDDLE_CG__ unsigned int block_rank() { return __clusterRelativeBlockRank(); }
  static __HEDDLE_CG__ dim3 dim_blocks() { return __clusterDim(); }
  static __HEDDLE_CG__ unsigned int num_blocks() { return __clusterSizeInBlocks(); }
  static __HEDDLE_CG__ dim3 thread_index() {
    const dim3 block = block_index();
    return dim3(block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y,
                block.z * blockDim.z + threadIdx.z);
  }
  static __HEDDLE_CG__ unsigned int thread_rank() {
    return block_rank() * details::threadsInBlock() + details::threadInBlock();
  }
  static __HEDDLE_CG__ dim3 dim_threads() {
    const dim3 blocks = dim_blocks();
    return dim3(blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z);
  }
  static __HEDDLE_CG__ unsigned int num_threads() {
    return num_blocks() * details::threadsInBlock();
  }
  static __HEDDLE_CG__ unsigned int size() { return num_threads(); }
};

__HEDDLE_DEVICE__ cluster_group this_cluster() {
  return cluster_group();
}
#endif

// The operations that a group inside one warp has; ranks are positions in the mask.
class coalesced_group : public thread_group {
public:
  __HEDDLE_CG__ unsigned int size() const { return __popc(mask_); }
  __HEDDLE_CG__ unsigned int num_threads() const { return __popc(mask_); }
  __HEDDLE_CG__ unsigned int thread_rank() const {
    return __popc(mask_ & details::lanemask32_lt());
  }
  __HEDDLE_CG__ void sync() const { __syncwarp(mask_); }
  __HEDDLE_CG__ unsigned int meta_group_size() const { return metaSize_; }
  __HEDDLE_CG__ unsigned int meta_group_rank() const { return metaRank_; }

  template <class T> __HEDDLE_CG__ T shfl(T value, unsigned int rank) const {
    return fetch(value, laneOfRank(rank));
  }
  template <class T> __HEDDLE_CG__ T shfl_down(T value, unsigned int delta) const {
    const unsigned int rank = thread_rank();
    const unsigned int from = rank + delta;
    return fetch(value, laneOfRank(from < size() ? from : rank));
  }
  template <class T> __HEDDLE_CG__ T shfl_up(T value, unsigned int delta) const {
    const unsigned int rank = thread_rank();
    return fetch(value, laneOfRank(rank >= delta ? rank - delta : rank));
  }
  __HEDDLE_CG__ int any(int predicate) const { return __any_sync(mask_, predicate); }
  __HEDDLE_CG__ int all(int predicate) const { return __all_sync(mask_, predicate); }
  __HEDDLE_CG__ unsigned int ballot(int predicate) const {
    return packed(__ballot_sync(mask_, predicate));
  }
  template <class T> __HEDDLE_CG__ unsigned int match_any(T value) const {
    return packed(__match_any_sync(mask_, value));
  }
  template <class T> __HEDDLE_CG__ unsigned int match_all(T value, int& predicate) const {
    return packed(__match_all_sync(mask_, value, &predicate));
  }

private:
  __HEDDLE_CG__ explicit coalesced_group(unsigned int mask, unsigned int metaRank = 0,
                                         unsigned int metaSize = 1)
      : thread_group(mask, metaRank, metaSize) {}

  __HEDDLE_CG__ unsigned int laneOfRank(unsigned int rank) const {
    return size() == 32 ? rank : __fns(mask_, 0, (int)rank + 1);
  }
  template <class T> __HEDDLE_CG__ T fetch(const T& value, unsigned int lane) const {
    details::Words<T> w = details::toWords(value);
    for (int i = 0; i < details::Words<T>::count; ++i)
      w.words[i] = __shfl_sync(mask_, w.words[i], (int)lane);
    return details::fromWords<T>(w);
  }
  // The bits of the members, pushed together.
  __HEDDLE_CG__ unsigned int packed(unsigned int bits) const {
    if (size() == 32)
      return bits;
    unsigned int result = 0;
    unsigned int position = 0;
    for (unsigned int rest = mask_; rest != 0; rest &= rest - 1, ++position)
      result |= ((bits >> (__ffs((int)rest) - 1)) & 1u) << position;
    return result;
  }

  friend class Partitioning;
  friend __device__ coalesced_group coalesced_threads();
};

__HEDDLE_CG__ coalesced_group coalesced_threads() {
  return coalesced_group(__activemask());
}

__HEDDLE_CG__ unsigned long long thread_group::size() const {
  switch (kind_) {
  case WholeBlock:
    return thread_block::size();
  case WholeGrid:
    return grid_group::size();
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  case WholeCluster:
    return cluster_group::size();
#endif
  default:
    return __popc(mask_);
  }
}
__HEDDLE_CG__ unsigned long long thread_group::thread_rank() const {
  switch (kind_) {
  case WholeBlock:
    return thread_block::thread_rank();
  case WholeGrid:
    return grid_group::thread_rank();
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  case WholeCluster:
    return cluster_group::thread_rank();
#endif
  default:
    return __popc(mask_ & details::lanemask32_lt());
  }
}
__HEDDLE_CG__ void thread_group::sync() const {
  switch (kind_) {
  case WholeBlock:
    thread_block::sync();
    break;
  case WholeGrid:
    grid_group().sync();
    break;
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  case WholeCluster:
    cluster_group::sync();
    break;
#endif
  default:
    __syncwarp(mask_);
    break;
  }
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

#endif
