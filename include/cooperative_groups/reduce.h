// Reductions over a group inside one warp.
#ifndef HEDDLE_COOPERATIVE_GROUPS_REDUCE_H
#define HEDDLE_COOPERATIVE_GROUPS_REDUCE_H

/* The name that programs test for. */
#define _COOPERATIVE_GROUPS_REDUCE_H

#include "cooperative_groups.h"

#if defined(__CUDA__) || defined(__CUDACC__)

namespace cooperative_groups {

template <class T> struct plus {
  __device__ T operator()(T a, T b) const { return a + b; }
};
template <class T> struct less {
  __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T> struct greater {
  __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T> struct bit_and {
  __device__ T operator()(T a, T b) const { return a & b; }
};
template <class T> struct bit_or {
  __device__ T operator()(T a, T b) const { return a | b; }
};
template <class T> struct bit_xor {
  __device__ T operator()(T a, T b) const { return a ^ b; }
};

template <unsigned int Size, class Parent, class T, class Op>
__HEDDLE_DEVICE__ T reduce(const thread_block_tile<Size, Parent>& group, T value, Op op) {
  for (unsigned int offset = Size / 2; offset > 0; offset /= 2)
    value = op(value, group.shfl_xor(value, offset));
  return value;
}
// Any number of members: fold the upper half of the ranks onto the lower, then hand out the result.
template <class T, class Op>
__HEDDLE_DEVICE__ T reduce(const coalesced_group& group, T value, Op op) {
  const unsigned int rank = group.thread_rank();
  for (unsigned int count = group.size(); count > 1;) {
    const unsigned int half = (count + 1) / 2;
    const T other = group.shfl_down(value, half);
    value = rank + half < count ? op(value, other) : value;
    count = half;
  }
  return group.shfl(value, 0);
}

} // namespace cooperative_groups

#endif

#endif
