// Scans over the threads of a group, in the order of their ranks. Before the first value of an
// exclusive scan there is a value without any bits set.
#ifndef HEDDLE_COOPERATIVE_GROUPS_SCAN_H
#define HEDDLE_COOPERATIVE_GROUPS_SCAN_H

/* The name that programs test for. */
#define _COOPERATIVE_GROUPS_SCAN_H

#include "cooperative_groups.h"

#if defined(__CUDA__) || defined(__CUDACC__)

#include "cooperative_groups/details/functional.h"

namespace cooperative_groups {
namespace __v1 {

namespace details {

// A group within a warp, of whichever kind.
template <class Group, class T, class Op>
__HEDDLE_DEVICE__ T inclusiveWithinWarp(const Group& group, T value, Op& op) {
  const unsigned int rank = group.thread_rank(), size = group.num_threads();
  for (unsigned int offset = 1; offset < size; offset *= 2) {
    const T before = group.shfl_up(value, offset);
    value = rank >= offset ? (T)op(before, value) : value;
  }
  return value;
}
template <unsigned int Size, class T, class Op>
__HEDDLE_DEVICE__ T inclusiveOf(const WarpTile<Size>& group, const T& value, Op& op) {
  return inclusiveWithinWarp(group, value, op);
}
template <class T, class Op>
__HEDDLE_DEVICE__ T inclusiveOf(const coalesced_group& group, const T& value, Op& op) {
  return inclusiveWithinWarp(group, value, op);
}
template <unsigned int Size, class T, class Op>
__HEDDLE_DEVICE__ T inclusiveOf(const MultiWarpTile<Size>& group, const T& value, Op& op) {
  const T ofWarp = inclusiveWithinWarp(WholeWarp(), value, op);
  const unsigned int warp = group.warpInTile();
  const T before = group.foldOfWarps(ofWarp, laneid() == 31, warp, op);
  return warp == 0 ? ofWarp : (T)op(before, ofWarp);
}

// The value of the thread before.
template <class Group, class T>
__HEDDLE_DEVICE__ T shiftedWithinWarp(const Group& group, const T& value) {
  const T before = group.shfl_up(value, 1);
  return group.thread_rank() == 0 ? fromWords<T>(Words<T>()) : before;
}
template <unsigned int Size, class T>
__HEDDLE_DEVICE__ T shiftedOf(const WarpTile<Size>& group, const T& value) {
  return shiftedWithinWarp(group, value);
}
template <class T> __HEDDLE_DEVICE__ T shiftedOf(const coalesced_group& group, const T& value) {
  return shiftedWithinWarp(group, value);
}
template <unsigned int Size, class T>
__HEDDLE_DEVICE__ T shiftedOf(const MultiWarpTile<Size>& group, const T& value) {
  Words<T>* slots = warpSlots<Words<T>>();
  if (laneid() == 31)
    slots[threadInBlock() / 32] = toWords(value);
  group.sync();
  const T ofWarp = shiftedWithinWarp(WholeWarp(), value);
  const T result = laneid() == 0 && group.warpInTile() > 0
                       ? fromWords<T>(slots[threadInBlock() / 32 - 1])
                       : ofWarp;
  group.sync();
  return result;
}

// The last thread adds the group's total to the object; everybody starts from what was there.
template <class Group, class Atomic, class T, class Op>
__HEDDLE_DEVICE__ T originOf(const Group& group, Atomic& destination, const T& inclusive, Op& op) {
  T old = inclusive;
  const unsigned int last = group.num_threads() - 1;
  if (group.thread_rank() == last)
    old = updateAtomic(destination, inclusive, op);
  return group.shfl(old, last);
}

} // namespace details

template <class Group, class T, class Op>
__HEDDLE_DEVICE__ auto inclusive_scan(const Group& group, T&& value, Op&& op)
    -> decltype(op(value, value)) {
  return details::inclusiveOf(group, (typename details::remove_qual<T>::type)value, op);
}
template <class Group, class T>
__HEDDLE_DEVICE__ typename details::remove_qual<T>::type inclusive_scan(const Group& group,
                                                                        T&& value) {
  return inclusive_scan(group, value, plus<typename details::remove_qual<T>::type>());
}
template <class Group, class T, class Op>
__HEDDLE_DEVICE__ auto exclusive_scan(const Group& group, T&& value, Op&& op)
    -> decltype(op(value, value)) {
  return details::shiftedOf(
      group, details::inclusiveOf(group, (typename details::remove_qual<T>::type)value, op));
}
template <class Group, class T>
__HEDDLE_DEVICE__ typename details::remove_qual<T>::type exclusive_scan(const Group& group,
                                                                        T&& value) {
  return exclusive_scan(group, value, plus<typename details::remove_qual<T>::type>());
}

template <class Group, class Atomic, class T, class Op>
__HEDDLE_DEVICE__ auto inclusive_scan_update(const Group& group, Atomic& destination, T&& value,
                                             Op&& op) -> decltype(op(value, value)) {
  typedef typename details::remove_qual<T>::type Value;
  const Value inclusive = details::inclusiveOf(group, (Value)value, op);
  return op(details::originOf(group, destination, inclusive, op), inclusive);
}
template <class Group, class Atomic, class T>
__HEDDLE_DEVICE__ auto inclusive_scan_update(const Group& group, Atomic& destination, T&& value)
    -> decltype(destination.load()) {
  return inclusive_scan_update(group, destination, value,
                               plus<typename details::remove_qual<T>::type>());
}
template <class Group, class Atomic, class T, class Op>
__HEDDLE_DEVICE__ auto exclusive_scan_update(const Group& group, Atomic& destination, T&& value,
                                             Op&& op) -> decltype(op(value, value)) {
  typedef typename details::remove_qual<T>::type Value;
  const Value inclusive = details::inclusiveOf(group, (Value)value, op);
  const Value origin = details::originOf(group, destination, inclusive, op);
  const Value before = details::shiftedOf(group, inclusive);
  return group.thread_rank() == 0 ? origin : (Value)op(origin, before);
}
template <class Group, class Atomic, class T>
__HEDDLE_DEVICE__ auto exclusive_scan_update(const Group& group, Atomic& destination, T&& value)
    -> decltype(destination.load()) {
  return exclusive_scan_update(group, destination, value,
                               plus<typename details::remove_qual<T>::type>());
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

#endif

#endif
