// min and max for host and device, unqualified, with the mixed integer types CUDA accepts, and the
// old names umin, llmax and so on.
#ifndef HEDDLE_CRT_MIN_MAX_FUNCTIONS_H
#define HEDDLE_CRT_MIN_MAX_FUNCTIONS_H

#include "crt/device_macros.h"

#define __HEDDLE_MIN_MAX(ResultT, AT, BT)                                                          \
  __HEDDLE_HOST_DEVICE__ ResultT min(AT a, BT b) {                                                 \
    return (ResultT)a < (ResultT)b ? (ResultT)a : (ResultT)b;                                      \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ ResultT max(AT a, BT b) {                                                 \
    return (ResultT)a > (ResultT)b ? (ResultT)a : (ResultT)b;                                      \
  }
__HEDDLE_MIN_MAX(int, int, int)
__HEDDLE_MIN_MAX(unsigned int, unsigned int, unsigned int)
__HEDDLE_MIN_MAX(unsigned int, int, unsigned int)
__HEDDLE_MIN_MAX(unsigned int, unsigned int, int)
__HEDDLE_MIN_MAX(long, long, long)
__HEDDLE_MIN_MAX(unsigned long, unsigned long, unsigned long)
__HEDDLE_MIN_MAX(unsigned long, long, unsigned long)
__HEDDLE_MIN_MAX(unsigned long, unsigned long, long)
__HEDDLE_MIN_MAX(long long, long long, long long)
__HEDDLE_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
__HEDDLE_MIN_MAX(unsigned long long, long long, unsigned long long)
__HEDDLE_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef __HEDDLE_MIN_MAX

#define __HEDDLE_MIN_MAX_FLOATING(ResultT, AT, BT, minimum, maximum)                               \
  __HEDDLE_HOST_DEVICE__ ResultT min(AT a, BT b) {                                                 \
    return minimum((ResultT)a, (ResultT)b);                                                        \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ ResultT max(AT a, BT b) {                                                 \
    return maximum((ResultT)a, (ResultT)b);                                                        \
  }
__HEDDLE_MIN_MAX_FLOATING(float, float, float, __builtin_fminf, __builtin_fmaxf)
__HEDDLE_MIN_MAX_FLOATING(double, double, double, __builtin_fmin, __builtin_fmax)
__HEDDLE_MIN_MAX_FLOATING(double, float, double, __builtin_fmin, __builtin_fmax)
__HEDDLE_MIN_MAX_FLOATING(double, double, float, __builtin_fmin, __builtin_fmax)
#undef __HEDDLE_MIN_MAX_FLOATING

__HEDDLE_HOST_DEVICE__ unsigned int umin(unsigned int a, unsigned int b) {
  return min(a, b);
}
__HEDDLE_HOST_DEVICE__ unsigned int umax(unsigned int a, unsigned int b) {
  return max(a, b);
}
__HEDDLE_HOST_DEVICE__ long long llmin(long long a, long long b) {
  return min(a, b);
}
__HEDDLE_HOST_DEVICE__ long long llmax(long long a, long long b) {
  return max(a, b);
}
__HEDDLE_HOST_DEVICE__ unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return min(a, b);
}
__HEDDLE_HOST_DEVICE__ unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return max(a, b);
}

#endif
