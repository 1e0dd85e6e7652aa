// Loads and stores with a cache operator: __ldg, __ldcg, __ldca, __ldcs, __ldlu, __ldcv, __stwb,
// __stcg, __stcs, __stwt, for all scalar and vector types that one instruction can move.
#ifndef HEDDLE_CRT_LOAD_STORE_FUNCTIONS_H
#define HEDDLE_CRT_LOAD_STORE_FUNCTIONS_H

#include "crt/device_macros.h"
#include "vector_types.h"

#define __HEDDLE_LOAD1(name, volatility, ptx, T, type, reg, RegT)                                  \
  __HEDDLE_DEVICE__ T name(const T* pointer) {                                                     \
    RegT x;                                                                                        \
    asm volatility(ptx "." type " %0, [%1];" : "=" reg(x) : "l"(pointer));                         \
    return (T)x;                                                                                   \
  }
#define __HEDDLE_LOAD2(name, volatility, ptx, T, type, reg, RegT, Field)                           \
  __HEDDLE_DEVICE__ T name(const T* pointer) {                                                     \
    RegT x, y;                                                                                     \
    asm volatility(ptx ".v2." type " {%0, %1}, [%2];" : "=" reg(x), "=" reg(y) : "l"(pointer));    \
    T result;                                                                                      \
    result.x = (Field)x;                                                                           \
    result.y = (Field)y;                                                                           \
    return result;                                                                                 \
  }
#define __HEDDLE_LOAD4(name, volatility, ptx, T, type, reg, RegT, Field)                           \
  __HEDDLE_DEVICE__ T name(const T* pointer) {                                                     \
    RegT x, y, z, w;                                                                               \
    asm volatility(ptx ".v4." type " {%0, %1, %2, %3}, [%4];"                                      \
                   : "=" reg(x), "=" reg(y), "=" reg(z), "=" reg(w)                                \
                   : "l"(pointer));                                                                \
    T result;                                                                                      \
    result.x = (Field)x;                                                                           \
    result.y = (Field)y;                                                                           \
    result.z = (Field)z;                                                                           \
    result.w = (Field)w;                                                                           \
    return result;                                                                                 \
  }
#define __HEDDLE_STORE1(name, ptx, T, type, reg, RegT)                                             \
  __HEDDLE_DEVICE__ void name(T* pointer, T value) {                                               \
    asm volatile(ptx "." type " [%0], %1;" ::"l"(pointer), reg((RegT)value) : "memory");           \
  }
#define __HEDDLE_STORE2(name, ptx, T, type, reg, RegT, Field)                                      \
  __HEDDLE_DEVICE__ void name(T* pointer, T value) {                                               \
    asm volatile(ptx ".v2." type " [%0], {%1, %2};" ::"l"(pointer), reg((RegT)value.x),            \
                 reg((RegT)value.y)                                                                \
                 : "memory");                                                                      \
  }
#define __HEDDLE_STORE4(name, ptx, T, type, reg, RegT, Field)                                      \
  __HEDDLE_DEVICE__ void name(T* pointer, T value) {                                               \
    asm volatile(ptx ".v4." type " [%0], {%1, %2, %3, %4};" ::"l"(pointer), reg((RegT)value.x),    \
                 reg((RegT)value.y), reg((RegT)value.z), reg((RegT)value.w)                        \
                 : "memory");                                                                      \
  }

// One row per type: PTX type, register class, the C type that class holds, the vector's component.
#define __HEDDLE_FOR_SCALARS(M, ...)                                                               \
  M(__VA_ARGS__, char, "s8", "r", int)                                                             \
  M(__VA_ARGS__, signed char, "s8", "r", int)                                                      \
  M(__VA_ARGS__, unsigned char, "u8", "r", unsigned int)                                           \
  M(__VA_ARGS__, short, "s16", "h", short)                                                         \
  M(__VA_ARGS__, unsigned short, "u16", "h", unsigned short)                                       \
  M(__VA_ARGS__, int, "s32", "r", int)                                                             \
  M(__VA_ARGS__, unsigned int, "u32", "r", unsigned int)                                           \
  M(__VA_ARGS__, long, "s64", "l", long)                                                           \
  M(__VA_ARGS__, unsigned long, "u64", "l", unsigned long)                                         \
  M(__VA_ARGS__, long long, "s64", "l", long long)                                                 \
  M(__VA_ARGS__, unsigned long long, "u64", "l", unsigned long long)                               \
  M(__VA_ARGS__, float, "f32", "f", float)                                                         \
  M(__VA_ARGS__, double, "f64", "d", double)
#define __HEDDLE_FOR_PAIRS(M, ...)                                                                 \
  M(__VA_ARGS__, char2, "s8", "r", int, signed char)                                               \
  M(__VA_ARGS__, uchar2, "u8", "r", unsigned int, unsigned char)                                   \
  M(__VA_ARGS__, short2, "s16", "h", short, short)                                                 \
  M(__VA_ARGS__, ushort2, "u16", "h", unsigned short, unsigned short)                              \
  M(__VA_ARGS__, int2, "s32", "r", int, int)                                                       \
  M(__VA_ARGS__, uint2, "u32", "r", unsigned int, unsigned int)                                    \
  M(__VA_ARGS__, longlong2, "s64", "l", long long, long long)                                      \
  M(__VA_ARGS__, ulonglong2, "u64", "l", unsigned long long, unsigned long long)                   \
  M(__VA_ARGS__, float2, "f32", "f", float, float)                                                 \
  M(__VA_ARGS__, double2, "f64", "d", double, double)
#define __HEDDLE_FOR_QUADS(M, ...)                                                                 \
  M(__VA_ARGS__, char4, "s8", "r", int, signed char)                                               \
  M(__VA_ARGS__, uchar4, "u8", "r", unsigned int, unsigned char)                                   \
  M(__VA_ARGS__, short4, "s16", "h", short, short)                                                 \
  M(__VA_ARGS__, ushort4, "u16", "h", unsigned short, unsigned short)                              \
  M(__VA_ARGS__, int4, "s32", "r", int, int)                                                       \
  M(__VA_ARGS__, uint4, "u32", "r", unsigned int, unsigned int)                                    \
  M(__VA_ARGS__, float4, "f32", "f", float, float)

#define __HEDDLE_LOADS(name, volatility, ptx)                                                      \
  __HEDDLE_FOR_SCALARS(__HEDDLE_LOAD1, name, volatility, ptx)                                      \
  __HEDDLE_FOR_PAIRS(__HEDDLE_LOAD2, name, volatility, ptx)                                        \
  __HEDDLE_FOR_QUADS(__HEDDLE_LOAD4, name, volatility, ptx)
#define __HEDDLE_STORES(name, ptx)                                                                 \
  __HEDDLE_FOR_SCALARS(__HEDDLE_STORE1, name, ptx)                                                 \
  __HEDDLE_FOR_PAIRS(__HEDDLE_STORE2, name, ptx)                                                   \
  __HEDDLE_FOR_QUADS(__HEDDLE_STORE4, name, ptx)

// Only __ldg promises that nobody writes meanwhile, so only it may be moved or merged.
__HEDDLE_LOADS(__ldg, , "ld.global.nc")
__HEDDLE_LOADS(__ldca, volatile, "ld.global.ca")
__HEDDLE_LOADS(__ldcg, volatile, "ld.global.cg")
__HEDDLE_LOADS(__ldcs, volatile, "ld.global.cs")
__HEDDLE_LOADS(__ldlu, volatile, "ld.global.lu")
__HEDDLE_LOADS(__ldcv, volatile, "ld.global.cv")
__HEDDLE_STORES(__stwb, "st.global.wb")
__HEDDLE_STORES(__stcg, "st.global.cg")
__HEDDLE_STORES(__stcs, "st.global.cs")
__HEDDLE_STORES(__stwt, "st.global.wt")

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
// What CCCL's headers build upon. How long data stays in a cache is a hint, which nothing needs.
__HEDDLE_DEVICE__ void* __nv_associate_access_property(const void* __ptr, unsigned long long) {
  return const_cast<void*>(__ptr);
}

#define __HEDDLE_COPY_TO_SHARED(name, ptx)                                                         \
  __HEDDLE_DEVICE__ void name(void* __to, const void* __from, unsigned int __bytes) {              \
    asm volatile("{ .reg .u64 to, from; .reg .u32 shared;\n\t"                                     \
                 "cvta.to.shared.u64 to, %0; cvt.u32.u64 shared, to;\n\t"                          \
                 "cvta.to.global.u64 from, %1;\n\t" ptx " }" ::"l"(__to),                          \
                 "l"(__from), "r"(__bytes)                                                         \
                 : "memory");                                                                      \
  }
__HEDDLE_COPY_TO_SHARED(__nv_memcpy_async_shared_global_4,
                        "cp.async.ca.shared.global [shared], [from], 4, %2;")
__HEDDLE_COPY_TO_SHARED(__nv_memcpy_async_shared_global_8,
                        "cp.async.ca.shared.global [shared], [from], 8, %2;")
__HEDDLE_COPY_TO_SHARED(__nv_memcpy_async_shared_global_16,
                        "cp.async.cg.shared.global [shared], [from], 16, %2;")
#undef __HEDDLE_COPY_TO_SHARED
#endif

#undef __HEDDLE_STORES
#undef __HEDDLE_LOADS
#undef __HEDDLE_FOR_QUADS
#undef __HEDDLE_FOR_PAIRS
#undef __HEDDLE_FOR_SCALARS
#undef __HEDDLE_STORE4
#undef __HEDDLE_STORE2
#undef __HEDDLE_STORE1
#undef __HEDDLE_LOAD4
#undef __HEDDLE_LOAD2
#undef __HEDDLE_LOAD1

#endif
