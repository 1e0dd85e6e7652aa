/* The built-in vector types: structures of one to four scalars with the sizes and alignments of the
   language, and dim3. Two- and four-element vectors are aligned to their size, up to 16 bytes;
   three-element vectors only to their element. */
#ifndef HEDDLE_VECTOR_TYPES_H
#define HEDDLE_VECTOR_TYPES_H

/* The name that programs test for. */
#define __VECTOR_TYPES_H__

#include "crt/host_defines.h"

#define HEDDLE_VECTOR(type, alignment, ...)                                                        \
  struct __attribute__((aligned(alignment))) type {                                                \
    __VA_ARGS__                                                                                    \
  };                                                                                               \
  typedef struct type type;

/* name, element, and the alignments of the vectors of one (and three), two and four elements */
#define HEDDLE_VECTORS(name, scalar, one, two, four)                                               \
  HEDDLE_VECTOR(name##1, one, scalar x;)                                                           \
  HEDDLE_VECTOR(name##2, two, scalar x; scalar y;)                                                 \
  HEDDLE_VECTOR(name##3, one, scalar x; scalar y; scalar z;)                                       \
  HEDDLE_VECTOR(name##4, four, scalar x; scalar y; scalar z; scalar w;)

/* The four-element vectors of 32 bytes come with 32-byte alignment too. */
#define HEDDLE_WIDE_VECTORS(name, scalar)                                                          \
  HEDDLE_VECTOR(name##4_16a, 16, scalar x; scalar y; scalar z; scalar w;)                          \
  HEDDLE_VECTOR(name##4_32a, 32, scalar x; scalar y; scalar z; scalar w;)

HEDDLE_VECTORS(char, signed char, 1, 2, 4)
HEDDLE_VECTORS(uchar, unsigned char, 1, 2, 4)
HEDDLE_VECTORS(short, short, 2, 4, 8)
HEDDLE_VECTORS(ushort, unsigned short, 2, 4, 8)
HEDDLE_VECTORS(int, int, 4, 8, 16)
HEDDLE_VECTORS(uint, unsigned int, 4, 8, 16)
HEDDLE_VECTORS(long, long int, sizeof(long int), 2 * sizeof(long int), 16)
HEDDLE_VECTORS(ulong, unsigned long int, sizeof(long int), 2 * sizeof(long int), 16)
HEDDLE_VECTORS(longlong, long long int, 8, 16, 16)
HEDDLE_VECTORS(ulonglong, unsigned long long int, 8, 16, 16)
HEDDLE_VECTORS(float, float, 4, 8, 16)
HEDDLE_VECTORS(double, double, 8, 16, 16)

HEDDLE_WIDE_VECTORS(long, long int)
HEDDLE_WIDE_VECTORS(ulong, unsigned long int)
HEDDLE_WIDE_VECTORS(longlong, long long int)
HEDDLE_WIDE_VECTORS(ulonglong, unsigned long long int)
HEDDLE_WIDE_VECTORS(double, double)

#undef HEDDLE_WIDE_VECTORS
#undef HEDDLE_VECTORS
#undef HEDDLE_VECTOR

#if defined(__cplusplus) && __cplusplus >= 201103L
#define HEDDLE_CONSTEXPR constexpr
#else
#define HEDDLE_CONSTEXPR
#endif

struct dim3 {
  unsigned int x, y, z;
#if defined(__cplusplus)
  __host__ __device__ HEDDLE_CONSTEXPR dim3(unsigned int vx = 1, unsigned int vy = 1,
                                            unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __host__ __device__ HEDDLE_CONSTEXPR dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
#if __cplusplus >= 201103L
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
#else
  __host__ __device__ operator uint3() const {
    uint3 v = {x, y, z};
    return v;
  }
#endif
#endif
};
typedef struct dim3 dim3;

#undef HEDDLE_CONSTEXPR

#endif
