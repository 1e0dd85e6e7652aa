// Integer intrinsics: bits, wide products, sums of differences, dot products, funnel shifts, and
// what asks about or converts address spaces.
#ifndef HEDDLE_CRT_INTEGER_FUNCTIONS_H
#define HEDDLE_CRT_INTEGER_FUNCTIONS_H

#include "crt/device_macros.h"
#include "vector_types.h"

#include <stddef.h>

__HEDDLE_DEVICE__ int __popc(unsigned int x) {
  return __builtin_popcount(x);
}
__HEDDLE_DEVICE__ int __popcll(unsigned long long x) {
  return __builtin_popcountll(x);
}
__HEDDLE_DEVICE__ int __clz(int x) {
  return x == 0 ? 32 : __builtin_clz((unsigned int)x);
}
__HEDDLE_DEVICE__ int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll((unsigned long long)x);
}
__HEDDLE_DEVICE__ int __ffs(int x) {
  return x == 0 ? 0 : __builtin_ctz((unsigned int)x) + 1;
}
__HEDDLE_DEVICE__ int __ffsll(long long x) {
  return x == 0 ? 0 : __builtin_ctzll((unsigned long long)x) + 1;
}
__HEDDLE_DEVICE__ unsigned int __brev(unsigned int x) {
  return __builtin_bitreverse32(x);
}
__HEDDLE_DEVICE__ unsigned long long __brevll(unsigned long long x) {
  return __builtin_bitreverse64(x);
}
__HEDDLE_HOST_DEVICE__ unsigned short __nv_bswap16(unsigned short x) {
  return __builtin_bswap16(x);
}
__HEDDLE_HOST_DEVICE__ unsigned int __nv_bswap32(unsigned int x) {
  return __builtin_bswap32(x);
}
__HEDDLE_HOST_DEVICE__ unsigned long long __nv_bswap64(unsigned long long x) {
  return __builtin_bswap64(x);
}
__HEDDLE_DEVICE__ unsigned __fns(unsigned mask, unsigned base, int offset) {
  unsigned result;
  asm("fns.b32 %0, %1, %2, %3;" : "=r"(result) : "r"(mask), "r"(base), "r"(offset));
  return result;
}

__HEDDLE_DEVICE__ unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
  // Only the low three bits of each nibble select; prmt would copy a sign where the fourth is set.
  unsigned int result;
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(result) : "r"(x), "r"(y), "r"(selector & 0x7777u));
  return result;
}

__HEDDLE_DEVICE__ unsigned int __funnelshift_l(unsigned int low, unsigned int high,
                                               unsigned int shift) {
  unsigned long long both = ((unsigned long long)high << 32) | low;
  return (unsigned int)((both << (shift & 31)) >> 32);
}
__HEDDLE_DEVICE__ unsigned int __funnelshift_lc(unsigned int low, unsigned int high,
                                                unsigned int shift) {
  unsigned long long both = ((unsigned long long)high << 32) | low;
  return (unsigned int)((both << (shift < 32 ? shift : 32)) >> 32);
}
__HEDDLE_DEVICE__ unsigned int __funnelshift_r(unsigned int low, unsigned int high,
                                               unsigned int shift) {
  unsigned long long both = ((unsigned long long)high << 32) | low;
  return (unsigned int)(both >> (shift & 31));
}
__HEDDLE_DEVICE__ unsigned int __funnelshift_rc(unsigned int low, unsigned int high,
                                                unsigned int shift) {
  unsigned long long both = ((unsigned long long)high << 32) | low;
  return (unsigned int)(both >> (shift < 32 ? shift : 32));
}

__HEDDLE_DEVICE__ int __mul24(int x, int y) {
  return (int)((unsigned int)((int)((unsigned int)x << 8) >> 8) *
               (unsigned int)((int)((unsigned int)y << 8) >> 8));
}
__HEDDLE_DEVICE__ unsigned int __umul24(unsigned int x, unsigned int y) {
  return (x & 0xffffffu) * (y & 0xffffffu);
}
__HEDDLE_DEVICE__ int __mulhi(int x, int y) {
  return (int)(((long long)x * y) >> 32);
}
__HEDDLE_DEVICE__ unsigned int __umulhi(unsigned int x, unsigned int y) {
  return (unsigned int)(((unsigned long long)x * y) >> 32);
}
__HEDDLE_DEVICE__ long long __mul64hi(long long x, long long y) {
  return (long long)(((__int128)x * y) >> 64);
}
__HEDDLE_DEVICE__ unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return (unsigned long long)(((unsigned __int128)x * y) >> 64);
}
// Overloads of older toolkits.
__HEDDLE_DEVICE__ int mulhi(int x, int y) {
  return __mulhi(x, y);
}
__HEDDLE_DEVICE__ unsigned int mulhi(unsigned int x, unsigned int y) {
  return __umulhi(x, y);
}
__HEDDLE_DEVICE__ long long mul64hi(long long x, long long y) {
  return __mul64hi(x, y);
}
__HEDDLE_DEVICE__ unsigned long long mul64hi(unsigned long long x, unsigned long long y) {
  return __umul64hi(x, y);
}
__HEDDLE_DEVICE__ int mul24(int x, int y) {
  return __mul24(x, y);
}
__HEDDLE_DEVICE__ unsigned int umul24(unsigned int x, unsigned int y) {
  return __umul24(x, y);
}

__HEDDLE_DEVICE__ unsigned int __sad(int x, int y, unsigned int z) {
  return z + (x > y ? (unsigned int)x - (unsigned int)y : (unsigned int)y - (unsigned int)x);
}
__HEDDLE_DEVICE__ unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) {
  return z + (x > y ? x - y : y - x);
}
// Averages without the carry that a plain sum would lose.
__HEDDLE_DEVICE__ int __hadd(int x, int y) {
  return (x & y) + ((x ^ y) >> 1);
}
__HEDDLE_DEVICE__ unsigned int __uhadd(unsigned int x, unsigned int y) {
  return (x & y) + ((x ^ y) >> 1);
}
__HEDDLE_DEVICE__ int __rhadd(int x, int y) {
  return (x | y) - ((x ^ y) >> 1);
}
__HEDDLE_DEVICE__ unsigned int __urhadd(unsigned int x, unsigned int y) {
  return (x | y) - ((x ^ y) >> 1);
}

#define __HEDDLE_DOT(name, ptx, ResultT, AT, BT)                                                   \
  __HEDDLE_DEVICE__ ResultT name(AT a, BT b, ResultT c) {                                          \
    ResultT result;                                                                                \
    asm(ptx " %0, %1, %2, %3;"                                                                     \
        : "=r"(result)                                                                             \
        : "r"(__builtin_bit_cast(int, a)), "r"(__builtin_bit_cast(int, b)), "r"(c));               \
    return result;                                                                                 \
  }
__HEDDLE_DOT(__dp4a, "dp4a.s32.s32", int, int, int)
__HEDDLE_DOT(__dp4a, "dp4a.u32.u32", unsigned int, unsigned int, unsigned int)
__HEDDLE_DOT(__dp4a, "dp4a.s32.s32", int, char4, char4)
__HEDDLE_DOT(__dp4a, "dp4a.u32.u32", unsigned int, uchar4, uchar4)
__HEDDLE_DOT(__dp2a_lo, "dp2a.lo.s32.s32", int, int, int)
__HEDDLE_DOT(__dp2a_lo, "dp2a.lo.u32.u32", unsigned int, unsigned int, unsigned int)
__HEDDLE_DOT(__dp2a_lo, "dp2a.lo.s32.s32", int, short2, char4)
__HEDDLE_DOT(__dp2a_lo, "dp2a.lo.u32.u32", unsigned int, ushort2, uchar4)
__HEDDLE_DOT(__dp2a_hi, "dp2a.hi.s32.s32", int, int, int)
__HEDDLE_DOT(__dp2a_hi, "dp2a.hi.u32.u32", unsigned int, unsigned int, unsigned int)
__HEDDLE_DOT(__dp2a_hi, "dp2a.hi.s32.s32", int, short2, char4)
__HEDDLE_DOT(__dp2a_hi, "dp2a.hi.u32.u32", unsigned int, ushort2, uchar4)
#undef __HEDDLE_DOT

#define __HEDDLE_SPACE_PREDICATE(name, space)                                                      \
  __HEDDLE_DEVICE__ unsigned int name(const void* pointer) {                                       \
    unsigned int result;                                                                           \
    asm("{\n\t.reg .pred %%p;\n\tisspacep." space " %%p, %1;\n\tselp.u32 %0, 1, 0, %%p;\n\t}"      \
        : "=r"(result)                                                                             \
        : "l"(pointer));                                                                           \
    return result;                                                                                 \
  }
#if !defined(__CLANG_CUDA_RUNTIME_WRAPPER_H__) // which defines these four itself
__HEDDLE_SPACE_PREDICATE(__isGlobal, "global")
__HEDDLE_SPACE_PREDICATE(__isShared, "shared")
__HEDDLE_SPACE_PREDICATE(__isConstant, "const")
__HEDDLE_SPACE_PREDICATE(__isLocal, "local")
#endif
__HEDDLE_SPACE_PREDICATE(__isGridConstant, "param")
#undef __HEDDLE_SPACE_PREDICATE

#define __HEDDLE_ADDRESS_CONVERSION(to, from, space)                                               \
  __HEDDLE_DEVICE__ size_t to(const void* pointer) {                                               \
    size_t result;                                                                                 \
    asm("cvta.to." space ".u64 %0, %1;" : "=l"(result) : "l"(pointer));                            \
    return result;                                                                                 \
  }                                                                                                \
  __HEDDLE_DEVICE__ void* from(size_t address) {                                                   \
    void* result;                                                                                  \
    asm("cvta." space ".u64 %0, %1;" : "=l"(result) : "l"(address));                               \
    return result;                                                                                 \
  }
__HEDDLE_ADDRESS_CONVERSION(__cvta_generic_to_global, __cvta_global_to_generic, "global")
__HEDDLE_ADDRESS_CONVERSION(__cvta_generic_to_shared, __cvta_shared_to_generic, "shared")
__HEDDLE_ADDRESS_CONVERSION(__cvta_generic_to_constant, __cvta_constant_to_generic, "const")
__HEDDLE_ADDRESS_CONVERSION(__cvta_generic_to_local, __cvta_local_to_generic, "local")
__HEDDLE_ADDRESS_CONVERSION(__cvta_generic_to_grid_constant, __cvta_grid_constant_to_generic,
                            "param")
#undef __HEDDLE_ADDRESS_CONVERSION

#endif
