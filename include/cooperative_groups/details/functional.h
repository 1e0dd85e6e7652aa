// The operators that reductions and scans know by name.
#ifndef HEDDLE_COOPERATIVE_GROUPS_DETAILS_FUNCTIONAL_H
#define HEDDLE_COOPERATIVE_GROUPS_DETAILS_FUNCTIONAL_H

#include "cooperative_groups/details/helpers.h"

namespace cooperative_groups {
namespace __v1 {

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

namespace details {
// Returns what was there before; for any atomic object with the interface of the C++ library's.
template <class Atomic, class T, class Op>
__HEDDLE_DEVICE__ T updateAtomic(Atomic& atomic, const T& value, Op& op) {
  T old = atomic.load();
  while (!atomic.compare_exchange_weak(old, op(old, value))) {
  }
  return old;
}
} // namespace details

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

#endif
