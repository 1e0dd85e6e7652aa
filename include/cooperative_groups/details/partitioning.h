// Groups out of groups: tiles, and the threads that agree on a predicate or a label; and work for
// one of a group.
#ifndef HEDDLE_COOPERATIVE_GROUPS_DETAILS_PARTITIONING_H
#define HEDDLE_COOPERATIVE_GROUPS_DETAILS_PARTITIONING_H

#include "cooperative_groups/details/tile.h"

namespace cooperative_groups {
namespace __v1 {

// Where groups are made that no program may make itself.
class Partitioning {
public:
  static __HEDDLE_CG__ unsigned int maskOf(const coalesced_group& group) { return group.mask_; }
  template <unsigned int Size, class Parent>
  static __HEDDLE_CG__ unsigned int maskOf(const thread_block_tile<Size, Parent>&) {
    return details::WarpTile<Size>::tileMask();
  }
  // The parent's threads of the same rank divided by the size.
  static __HEDDLE_CG__ unsigned int sliceOf(unsigned int parent, unsigned int first,
                                            unsigned int size) {
    unsigned int mask = 0;
    unsigned int rank = 0;
    for (unsigned int rest = parent; rest != 0; rest &= rest - 1, ++rank)
      mask |= rank - first < size ? rest & (0u - rest) : 0u;
    return mask;
  }
  static __HEDDLE_CG__ coalesced_group tiles(const coalesced_group& parent, unsigned int size) {
    const unsigned int part = parent.thread_rank() / size;
    return coalesced_group(sliceOf(parent.mask_, part * size, size), part,
                           (parent.size() + size - 1) / size);
  }
  template <class Group>
  static __HEDDLE_CG__ coalesced_group byPredicate(const Group& group, bool predicate) {
    const unsigned int mask = maskOf(group);
    const unsigned int set = __ballot_sync(mask, predicate);
    if (set == mask || set == 0)
      return coalesced_group(mask, 0, 1);
    return coalesced_group(predicate ? set : mask & ~set, predicate ? 1 : 0, 2);
  }
  template <class Group, class T>
  static __HEDDLE_CG__ coalesced_group byLabel(const Group& group, T label) {
    const unsigned int mask = maskOf(group);
    const unsigned int same = __match_any_sync(mask, label);
    const unsigned int leader = (unsigned int)__ffs((int)same) - 1;
    const unsigned int leaders = __ballot_sync(mask, leader == details::laneid());
    return coalesced_group(same, __popc(leaders & ((1u << leader) - 1)), __popc(leaders));
  }
};

template <unsigned int Size, class Parent>
__HEDDLE_DEVICE__ thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
  return thread_block_tile<Size, Parent>(parent);
}
// With a size known at run time.
__HEDDLE_CG__ thread_group tiled_partition(const thread_group& parent, unsigned int size) {
  if (parent.kind_ == thread_group::WholeBlock) {
    const unsigned int first = details::laneid() & ~(size - 1);
    return thread_group((size >= 32 ? 0xffffffffu : (1u << size) - 1) << first,
                        details::threadInBlock() / size,
                        (details::threadsInBlock() + size - 1) / size);
  }
  const unsigned int part = (unsigned int)parent.thread_rank() / size;
  return thread_group(Partitioning::sliceOf(parent.mask_, part * size, size), part,
                      ((unsigned int)parent.size() + size - 1) / size);
}
__HEDDLE_DEVICE__ coalesced_group tiled_partition(const coalesced_group& parent,
                                                  unsigned int size) {
  return Partitioning::tiles(parent, size);
}

__HEDDLE_DEVICE__ coalesced_group binary_partition(const coalesced_group& group, bool predicate) {
  return Partitioning::byPredicate(group, predicate);
}
template <unsigned int Size, class Parent>
__HEDDLE_DEVICE__ coalesced_group binary_partition(const thread_block_tile<Size, Parent>& group,
                                                   bool predicate) {
  static_assert(Size <= 32, "only tiles within a warp can be partitioned by a predicate");
  return Partitioning::byPredicate(group, predicate);
}
template <class T>
__HEDDLE_DEVICE__ coalesced_group labeled_partition(const coalesced_group& group, T label) {
  return Partitioning::byLabel(group, label);
}
template <class T, unsigned int Size, class Parent>
__HEDDLE_DEVICE__ coalesced_group labeled_partition(const thread_block_tile<Size, Parent>& group,
                                                    T label) {
  static_assert(Size <= 32, "only tiles within a warp can be partitioned by a label");
  return Partitioning::byLabel(group, label);
}
__HEDDLE_DEVICE__ coalesced_group labeled_partition(const coalesced_group& group, bool label) {
  return Partitioning::byPredicate(group, label);
}
template <unsigned int Size, class Parent>
__HEDDLE_DEVICE__ coalesced_group labeled_partition(const thread_block_tile<Size, Parent>& group,
                                                    bool label) {
  static_assert(Size <= 32, "only tiles within a warp can be partitioned by a label");
  return Partitioning::byPredicate(group, label);
}

// One thread of the group calls the function; which one is not said.
template <class Group, class Fn, class... Args>
__HEDDLE_DEVICE__ void invoke_one(const Group& group, Fn&& fn, Args&&... args) {
  if (group.thread_rank() == 0)
    static_cast<Fn&&>(fn)(static_cast<Args&&>(args)...);
}
template <class Group, class Fn, class... Args>
__HEDDLE_DEVICE__ auto invoke_one_broadcast(const Group& group, Fn&& fn, Args&&... args) ->
    typename details::remove_qual<
        decltype(static_cast<Fn&&>(fn)(static_cast<Args&&>(args)...))>::type {
  typedef typename details::remove_qual<decltype(static_cast<Fn&&>(fn)(
      static_cast<Args&&>(args)...))>::type Result;
  details::Words<Result> words = {};
  if (group.thread_rank() == 0)
    words = details::toWords<Result>(static_cast<Fn&&>(fn)(static_cast<Args&&>(args)...));
  return details::fromWords<Result>(group.shfl(words, 0));
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

#endif
