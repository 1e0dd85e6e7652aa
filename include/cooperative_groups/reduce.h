// Reductions over the threads of a group.
#ifndef HEDDLE_COOPERATIVE_GROUPS_REDUCE_H
#define HEDDLE_COOPERATIVE_GROUPS_REDUCE_H

/* The name that programs test for. */
#define _COOPERATIVE_GROUPS_REDUCE_H

#include "cooperative_groups.h"

#if defined(__CUDA__) || defined(__CUDACC__)

#include "cooperative_groups/details/functional.h"

namespace cooperative_groups {
namespace __v1 {

namespace details {

template <unsigned int Size, class T, class Op>
__HEDDLE_DEVICE__ T reduceOf(const WarpTile<Size>& group, T value, Op& op) {
  for (unsigned int offset = Size / 2; offset > 0; offset /= 2)
    value = op(value, group.shfl_xor(value, offset));
  return value;
}
template <unsigned int Size, class T, class Op>
__HEDDLE_DEVICE__ T reduceOf(const MultiWarpTile<Size>& group, T value, Op& op) {
  value = reduceOf(static_cast<const WarpTile<32>&>(WholeWarp()), value, op);
  return group.foldOfWarps(value, laneid() == 0, MultiWarpTile<Size>::warps, op);
}
// Any number of members: fold the upper half of the ranks onto the lower, then hand out the result.
template <class T, class Op>
__HEDDLE_DEVICE__ T reduceOf(const coalesced_group& group, T value, Op& op) {
  const unsigned int rank = group.thread_rank();
  for (unsigned int count = group.size(); count > 1;) {
    const unsigned int half = (count + 1) / 2;
    const T other = group.shfl_down(value, half);
    value = rank + half < count ? (T)op(value, other) : value;
    count = half;
  }
  return group.shfl(value, 0);
}

} // namespace details

template <class Group, class T, class Op>
__HEDDLE_DEVICE__ auto reduce(const Group& group, T&& value, Op&& op)
    -> decltype(op(value, value)) {
  return details::reduceOf(group, (typename details::remove_qual<T>::type)value, op);
}

// The result goes to memory, or is combined with what is there, by one thread of the group.
template <class Group, class Atomic, class T, class Op>
__HEDDLE_DEVICE__ void reduce_update_async(const Group& group, Atomic& destination, T&& value,
                                           Op&& op) {
  const typename details::remove_qual<T>::type result =
      details::reduceOf(group, (typename details::remove_qual<T>::type)value, op);
  if (group.thread_rank() == 0)
    details::updateAtomic(destination, result, op);
}
template <class Group, class Atomic, class T, class Op>
__HEDDLE_DEVICE__ auto reduce_store_async(const Group& group, Atomic& destination, T&& value,
                                          Op&& op) -> decltype(destination.store(value)) {
  const typename details::remove_qual<T>::type result =
      details::reduceOf(group, (typename details::remove_qual<T>::type)value, op);
  if (group.thread_rank() == 0)
    destination.store(result);
}
template <class Group, class Destination, class T, class Op>
__HEDDLE_DEVICE__ void reduce_store_async(const Group& group, Destination* destination, T&& value,
                                          Op&& op) {
  const typename details::remove_qual<T>::type result =
      details::reduceOf(group, (typename details::remove_qual<T>::type)value, op);
  if (group.thread_rank() == 0)
    *destination = result;
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

#endif

#endif
