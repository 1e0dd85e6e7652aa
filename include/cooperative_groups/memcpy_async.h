// Copies from global to shared memory by all threads of a group, asynchronous where the device can.
#ifndef HEDDLE_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define HEDDLE_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

/* The name that programs test for. */
#define _COOPERATIVE_GROUPS_MEMCPY_ASYNC

#include "cooperative_groups.h"

#if defined(__CUDA__) || defined(__CUDACC__)

#include "cuda_pipeline.h"

namespace cooperative_groups {
namespace __v1 {

namespace details {

template <unsigned int bytes, class Group>
__HEDDLE_DEVICE__ void copyUnits(const Group& group, char* to, const char* from, size_t count) {
  for (size_t i = group.thread_rank(); i < count; i += group.num_threads())
    __pipeline_memcpy_async(to + i * bytes, from + i * bytes, bytes);
}
// In the largest units that both addresses allow; the rest byte by byte.
template <class Group>
__HEDDLE_DEVICE__ void copyBytes(const Group& group, void* destination, const void* source,
                                 size_t bytes) {
  char* to = (char*)destination;
  const char* from = (const char*)source;
  const size_t alignment = ((size_t)to | (size_t)from) & 15;
  size_t done = 0;
  if (__isShared(destination) && __isGlobal(source)) {
    if (alignment == 0) {
      done = bytes & ~(size_t)15;
      copyUnits<16>(group, to, from, done / 16);
    } else if ((alignment & 7) == 0) {
      done = bytes & ~(size_t)7;
      copyUnits<8>(group, to, from, done / 8);
    } else if ((alignment & 3) == 0) {
      done = bytes & ~(size_t)3;
      copyUnits<4>(group, to, from, done / 4);
    }
  }
  for (size_t i = done + group.thread_rank(); i < bytes; i += group.num_threads())
    to[i] = from[i];
}
__HEDDLE_DEVICE__ size_t smallerCount(size_t a, size_t b) {
  return a < b ? a : b;
}

} // namespace details

// A number of bytes.
template <class Group, class T, class Size>
__HEDDLE_DEVICE__ void memcpy_async(const Group& group, T* dst, const T* src, const Size& count) {
  details::copyBytes(group, dst, src, (size_t)count);
  __pipeline_commit();
}
// Numbers of elements; the smaller counts.
template <class Group, class T, class DstLayout, class SrcLayout>
__HEDDLE_DEVICE__ void memcpy_async(const Group& group, T* dst, const DstLayout& dstLayout,
                                    const T* src, const SrcLayout& srcLayout) {
  details::copyBytes(group, dst, src,
                     details::smallerCount((size_t)dstLayout, (size_t)srcLayout) * sizeof(T));
  __pipeline_commit();
}

template <unsigned int Stage, class Group> __HEDDLE_DEVICE__ void wait_prior(const Group& group) {
  __pipeline_wait_prior(Stage);
  group.sync();
}
template <class Group> __HEDDLE_DEVICE__ void wait(const Group& group) {
  __pipeline_wait_prior(0);
  group.sync();
}

// The forms with a pipeline object.
template <class Group, class T>
__HEDDLE_DEVICE__ void memcpy_async(Group& group, T* dst, size_t dstCount, const T* src,
                                    size_t srcCount, nvcuda::experimental::pipeline& pipe) {
  details::copyBytes(group, dst, src, details::smallerCount(dstCount, srcCount) * sizeof(T));
  pipe.commit();
}
template <unsigned int Stage, class Group>
__HEDDLE_DEVICE__ void wait_prior(Group& group, nvcuda::experimental::pipeline& pipe) {
  pipe.wait_prior<Stage>();
  group.sync();
}
template <class Group>
__HEDDLE_DEVICE__ void wait(Group& group, nvcuda::experimental::pipeline& pipe, size_t stage) {
  pipe.wait(stage);
  group.sync();
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

#endif

#endif
