// Functions in which the threads of a warp meet: shuffles, votes, match and reduce, in the forms
// with a member mask and, where CUDA once had them, without.
#ifndef HEDDLE_CRT_WARP_FUNCTIONS_H
#define HEDDLE_CRT_WARP_FUNCTIONS_H

#include "crt/device_macros.h"

// The third operand of shfl packs the segment mask and the clamp value.
#define __HEDDLE_SHFL_SEGMENT(width) ((32u - (unsigned int)(width)) << 8)

#define __HEDDLE_SHFL(name, mode, clamp, LaneT)                                                    \
  __HEDDLE_DEVICE__ int __##name##_sync(unsigned int mask, int value, LaneT lane,                  \
                                        int width = 32) {                                          \
    int result;                                                                                    \
    asm volatile("shfl.sync." mode ".b32 %0, %1, %2, %3, %4;"                                      \
                 : "=r"(result)                                                                    \
                 : "r"(value), "r"(lane), "r"(__HEDDLE_SHFL_SEGMENT(width) | clamp), "r"(mask));   \
    return result;                                                                                 \
  }                                                                                                \
  __HEDDLE_DEVICE__ unsigned int __##name##_sync(unsigned int mask, unsigned int value,            \
                                                 LaneT lane, int width = 32) {                     \
    return (unsigned int)__##name##_sync(mask, (int)value, lane, width);                           \
  }                                                                                                \
  __HEDDLE_DEVICE__ float __##name##_sync(unsigned int mask, float value, LaneT lane,              \
                                          int width = 32) {                                        \
    return __builtin_bit_cast(float,                                                               \
                              __##name##_sync(mask, __builtin_bit_cast(int, value), lane, width)); \
  }                                                                                                \
  __HEDDLE_DEVICE__ long long __##name##_sync(unsigned int mask, long long value, LaneT lane,      \
                                              int width = 32) {                                    \
    unsigned int low = (unsigned int)__##name##_sync(mask, (int)value, lane, width);               \
    int high = __##name##_sync(mask, (int)(value >> 32), lane, width);                             \
    return (long long)(((unsigned long long)(unsigned int)high << 32) | low);                      \
  }                                                                                                \
  __HEDDLE_DEVICE__ unsigned long long __##name##_sync(                                            \
      unsigned int mask, unsigned long long value, LaneT lane, int width = 32) {                   \
    return (unsigned long long)__##name##_sync(mask, (long long)value, lane, width);               \
  }                                                                                                \
  __HEDDLE_DEVICE__ long __##name##_sync(unsigned int mask, long value, LaneT lane,                \
                                         int width = 32) {                                         \
    return (long)__##name##_sync(mask, (long long)value, lane, width);                             \
  }                                                                                                \
  __HEDDLE_DEVICE__ unsigned long __##name##_sync(unsigned int mask, unsigned long value,          \
                                                  LaneT lane, int width = 32) {                    \
    return (unsigned long)__##name##_sync(mask, (long long)value, lane, width);                    \
  }                                                                                                \
  __HEDDLE_DEVICE__ double __##name##_sync(unsigned int mask, double value, LaneT lane,            \
                                           int width = 32) {                                       \
    return __builtin_bit_cast(                                                                     \
        double, __##name##_sync(mask, __builtin_bit_cast(long long, value), lane, width));         \
  }                                                                                                \
  __HEDDLE_SHFL_WHOLE_WARP(name, int, LaneT)                                                       \
  __HEDDLE_SHFL_WHOLE_WARP(name, unsigned int, LaneT)                                              \
  __HEDDLE_SHFL_WHOLE_WARP(name, long, LaneT)                                                      \
  __HEDDLE_SHFL_WHOLE_WARP(name, unsigned long, LaneT)                                             \
  __HEDDLE_SHFL_WHOLE_WARP(name, long long, LaneT)                                                 \
  __HEDDLE_SHFL_WHOLE_WARP(name, unsigned long long, LaneT)                                        \
  __HEDDLE_SHFL_WHOLE_WARP(name, float, LaneT)                                                     \
  __HEDDLE_SHFL_WHOLE_WARP(name, double, LaneT)

// The pre-Volta names act on the threads that reach the instruction together.
#define __HEDDLE_SHFL_WHOLE_WARP(name, T, LaneT)                                                   \
  __HEDDLE_DEVICE__ T __##name(T value, LaneT lane, int width = 32) {                              \
    return __##name##_sync(__heddle_activemask(), value, lane, width);                             \
  }

__HEDDLE_DEVICE__ unsigned int __heddle_activemask(void) {
  unsigned int mask;
  asm volatile("activemask.b32 %0;" : "=r"(mask));
  return mask;
}

__HEDDLE_SHFL(shfl, "idx", 31u, int)
__HEDDLE_SHFL(shfl_up, "up", 0u, unsigned int)
__HEDDLE_SHFL(shfl_down, "down", 31u, unsigned int)
__HEDDLE_SHFL(shfl_xor, "bfly", 31u, int)

#undef __HEDDLE_SHFL
#undef __HEDDLE_SHFL_WHOLE_WARP
#undef __HEDDLE_SHFL_SEGMENT

__HEDDLE_DEVICE__ unsigned int __activemask(void) {
  return __heddle_activemask();
}

#define __HEDDLE_VOTE(name, mode)                                                                  \
  __HEDDLE_SINCE_12 __HEDDLE_DEVICE__ int __##name##_sync(unsigned int mask, int predicate) {      \
    int result;                                                                                    \
    asm volatile("{\n\t.reg .pred %%in, %%out;\n\t"                                                \
                 "setp.ne.s32 %%in, %1, 0;\n\t"                                                    \
                 "vote.sync." mode ".pred %%out, %%in, %2;\n\t"                                    \
                 "selp.s32 %0, 1, 0, %%out;\n\t}"                                                  \
                 : "=r"(result)                                                                    \
                 : "r"(predicate), "r"(mask));                                                     \
    return result;                                                                                 \
  }                                                                                                \
  __HEDDLE_SINCE_12 __HEDDLE_DEVICE__ int __##name(int predicate) {                                \
    return __##name##_sync(__heddle_activemask(), predicate);                                      \
  }

__HEDDLE_VOTE(all, "all")
__HEDDLE_VOTE(any, "any")
__HEDDLE_VOTE(uni, "uni")
#undef __HEDDLE_VOTE

__HEDDLE_SINCE_20 __HEDDLE_DEVICE__ unsigned int __ballot_sync(unsigned int mask, int predicate) {
  unsigned int result;
  asm volatile("{\n\t.reg .pred %%in;\n\t"
               "setp.ne.s32 %%in, %1, 0;\n\t"
               "vote.sync.ballot.b32 %0, %%in, %2;\n\t}"
               : "=r"(result)
               : "r"(predicate), "r"(mask));
  return result;
}
__HEDDLE_SINCE_20 __HEDDLE_DEVICE__ unsigned int __ballot(int predicate) {
  return __ballot_sync(__heddle_activemask(), predicate);
}

__HEDDLE_DEVICE__ unsigned int __heddle_match_any32(unsigned int mask, unsigned int value) {
  unsigned int result;
  asm volatile("match.any.sync.b32 %0, %1, %2;" : "=r"(result) : "r"(value), "r"(mask));
  return result;
}
__HEDDLE_DEVICE__ unsigned int __heddle_match_any64(unsigned int mask, unsigned long long value) {
  unsigned int result;
  asm volatile("match.any.sync.b64 %0, %1, %2;" : "=r"(result) : "l"(value), "r"(mask));
  return result;
}
__HEDDLE_DEVICE__ unsigned int __heddle_match_all32(unsigned int mask, unsigned int value,
                                                    int* predicate) {
  unsigned int result;
  int all;
  asm volatile("{\n\t.reg .pred %%out;\n\t"
               "match.all.sync.b32 %0|%%out, %2, %3;\n\t"
               "selp.s32 %1, 1, 0, %%out;\n\t}"
               : "=r"(result), "=r"(all)
               : "r"(value), "r"(mask));
  *predicate = all;
  return result;
}
__HEDDLE_DEVICE__ unsigned int __heddle_match_all64(unsigned int mask, unsigned long long value,
                                                    int* predicate) {
  unsigned int result;
  int all;
  asm volatile("{\n\t.reg .pred %%out;\n\t"
               "match.all.sync.b64 %0|%%out, %2, %3;\n\t"
               "selp.s32 %1, 1, 0, %%out;\n\t}"
               : "=r"(result), "=r"(all)
               : "l"(value), "r"(mask));
  *predicate = all;
  return result;
}

#define __HEDDLE_MATCH(T, Bits, bits)                                                              \
  __HEDDLE_DEVICE__ unsigned int __match_any_sync(unsigned int mask, T value) {                    \
    return __heddle_match_any##bits(mask, __builtin_bit_cast(Bits, value));                        \
  }                                                                                                \
  __HEDDLE_DEVICE__ unsigned int __match_all_sync(unsigned int mask, T value, int* predicate) {    \
    return __heddle_match_all##bits(mask, __builtin_bit_cast(Bits, value), predicate);             \
  }
__HEDDLE_MATCH(int, unsigned int, 32)
__HEDDLE_MATCH(unsigned int, unsigned int, 32)
__HEDDLE_MATCH(float, unsigned int, 32)
__HEDDLE_MATCH(long, unsigned long long, 64)
__HEDDLE_MATCH(unsigned long, unsigned long long, 64)
__HEDDLE_MATCH(long long, unsigned long long, 64)
__HEDDLE_MATCH(unsigned long long, unsigned long long, 64)
__HEDDLE_MATCH(double, unsigned long long, 64)
#undef __HEDDLE_MATCH

#define __HEDDLE_REDUX(name, op, T)                                                                \
  __HEDDLE_DEVICE__ T __reduce_##name##_sync(unsigned int mask, T value) {                         \
    T result;                                                                                      \
    asm volatile("redux.sync." op " %0, %1, %2;" : "=r"(result) : "r"(value), "r"(mask));          \
    return result;                                                                                 \
  }
__HEDDLE_REDUX(add, "add.s32", int)
__HEDDLE_REDUX(min, "min.s32", int)
__HEDDLE_REDUX(max, "max.s32", int)
__HEDDLE_REDUX(add, "add.u32", unsigned int)
__HEDDLE_REDUX(min, "min.u32", unsigned int)
__HEDDLE_REDUX(max, "max.u32", unsigned int)
__HEDDLE_REDUX(and, "and.b32", unsigned int)
__HEDDLE_REDUX(or, "or.b32", unsigned int)
__HEDDLE_REDUX(xor, "xor.b32", unsigned int)
#undef __HEDDLE_REDUX

#endif
