// Cooperative groups: the threads of a block, a cluster or a grid, tiles of a block and threads
// that are together in a warp, as objects that can synchronise, exchange values and be divided.
#ifndef HEDDLE_COOPERATIVE_GROUPS_H
#define HEDDLE_COOPERATIVE_GROUPS_H

/* The name that programs test for. */
#define _COOPERATIVE_GROUPS_H_

#include "cuda_runtime.h"

#if defined(__CUDA__) || defined(__CUDACC__)

// Programs count on libcu++'s atomics to come with this header where libcu++ is installed. It needs
// C++17 and a device that has atomics of the system.
#if __cplusplus >= 201703L && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600)
#if __has_include(<cuda/atomic>)
#include <cuda/atomic>
#endif
#endif

#define _CG_HAS_GRID_GROUP
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define _CG_HAS_CLUSTER_GROUP
#endif

#include "cooperative_groups/details/groups.h"
#include "cooperative_groups/details/partitioning.h"
#include "cooperative_groups/details/tile.h"

namespace cooperative_groups {
namespace __v1 {

template <class Group> __HEDDLE_DEVICE__ void sync(const Group& group) {
  group.sync();
}
template <class Group>
__HEDDLE_DEVICE__ auto thread_rank(const Group& group) -> decltype(group.thread_rank()) {
  return group.thread_rank();
}
template <class Group>
__HEDDLE_DEVICE__ auto group_size(const Group& group) -> decltype(group.num_threads()) {
  return group.num_threads();
}
template <class Group> __HEDDLE_DEVICE__ bool is_valid(const Group& group) {
  return group.is_valid();
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

#endif

#endif
