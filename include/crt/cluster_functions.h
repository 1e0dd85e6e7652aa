// Functions of a cluster of blocks (compute capability 9.0): where a block stands in its cluster,
// the cluster's barrier, and the shared memory of its other blocks.
#ifndef HEDDLE_CRT_CLUSTER_FUNCTIONS_H
#define HEDDLE_CRT_CLUSTER_FUNCTIONS_H

#include "crt/device_macros.h"
#include "vector_types.h"

#define __HEDDLE_CLUSTER_NUMBER(name, ptx)                                                         \
  __HEDDLE_DEVICE__ unsigned int name(void) {                                                      \
    unsigned int result;                                                                           \
    asm("mov.u32 %0, %%" ptx ";" : "=r"(result));                                                  \
    return result;                                                                                 \
  }
#define __HEDDLE_CLUSTER_VECTOR(name, ptx)                                                         \
  __HEDDLE_DEVICE__ dim3 name(void) {                                                              \
    unsigned int x, y, z;                                                                          \
    asm("mov.u32 %0, %%" ptx ".x;" : "=r"(x));                                                     \
    asm("mov.u32 %0, %%" ptx ".y;" : "=r"(y));                                                     \
    asm("mov.u32 %0, %%" ptx ".z;" : "=r"(z));                                                     \
    return dim3(x, y, z);                                                                          \
  }
__HEDDLE_CLUSTER_VECTOR(__clusterDim, "cluster_nctaid")
__HEDDLE_CLUSTER_VECTOR(__clusterRelativeBlockIdx, "cluster_ctaid")
__HEDDLE_CLUSTER_VECTOR(__clusterGridDimInClusters, "nclusterid")
__HEDDLE_CLUSTER_VECTOR(__clusterIdx, "clusterid")
__HEDDLE_CLUSTER_NUMBER(__clusterRelativeBlockRank, "cluster_ctarank")
__HEDDLE_CLUSTER_NUMBER(__clusterSizeInBlocks, "cluster_nctarank")
#undef __HEDDLE_CLUSTER_VECTOR
#undef __HEDDLE_CLUSTER_NUMBER

__HEDDLE_DEVICE__ unsigned int __clusterDimIsSpecified(void) {
  unsigned int result;
  asm("{\n\t.reg .pred %%p;\n\tmov.pred %%p, %%is_explicit_cluster;\n\t"
      "selp.u32 %0, 1, 0, %%p;\n\t}"
      : "=r"(result));
  return result;
}

__HEDDLE_DEVICE__ void __cluster_barrier_arrive(void) {
  asm volatile("barrier.cluster.arrive;" ::: "memory");
}
__HEDDLE_DEVICE__ void __cluster_barrier_arrive_relaxed(void) {
  asm volatile("barrier.cluster.arrive.relaxed;" :::);
}
__HEDDLE_DEVICE__ void __cluster_barrier_wait(void) {
  asm volatile("barrier.cluster.wait;" ::: "memory");
}
__HEDDLE_DEVICE__ void __threadfence_cluster(void) {
  asm volatile("fence.sc.cluster;" ::: "memory");
}

__HEDDLE_DEVICE__ void* __cluster_map_shared_rank(const void* pointer, unsigned int rank) {
  void* result;
  asm("mapa.u64 %0, %1, %2;" : "=l"(result) : "l"(pointer), "r"(rank));
  return result;
}
__HEDDLE_DEVICE__ unsigned int __cluster_query_shared_rank(const void* pointer) {
  unsigned int rank;
  asm("getctarank.u64 %0, %1;" : "=r"(rank) : "l"(pointer));
  return rank;
}

#define __HEDDLE_SHARED_PREDICATE(name, space)                                                     \
  __HEDDLE_DEVICE__ unsigned int name(const void* pointer) {                                       \
    unsigned int result;                                                                           \
    asm("{\n\t.reg .pred %%p;\n\tisspacep." space " %%p, %1;\n\tselp.u32 %0, 1, 0, %%p;\n\t}"      \
        : "=r"(result)                                                                             \
        : "l"(pointer));                                                                           \
    return result;                                                                                 \
  }
__HEDDLE_SHARED_PREDICATE(__isCtaShared, "shared::cta")
__HEDDLE_SHARED_PREDICATE(__isClusterShared, "shared::cluster")
#undef __HEDDLE_SHARED_PREDICATE

#endif
