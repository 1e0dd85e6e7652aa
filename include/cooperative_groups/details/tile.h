// thread_block_tile: Size threads of a block, Size a power of two. Tiles of up to a warp exchange
// values by shuffles, larger ones through shared memory.
#ifndef HEDDLE_COOPERATIVE_GROUPS_DETAILS_TILE_H
#define HEDDLE_COOPERATIVE_GROUPS_DETAILS_TILE_H

#include "cooperative_groups/details/groups.h"

namespace cooperative_groups {
namespace __v1 {

template <unsigned int Size, class Parent = void> class thread_block_tile;

namespace details {

// Tiles of up to a warp.
template <unsigned int Size> class WarpTile : public thread_group {
public:
  static __HEDDLE_CG__ void sync() { __syncwarp(tileMask()); }
  static __HEDDLE_CG__ unsigned int size() { return Size; }
  static __HEDDLE_CG__ unsigned int num_threads() { return Size; }
  static __HEDDLE_CG__ unsigned int thread_rank() { return threadInBlock() & (Size - 1); }

  template <class T> __HEDDLE_CG__ T shfl(T value, int rank) const {
    Words<T> w = toWords(value);
    for (int i = 0; i < Words<T>::count; ++i)
      w.words[i] = __shfl_sync(tileMask(), w.words[i], rank, Size);
    return fromWords<T>(w);
  }
  template <class T> __HEDDLE_CG__ T shfl_up(T value, unsigned int delta) const {
    Words<T> w = toWords(value);
    for (int i = 0; i < Words<T>::count; ++i)
      w.words[i] = __shfl_up_sync(tileMask(), w.words[i], delta, Size);
    return fromWords<T>(w);
  }
  template <class T> __HEDDLE_CG__ T shfl_down(T value, unsigned int delta) const {
    Words<T> w = toWords(value);
    for (int i = 0; i < Words<T>::count; ++i)
      w.words[i] = __shfl_down_sync(tileMask(), w.words[i], delta, Size);
    return fromWords<T>(w);
  }
  template <class T> __HEDDLE_CG__ T shfl_xor(T value, unsigned int lanes) const {
    Words<T> w = toWords(value);
    for (int i = 0; i < Words<T>::count; ++i)
      w.words[i] = __shfl_xor_sync(tileMask(), w.words[i], (int)lanes, Size);
    return fromWords<T>(w);
  }
  __HEDDLE_CG__ int any(int predicate) const { return __any_sync(tileMask(), predicate); }
  __HEDDLE_CG__ int all(int predicate) const { return __all_sync(tileMask(), predicate); }
  __HEDDLE_CG__ unsigned int ballot(int predicate) const {
    return ofTile(__ballot_sync(tileMask(), predicate));
  }
  template <class T> __HEDDLE_CG__ unsigned int match_any(T value) const {
    return ofTile(__match_any_sync(tileMask(), value));
  }
  template <class T> __HEDDLE_CG__ unsigned int match_all(T value, int& predicate) const {
    return ofTile(__match_all_sync(tileMask(), value, &predicate));
  }

protected:
  __HEDDLE_CG__ WarpTile(unsigned int metaRank, unsigned int metaSize)
      : thread_group(tileMask(), metaRank, metaSize) {}
  static __HEDDLE_CG__ unsigned int firstLane() { return laneid() & ~(Size - 1); }
  static __HEDDLE_CG__ unsigned int tileMask() {
    return (Size == 32 ? 0xffffffffu : (1u << (Size & 31)) - 1) << (Size == 32 ? 0 : firstLane());
  }
  static __HEDDLE_CG__ unsigned int ofTile(unsigned int bits) {
    return Size == 32 ? bits : (bits & tileMask()) >> firstLane();
  }

  friend class cooperative_groups::Partitioning;
};

// The barriers of the tiles of one size: a count of warps that have arrived, which only grows.
template <unsigned int Size> __HEDDLE_CG__ unsigned int* tileArrivals() {
  static __shared__ unsigned int arrivals[1024 / Size];
  return &arrivals[threadInBlock() / Size];
}
// The order is part of the accesses where PTX can say so, because racecheck of compute-sanitizer
// does not know which accesses a fence is for.
__HEDDLE_CG__ unsigned int arriveAtTile(unsigned int* arrivals) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
  unsigned int before;
  asm volatile("atom.acq_rel.cta.add.u32 %0, [%1], 1;" : "=r"(before) : "l"(arrivals) : "memory");
  return before;
#else
  __threadfence_block();
  return atomicAdd(arrivals, 1u);
#endif
}
__HEDDLE_CG__ unsigned int arrivedAtTile(const unsigned int* arrivals) {
  unsigned int arrived;
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
  asm volatile("ld.acquire.cta.u32 %0, [%1];" : "=r"(arrived) : "l"(arrivals) : "memory");
#else
  arrived = *(const volatile unsigned int*)arrivals;
  __threadfence_block();
#endif
  return arrived;
}
// A slot for every warp of the block.
template <class T> __HEDDLE_CG__ T* warpSlots() {
  static __shared__ __align__(16) char slots[32 * sizeof(T)];
  return (T*)slots;
}

// Tiles of several warps.
template <unsigned int Size> class MultiWarpTile : public thread_group {
public:
  enum { warps = Size / 32 };

  static __HEDDLE_CG__ void sync() {
    __syncwarp();
    if (laneid() == 0) {
      unsigned int* arrivals = tileArrivals<Size>();
      const unsigned int target = (arriveAtTile(arrivals) / warps + 1) * warps;
      while ((int)(arrivedAtTile(arrivals) - target) < 0) {
      }
    }
    __syncwarp();
  }
  static __HEDDLE_CG__ unsigned int size() { return Size; }
  static __HEDDLE_CG__ unsigned int num_threads() { return Size; }
  static __HEDDLE_CG__ unsigned int thread_rank() { return threadInBlock() & (Size - 1); }

  template <class T> __HEDDLE_CG__ T shfl(T value, unsigned int rank) const {
    Words<T>* slots = warpSlots<Words<T>>();
    if (thread_rank() == rank % Size)
      slots[firstWarp()] = toWords(value);
    sync();
    const T result = fromWords<T>(slots[firstWarp()]);
    sync();
    return result;
  }
  __HEDDLE_CG__ int any(int predicate) const {
    return countOfWarps(__any_sync(~0u, predicate)) != 0;
  }
  __HEDDLE_CG__ int all(int predicate) const {
    return countOfWarps(__all_sync(~0u, predicate)) == warps;
  }

  // Every warp contributes a value; each thread gets the fold of those of the warps before `end`.
  template <class T, class Op>
  __HEDDLE_CG__ T foldOfWarps(const T& ofThisWarp, bool contributes, unsigned int end,
                              Op& op) const {
    Words<T>* slots = warpSlots<Words<T>>();
    if (contributes)
      slots[threadInBlock() / 32] = toWords(ofThisWarp);
    sync();
    T result = fromWords<T>(slots[firstWarp()]);
    for (unsigned int warp = 1; warp < end; ++warp)
      result = op(result, fromWords<T>(slots[firstWarp() + warp]));
    sync();
    return result;
  }
  static __HEDDLE_CG__ unsigned int warpInTile() { return thread_rank() / 32; }

protected:
  // All threads of the parent come here, and the counters are zero when they leave.
  template <class Parent>
  __HEDDLE_CG__ explicit MultiWarpTile(const Parent& parent) : thread_group(WholeBlock) {
    parent.sync();
    if (thread_rank() == 0)
      *tileArrivals<Size>() = 0;
    parent.sync();
  }
  __HEDDLE_CG__ MultiWarpTile() : thread_group(WholeBlock) {}

private:
  static __HEDDLE_CG__ unsigned int firstWarp() { return threadInBlock() / Size * warps; }
  struct Sum {
    __HEDDLE_CG__ int operator()(int a, int b) const { return a + b; }
  };
  __HEDDLE_CG__ int countOfWarps(int predicate) const {
    Sum sum;
    return foldOfWarps<int>(predicate != 0, laneid() == 0, warps, sum);
  }
};

template <unsigned int Size, bool multiWarp> struct TileBase {
  typedef WarpTile<Size> type;
};
template <unsigned int Size> struct TileBase<Size, true> {
  typedef MultiWarpTile<Size> type;
};

// The whole warp, for the steps that a tile of several warps takes warp by warp.
class WholeWarp : public WarpTile<32> {
public:
  __HEDDLE_CG__ WholeWarp() : WarpTile<32>(0, 1) {}
};

} // namespace details

template <unsigned int Size, class Parent>
class thread_block_tile : public details::TileBase<Size, (Size > 32)>::type {
  typedef typename details::TileBase<Size, (Size > 32)>::type Base;
  static_assert(Size != 0 && (Size & (Size - 1)) == 0 && Size <= 1024,
                "the size of a tile is a power of two");

public:
  __HEDDLE_CG__ thread_block_tile(const Parent& parent)
      : Base(static_cast<const Base&>(make(parent))) {}
  static __HEDDLE_CG__ unsigned int meta_group_rank() { return Parent::thread_rank() / Size; }
  static __HEDDLE_CG__ unsigned int meta_group_size() {
    return (Parent::num_threads() + Size - 1) / Size;
  }

private:
  struct Warp : details::WarpTile<(Size > 32 ? 32 : Size)> {
    __HEDDLE_CG__ explicit Warp(const Parent&)
        : details::WarpTile<(Size > 32 ? 32 : Size)>(meta_group_rank(), meta_group_size()) {}
  };
  struct Warps : details::MultiWarpTile<(Size > 32 ? Size : 64)> {
    __HEDDLE_CG__ explicit Warps(const Parent& parent)
        : details::MultiWarpTile<(Size > 32 ? Size : 64)>(parent) {}
  };
  template <bool multiWarp, class Unused> struct Choice {
    typedef Warp type;
  };
  template <class Unused> struct Choice<true, Unused> {
    typedef Warps type;
  };
  static __HEDDLE_CG__ typename Choice<(Size > 32), void>::type make(const Parent& parent) {
    return typename Choice<(Size > 32), void>::type(parent);
  }
};

// A tile that has forgotten its parent's type.
template <unsigned int Size>
class thread_block_tile<Size, void> : public details::TileBase<Size, (Size > 32)>::type {
  typedef typename details::TileBase<Size, (Size > 32)>::type Base;

public:
  template <class Parent>
  __HEDDLE_CG__ thread_block_tile(const thread_block_tile<Size, Parent>& tile)
      : Base(static_cast<const Base&>(tile)) {
    this->metaRank_ = tile.meta_group_rank();
    this->metaSize_ = tile.meta_group_size();
  }
  __HEDDLE_CG__ unsigned int meta_group_rank() const { return this->metaRank_; }
  __HEDDLE_CG__ unsigned int meta_group_size() const { return this->metaSize_; }
};

// One thread as a group.
template <> class thread_block_tile<1, void> : public details::WarpTile<1> {
public:
  __HEDDLE_CG__ thread_block_tile() : details::WarpTile<1>(0, 1) {}
  template <class Parent>
  __HEDDLE_CG__ thread_block_tile(const thread_block_tile<1, Parent>& tile)
      : details::WarpTile<1>(tile.meta_group_rank(), tile.meta_group_size()) {}
  __HEDDLE_CG__ unsigned int meta_group_rank() const { return metaRank_; }
  __HEDDLE_CG__ unsigned int meta_group_size() const { return metaSize_; }
};
__HEDDLE_DEVICE__ thread_block_tile<1, void> this_thread() {
  return thread_block_tile<1, void>();
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

#endif
