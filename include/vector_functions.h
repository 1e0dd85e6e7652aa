/* make_float3 and its like: one function for each vector type. */
#ifndef HEDDLE_VECTOR_FUNCTIONS_H
#define HEDDLE_VECTOR_FUNCTIONS_H

/* The name that programs test for. */
#define __VECTOR_FUNCTIONS_H__

#include "crt/host_defines.h"
#include "vector_types.h"

#define HEDDLE_MAKE static __inline__ __host__ __device__

#define HEDDLE_MAKE_4(type, scalar)                                                                \
  HEDDLE_MAKE type make_##type(scalar x, scalar y, scalar z, scalar w) {                           \
    type v;                                                                                        \
    v.x = x;                                                                                       \
    v.y = y;                                                                                       \
    v.z = z;                                                                                       \
    v.w = w;                                                                                       \
    return v;                                                                                      \
  }

#define HEDDLE_MAKE_ALL(name, scalar)                                                              \
  HEDDLE_MAKE name##1 make_##name##1(scalar x) {                                                   \
    name##1 v;                                                                                     \
    v.x = x;                                                                                       \
    return v;                                                                                      \
  }                                                                                                \
  HEDDLE_MAKE name##2 make_##name##2(scalar x, scalar y) {                                         \
    name##2 v;                                                                                     \
    v.x = x;                                                                                       \
    v.y = y;                                                                                       \
    return v;                                                                                      \
  }                                                                                                \
  HEDDLE_MAKE name##3 make_##name##3(scalar x, scalar y, scalar z) {                               \
    name##3 v;                                                                                     \
    v.x = x;                                                                                       \
    v.y = y;                                                                                       \
    v.z = z;                                                                                       \
    return v;                                                                                      \
  }                                                                                                \
  HEDDLE_MAKE_4(name##4, scalar)

HEDDLE_MAKE_ALL(char, signed char)
HEDDLE_MAKE_ALL(uchar, unsigned char)
HEDDLE_MAKE_ALL(short, short)
HEDDLE_MAKE_ALL(ushort, unsigned short)
HEDDLE_MAKE_ALL(int, int)
HEDDLE_MAKE_ALL(uint, unsigned int)
HEDDLE_MAKE_ALL(long, long int)
HEDDLE_MAKE_ALL(ulong, unsigned long int)
HEDDLE_MAKE_ALL(longlong, long long int)
HEDDLE_MAKE_ALL(ulonglong, unsigned long long int)
HEDDLE_MAKE_ALL(float, float)
HEDDLE_MAKE_ALL(double, double)

HEDDLE_MAKE_4(long4_16a, long int)
HEDDLE_MAKE_4(long4_32a, long int)
HEDDLE_MAKE_4(ulong4_16a, unsigned long int)
HEDDLE_MAKE_4(ulong4_32a, unsigned long int)
HEDDLE_MAKE_4(longlong4_16a, long long int)
HEDDLE_MAKE_4(longlong4_32a, long long int)
HEDDLE_MAKE_4(ulonglong4_16a, unsigned long long int)
HEDDLE_MAKE_4(ulonglong4_32a, unsigned long long int)
HEDDLE_MAKE_4(double4_16a, double)
HEDDLE_MAKE_4(double4_32a, double)

#undef HEDDLE_MAKE_ALL
#undef HEDDLE_MAKE_4
#undef HEDDLE_MAKE

#endif
