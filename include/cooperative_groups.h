// Cooperative groups: thread_block, tiles of a warp, coalesced threads, and the grid, as objects
// that can synchronise and exchange values.
#ifndef HEDDLE_COOPERATIVE_GROUPS_H
#define HEDDLE_COOPERATIVE_GROUPS_H

/* The name that programs test for. */
#define _COOPERATIVE_GROUPS_H_

#include "cuda_runtime.h"

#if defined(__CUDA__) || defined(__CUDACC__)

#define __HEDDLE_CG__ __inline__ __attribute__((always_inline)) __device__

namespace cooperative_groups {

namespace heddle_details {

__HEDDLE_DEVICE__ unsigned int laneId() {
  unsigned int lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}
__HEDDLE_DEVICE__ unsigned int lanesBelow() {
  unsigned int mask;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
  return mask;
}
__HEDDLE_DEVICE__ unsigned int threadInBlock() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
__HEDDLE_DEVICE__ unsigned int threadsInBlock() {
  return blockDim.x * blockDim.y * blockDim.z;
}
__HEDDLE_DEVICE__ unsigned long long blockInGrid() {
  return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * (unsigned long long)blockIdx.z);
}
__HEDDLE_DEVICE__ unsigned long long blocksInGrid() {
  return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
}

// A value of any type travels as words.
template <class T> struct Words {
  enum { count = (sizeof(T) + sizeof(int) - 1) / sizeof(int) };
  int words[count];
};
template <class T> __HEDDLE_CG__ Words<T> toWords(const T& value) {
  Words<T> w;
  w.words[Words<T>::count - 1] = 0;
  __builtin_memcpy(w.words, &value, sizeof(T));
  return w;
}
template <class T> __HEDDLE_CG__ T fromWords(const Words<T>& w) {
  T value;
  __builtin_memcpy(&value, w.words, sizeof(T));
  return value;
}

// The barrier of a cooperative grid. Grids in flight at the same time use different slots.
struct GridBarrier {
  unsigned int arrived;
  unsigned int generation;
};
static __device__ GridBarrier gridBarriers[64];

__HEDDLE_DEVICE__ GridBarrier* gridBarrier() {
  unsigned long long grid;
  asm("mov.u64 %0, %%gridid;" : "=l"(grid));
  return &gridBarriers[grid % 64];
}
__HEDDLE_DEVICE__ unsigned int gridArrive(GridBarrier* barrier) {
  const unsigned int generation = *(volatile unsigned int*)&barrier->generation;
  __threadfence();
  if (atomicAdd(&barrier->arrived, 1u) == (unsigned int)blocksInGrid() - 1) {
    *(volatile unsigned int*)&barrier->arrived = 0;
    __threadfence();
    atomicAdd(&barrier->generation, 1u);
  }
  return generation;
}
__HEDDLE_DEVICE__ void gridWait(GridBarrier* barrier, unsigned int generation) {
  while (*(volatile unsigned int*)&barrier->generation == generation)
    __nanosleep(100);
  __threadfence();
}

} // namespace heddle_details

// A group whose kind is only known at run time: its threads' mask in the warp, or the whole block.
class thread_group {
public:
  __HEDDLE_CG__ unsigned long long size() const {
    return block_ ? heddle_details::threadsInBlock() : (unsigned long long)__popc(mask_);
  }
  __HEDDLE_CG__ unsigned long long num_threads() const { return size(); }
  __HEDDLE_CG__ unsigned long long thread_rank() const {
    return block_ ? heddle_details::threadInBlock()
                  : (unsigned long long)__popc(mask_ & heddle_details::lanesBelow());
  }
  __HEDDLE_CG__ void sync() const {
    if (block_)
      __syncthreads();
    else
      __syncwarp(mask_);
  }
  __HEDDLE_CG__ bool is_valid() const { return true; }

protected:
  __HEDDLE_CG__ explicit thread_group(unsigned int mask) : block_(false), mask_(mask) {}
  struct WholeBlock {};
  __HEDDLE_CG__ explicit thread_group(WholeBlock) : block_(true), mask_(0) {}

  bool block_;
  unsigned int mask_;

  friend __device__ thread_group tiled_partition(const thread_group& parent, unsigned int size);
};

class thread_block : public thread_group {
public:
  __HEDDLE_CG__ thread_block() : thread_group(WholeBlock()) {}
  static __HEDDLE_CG__ void sync() { __syncthreads(); }
  static __HEDDLE_CG__ unsigned int barrier_arrive() { return 0; }
  static __HEDDLE_CG__ void barrier_wait(unsigned int) { __syncthreads(); }
  static __HEDDLE_CG__ unsigned int size() { return heddle_details::threadsInBlock(); }
  static __HEDDLE_CG__ unsigned int num_threads() { return heddle_details::threadsInBlock(); }
  static __HEDDLE_CG__ unsigned int thread_rank() { return heddle_details::threadInBlock(); }
  static __HEDDLE_CG__ dim3 group_index() { return blockIdx; }
  static __HEDDLE_CG__ dim3 thread_index() { return threadIdx; }
  static __HEDDLE_CG__ dim3 group_dim() { return blockDim; }
  static __HEDDLE_CG__ dim3 dim_threads() { return blockDim; }
};

__HEDDLE_DEVICE__ thread_block this_thread_block() {
  return thread_block();
}

class grid_group {
public:
  __HEDDLE_CG__ bool is_valid() const { return true; }
  __HEDDLE_CG__ void sync() const {
    __syncthreads();
    if (heddle_details::threadInBlock() == 0) {
      heddle_details::GridBarrier* barrier = heddle_details::gridBarrier();
      heddle_details::gridWait(barrier, heddle_details::gridArrive(barrier));
    }
    __syncthreads();
  }
  static __HEDDLE_CG__ unsigned long long size() {
    return heddle_details::blocksInGrid() * heddle_details::threadsInBlock();
  }
  static __HEDDLE_CG__ unsigned long long num_threads() { return size(); }
  static __HEDDLE_CG__ unsigned long long thread_rank() {
    return heddle_details::blockInGrid() * heddle_details::threadsInBlock() +
           heddle_details::threadInBlock();
  }
  static __HEDDLE_CG__ unsigned long long block_rank() { return heddle_details::blockInGrid(); }
  static __HEDDLE_CG__ unsigned long long num_blocks() { return heddle_details::blocksInGrid(); }
  static __HEDDLE_CG__ dim3 group_dim() { return gridDim; }
  static __HEDDLE_CG__ dim3 dim_blocks() { return gridDim; }
  static __HEDDLE_CG__ dim3 block_index() { return blockIdx; }
};

__HEDDLE_DEVICE__ grid_group this_grid() {
  return grid_group();
}

// The operations that a group inside one warp has; ranks are positions in the mask.
class coalesced_group : public thread_group {
public:
  __HEDDLE_CG__ unsigned int size() const { return __popc(mask_); }
  __HEDDLE_CG__ unsigned int num_threads() const { return __popc(mask_); }
  __HEDDLE_CG__ unsigned int thread_rank() const {
    return __popc(mask_ & heddle_details::lanesBelow());
  }
  __HEDDLE_CG__ void sync() const { __syncwarp(mask_); }
  __HEDDLE_CG__ unsigned int meta_group_size() const { return 1; }
  __HEDDLE_CG__ unsigned int meta_group_rank() const { return 0; }

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
  __HEDDLE_CG__ explicit coalesced_group(unsigned int mask) : thread_group(mask) {}

  __HEDDLE_CG__ unsigned int laneOfRank(unsigned int rank) const {
    return size() == 32 ? rank : __fns(mask_, 0, (int)rank + 1);
  }
  template <class T> __HEDDLE_CG__ T fetch(const T& value, unsigned int lane) const {
    heddle_details::Words<T> w = heddle_details::toWords(value);
    for (int i = 0; i < heddle_details::Words<T>::count; ++i)
      w.words[i] = __shfl_sync(mask_, w.words[i], (int)lane);
    return heddle_details::fromWords<T>(w);
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

  friend __device__ coalesced_group coalesced_threads();
};

__HEDDLE_CG__ coalesced_group coalesced_threads() {
  return coalesced_group(__activemask());
}

// A tile of Size threads, Size a power of two up to a warp.
template <unsigned int Size, class Parent = void> class thread_block_tile : public thread_group {
  typedef char
      __size_is_a_power_of_two[(Size != 0 && (Size & (Size - 1)) == 0 && Size <= 32) ? 1 : -1];

public:
  __HEDDLE_CG__ thread_block_tile() : thread_group(tileMask()) {}
  template <class Other>
  __HEDDLE_CG__ thread_block_tile(const thread_block_tile<Size, Other>&)
      : thread_group(tileMask()) {}

  __HEDDLE_CG__ void sync() const { __syncwarp(mask_); }
  static __HEDDLE_CG__ unsigned int size() { return Size; }
  static __HEDDLE_CG__ unsigned int num_threads() { return Size; }
  static __HEDDLE_CG__ unsigned int thread_rank() {
    return heddle_details::threadInBlock() & (Size - 1);
  }
  static __HEDDLE_CG__ unsigned int meta_group_rank() {
    return heddle_details::threadInBlock() / Size;
  }
  static __HEDDLE_CG__ unsigned int meta_group_size() {
    return (heddle_details::threadsInBlock() + Size - 1) / Size;
  }

  template <class T> __HEDDLE_CG__ T shfl(T value, int rank) const {
    heddle_details::Words<T> w = heddle_details::toWords(value);
    for (int i = 0; i < heddle_details::Words<T>::count; ++i)
      w.words[i] = __shfl_sync(mask_, w.words[i], rank, Size);
    return heddle_details::fromWords<T>(w);
  }
  template <class T> __HEDDLE_CG__ T shfl_up(T value, unsigned int delta) const {
    heddle_details::Words<T> w = heddle_details::toWords(value);
    for (int i = 0; i < heddle_details::Words<T>::count; ++i)
      w.words[i] = __shfl_up_sync(mask_, w.words[i], delta, Size);
    return heddle_details::fromWords<T>(w);
  }
  template <class T> __HEDDLE_CG__ T shfl_down(T value, unsigned int delta) const {
    heddle_details::Words<T> w = heddle_details::toWords(value);
    for (int i = 0; i < heddle_details::Words<T>::count; ++i)
      w.words[i] = __shfl_down_sync(mask_, w.words[i], delta, Size);
    return heddle_details::fromWords<T>(w);
  }
  template <class T> __HEDDLE_CG__ T shfl_xor(T value, unsigned int lanes) const {
    heddle_details::Words<T> w = heddle_details::toWords(value);
    for (int i = 0; i < heddle_details::Words<T>::count; ++i)
      w.words[i] = __shfl_xor_sync(mask_, w.words[i], (int)lanes, Size);
    return heddle_details::fromWords<T>(w);
  }
  __HEDDLE_CG__ int any(int predicate) const { return __any_sync(mask_, predicate); }
  __HEDDLE_CG__ int all(int predicate) const { return __all_sync(mask_, predicate); }
  __HEDDLE_CG__ unsigned int ballot(int predicate) const {
    return ofTile(__ballot_sync(mask_, predicate));
  }
  template <class T> __HEDDLE_CG__ unsigned int match_any(T value) const {
    return ofTile(__match_any_sync(mask_, value));
  }
  template <class T> __HEDDLE_CG__ unsigned int match_all(T value, int& predicate) const {
    return ofTile(__match_all_sync(mask_, value, &predicate));
  }

private:
  static __HEDDLE_CG__ unsigned int firstLane() { return heddle_details::laneId() & ~(Size - 1); }
  static __HEDDLE_CG__ unsigned int tileMask() {
    return (Size == 32 ? 0xffffffffu : (1u << (Size & 31)) - 1) << firstLane();
  }
  __HEDDLE_CG__ unsigned int ofTile(unsigned int bits) const {
    return (bits & mask_) >> firstLane();
  }
};

template <unsigned int Size, class Parent>
__HEDDLE_DEVICE__ thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return thread_block_tile<Size, Parent>();
}
// With a size known at run time: the threads of the parent, divided by rank.
__HEDDLE_CG__ thread_group tiled_partition(const thread_group& parent, unsigned int size) {
  if (parent.block_) {
    const unsigned int first = heddle_details::laneId() & ~(size - 1);
    return thread_group((size >= 32 ? 0xffffffffu : (1u << size) - 1) << first);
  }
  const unsigned int first = (unsigned int)parent.thread_rank() / size * size;
  unsigned int mask = 0;
  unsigned int rank = 0;
  for (unsigned int rest = parent.mask_; rest != 0; rest &= rest - 1, ++rank)
    mask |= rank - first < size ? rest & (0u - rest) : 0u;
  return thread_group(mask);
}

template <class G> __HEDDLE_DEVICE__ void sync(const G& group) {
  group.sync();
}
template <class G> __HEDDLE_DEVICE__ unsigned int thread_rank(const G& group) {
  return (unsigned int)group.thread_rank();
}
template <class G> __HEDDLE_DEVICE__ unsigned int group_size(const G& group) {
  return (unsigned int)group.size();
}
template <class G> __HEDDLE_DEVICE__ bool is_valid(const G& group) {
  return group.is_valid();
}

} // namespace cooperative_groups

#undef __HEDDLE_CG__

#endif

#endif
