// Atomic functions. The plain names have device scope and go through compiler builtins, so that
// the optimiser can still find out which memory the address is in; `_block` and `_system` carry
// their scope in PTX.
#ifndef HEDDLE_CRT_ATOMIC_FUNCTIONS_H
#define HEDDLE_CRT_ATOMIC_FUNCTIONS_H

/* The name that programs test for. */
#define __DEVICE_ATOMIC_FUNCTIONS_H__

#include "crt/device_macros.h"
#include "vector_types.h"

// Atomics on 32 bits came with compute capability 1.1, on 64 bits with 1.2, of float sums with 2.0.
#define __HEDDLE_ATOMIC(since, name, T, builtin, BuiltinT)                                         \
  since __HEDDLE_DEVICE__ T name(T* address, T value) {                                            \
    return (T)builtin((BuiltinT*)address, (BuiltinT)value);                                        \
  }

__HEDDLE_ATOMIC(__HEDDLE_SINCE_11, atomicAdd, int, __nvvm_atom_add_gen_i, int)
__HEDDLE_ATOMIC(__HEDDLE_SINCE_11, atomicAdd, unsigned int, __nvvm_atom_add_gen_i, int)
__HEDDLE_ATOMIC(__HEDDLE_SINCE_12, atomicAdd, unsigned long long, __nvvm_atom_add_gen_ll, long long)
__HEDDLE_ATOMIC(__HEDDLE_SINCE_20, atomicAdd, float, __nvvm_atom_add_gen_f, float)

__HEDDLE_ATOMIC(__HEDDLE_SINCE_11, atomicExch, int, __nvvm_atom_xchg_gen_i, int)
__HEDDLE_ATOMIC(__HEDDLE_SINCE_11, atomicExch, unsigned int, __nvvm_atom_xchg_gen_i, int)
__HEDDLE_ATOMIC(__HEDDLE_SINCE_12, atomicExch, unsigned long long, __nvvm_atom_xchg_gen_ll,
                long long)

__HEDDLE_ATOMIC(__HEDDLE_SINCE_11, atomicMin, int, __nvvm_atom_min_gen_i, int)
__HEDDLE_ATOMIC(__HEDDLE_SINCE_11, atomicMin, unsigned int, __nvvm_atom_min_gen_ui, unsigned int)
__HEDDLE_ATOMIC(__HEDDLE_SINCE_12, atomicMin, long long, __nvvm_atom_min_gen_ll, long long)
__HEDDLE_ATOMIC(__HEDDLE_SINCE_12, atomicMin, unsigned long long, __nvvm_atom_min_gen_ull,
                unsigned long long)
__HEDDLE_ATOMIC(__HEDDLE_SINCE_11, atomicMax, int, __nvvm_atom_max_gen_i, int)
__HEDDLE_ATOMIC(__HEDDLE_SINCE_11, atomicMax, unsigned int, __nvvm_atom_max_gen_ui, unsigned int)
__HEDDLE_ATOMIC(__HEDDLE_SINCE_12, atomicMax, long long, __nvvm_atom_max_gen_ll, long long)
__HEDDLE_ATOMIC(__HEDDLE_SINCE_12, atomicMax, unsigned long long, __nvvm_atom_max_gen_ull,
                unsigned long long)

__HEDDLE_ATOMIC(__HEDDLE_SINCE_11, atomicInc, unsigned int, __nvvm_atom_inc_gen_ui, unsigned int)
__HEDDLE_ATOMIC(__HEDDLE_SINCE_11, atomicDec, unsigned int, __nvvm_atom_dec_gen_ui, unsigned int)

#define __HEDDLE_ATOMIC_BITWISE(name, op)                                                          \
  __HEDDLE_ATOMIC(__HEDDLE_SINCE_11, name, int, __nvvm_atom_##op##_gen_i, int)                     \
  __HEDDLE_ATOMIC(__HEDDLE_SINCE_11, name, unsigned int, __nvvm_atom_##op##_gen_i, int)            \
  __HEDDLE_ATOMIC(__HEDDLE_SINCE_12, name, long long, __nvvm_atom_##op##_gen_ll, long long)        \
  __HEDDLE_ATOMIC(__HEDDLE_SINCE_12, name, unsigned long long, __nvvm_atom_##op##_gen_ll, long long)
__HEDDLE_ATOMIC_BITWISE(atomicAnd, and)
__HEDDLE_ATOMIC_BITWISE(atomicOr, or)
__HEDDLE_ATOMIC_BITWISE(atomicXor, xor)
#undef __HEDDLE_ATOMIC_BITWISE
#undef __HEDDLE_ATOMIC

__HEDDLE_SINCE_11 __HEDDLE_DEVICE__ int atomicSub(int* address, int value) {
  return atomicAdd(address, (int)(0u - (unsigned int)value));
}
__HEDDLE_SINCE_11 __HEDDLE_DEVICE__ unsigned int atomicSub(unsigned int* address,
                                                           unsigned int value) {
  return atomicAdd(address, 0u - value);
}
__HEDDLE_SINCE_11 __HEDDLE_DEVICE__ float atomicExch(float* address, float value) {
  return __builtin_bit_cast(float,
                            __nvvm_atom_xchg_gen_i((int*)address, __builtin_bit_cast(int, value)));
}

__HEDDLE_SINCE_11 __HEDDLE_DEVICE__ int atomicCAS(int* address, int compare, int value) {
  return __nvvm_atom_cas_gen_i(address, compare, value);
}
__HEDDLE_SINCE_11 __HEDDLE_DEVICE__ unsigned int
atomicCAS(unsigned int* address, unsigned int compare, unsigned int value) {
  return (unsigned int)__nvvm_atom_cas_gen_i((int*)address, (int)compare, (int)value);
}
__HEDDLE_SINCE_12 __HEDDLE_DEVICE__ unsigned long long
atomicCAS(unsigned long long* address, unsigned long long compare, unsigned long long value) {
  return (unsigned long long)__nvvm_atom_cas_gen_ll((long long*)address, (long long)compare,
                                                    (long long)value);
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600

// Programs written for older devices define `double atomicAdd(double*, double)` themselves, some
// only where __CUDA_ARCH__ is below 600, which the host pass takes for true. As a template ours
// neither conflicts with theirs nor is preferred to it.
template <class T> struct __heddle_only_double {};
template <> struct __heddle_only_double<double> {
  typedef double type;
};
template <class T>
__HEDDLE_DEVICE__ T atomicAdd(T* address, typename __heddle_only_double<T>::type value) {
  return __nvvm_atom_add_gen_d(address, value);
}

#define __HEDDLE_ATOMIC_SCOPED(name, scope, ptx, T, reg)                                           \
  __HEDDLE_DEVICE__ T name(T* address, T value) {                                                  \
    T old;                                                                                         \
    asm volatile("atom." scope "." ptx " %0, [%1], %2;"                                            \
                 : "=" reg(old)                                                                    \
                 : "l"(address), reg(value)                                                        \
                 : "memory");                                                                      \
    return old;                                                                                    \
  }
#define __HEDDLE_ATOMIC_CAS_SCOPED(name, scope, ptx, T, reg)                                       \
  __HEDDLE_DEVICE__ T name(T* address, T compare, T value) {                                       \
    T old;                                                                                         \
    asm volatile("atom." scope "." ptx " %0, [%1], %2, %3;"                                        \
                 : "=" reg(old)                                                                    \
                 : "l"(address), reg(compare), reg(value)                                          \
                 : "memory");                                                                      \
    return old;                                                                                    \
  }
#define __HEDDLE_ATOMIC_BITWISE_SCOPED(name, scope, op)                                            \
  __HEDDLE_ATOMIC_SCOPED(name, scope, op ".b32", int, "r")                                         \
  __HEDDLE_ATOMIC_SCOPED(name, scope, op ".b32", unsigned int, "r")                                \
  __HEDDLE_ATOMIC_SCOPED(name, scope, op ".b64", long long, "l")                                   \
  __HEDDLE_ATOMIC_SCOPED(name, scope, op ".b64", unsigned long long, "l")
#define __HEDDLE_ATOMICS_OF_SCOPE(suffix, scope)                                                   \
  __HEDDLE_ATOMIC_SCOPED(atomicAdd##suffix, scope, "add.s32", int, "r")                            \
  __HEDDLE_ATOMIC_SCOPED(atomicAdd##suffix, scope, "add.u32", unsigned int, "r")                   \
  __HEDDLE_ATOMIC_SCOPED(atomicAdd##suffix, scope, "add.u64", unsigned long long, "l")             \
  __HEDDLE_ATOMIC_SCOPED(atomicAdd##suffix, scope, "add.f32", float, "f")                          \
  __HEDDLE_ATOMIC_SCOPED(atomicAdd##suffix, scope, "add.f64", double, "d")                         \
  __HEDDLE_ATOMIC_SCOPED(atomicExch##suffix, scope, "exch.b32", int, "r")                          \
  __HEDDLE_ATOMIC_SCOPED(atomicExch##suffix, scope, "exch.b32", unsigned int, "r")                 \
  __HEDDLE_ATOMIC_SCOPED(atomicExch##suffix, scope, "exch.b64", unsigned long long, "l")           \
  __HEDDLE_ATOMIC_SCOPED(atomicExch##suffix, scope, "exch.b32", float, "f")                        \
  __HEDDLE_ATOMIC_SCOPED(atomicMin##suffix, scope, "min.s32", int, "r")                            \
  __HEDDLE_ATOMIC_SCOPED(atomicMin##suffix, scope, "min.u32", unsigned int, "r")                   \
  __HEDDLE_ATOMIC_SCOPED(atomicMin##suffix, scope, "min.s64", long long, "l")                      \
  __HEDDLE_ATOMIC_SCOPED(atomicMin##suffix, scope, "min.u64", unsigned long long, "l")             \
  __HEDDLE_ATOMIC_SCOPED(atomicMax##suffix, scope, "max.s32", int, "r")                            \
  __HEDDLE_ATOMIC_SCOPED(atomicMax##suffix, scope, "max.u32", unsigned int, "r")                   \
  __HEDDLE_ATOMIC_SCOPED(atomicMax##suffix, scope, "max.s64", long long, "l")                      \
  __HEDDLE_ATOMIC_SCOPED(atomicMax##suffix, scope, "max.u64", unsigned long long, "l")             \
  __HEDDLE_ATOMIC_SCOPED(atomicInc##suffix, scope, "inc.u32", unsigned int, "r")                   \
  __HEDDLE_ATOMIC_SCOPED(atomicDec##suffix, scope, "dec.u32", unsigned int, "r")                   \
  __HEDDLE_ATOMIC_BITWISE_SCOPED(atomicAnd##suffix, scope, "and")                                  \
  __HEDDLE_ATOMIC_BITWISE_SCOPED(atomicOr##suffix, scope, "or")                                    \
  __HEDDLE_ATOMIC_BITWISE_SCOPED(atomicXor##suffix, scope, "xor")                                  \
  __HEDDLE_ATOMIC_CAS_SCOPED(atomicCAS##suffix, scope, "cas.b32", int, "r")                        \
  __HEDDLE_ATOMIC_CAS_SCOPED(atomicCAS##suffix, scope, "cas.b32", unsigned int, "r")               \
  __HEDDLE_ATOMIC_CAS_SCOPED(atomicCAS##suffix, scope, "cas.b64", unsigned long long, "l")         \
  __HEDDLE_DEVICE__ int atomicSub##suffix(int* address, int value) {                               \
    return atomicAdd##suffix(address, (int)(0u - (unsigned int)value));                            \
  }                                                                                                \
  __HEDDLE_DEVICE__ unsigned int atomicSub##suffix(unsigned int* address, unsigned int value) {    \
    return atomicAdd##suffix(address, 0u - value);                                                 \
  }
__HEDDLE_ATOMICS_OF_SCOPE(_block, "cta")
__HEDDLE_ATOMICS_OF_SCOPE(_system, "sys")
#undef __HEDDLE_ATOMICS_OF_SCOPE
#undef __HEDDLE_ATOMIC_BITWISE_SCOPED
#undef __HEDDLE_ATOMIC_SCOPED

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
__HEDDLE_ATOMIC_CAS_SCOPED(atomicCAS, "gpu", "cas.b16", unsigned short, "h")
__HEDDLE_ATOMIC_CAS_SCOPED(atomicCAS_block, "cta", "cas.b16", unsigned short, "h")
__HEDDLE_ATOMIC_CAS_SCOPED(atomicCAS_system, "sys", "cas.b16", unsigned short, "h")
#endif
#undef __HEDDLE_ATOMIC_CAS_SCOPED

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
// Each element is added atomically; the whole vector is not.
#define __HEDDLE_ATOMIC_VECTORS(suffix, scope)                                                     \
  __HEDDLE_DEVICE__ float2 atomicAdd##suffix(float2* address, float2 value) {                      \
    float2 old;                                                                                    \
    asm volatile("atom." scope ".global.add.v2.f32 {%0, %1}, [%2], {%3, %4};"                      \
                 : "=f"(old.x), "=f"(old.y)                                                        \
                 : "l"(address), "f"(value.x), "f"(value.y)                                        \
                 : "memory");                                                                      \
    return old;                                                                                    \
  }                                                                                                \
  __HEDDLE_DEVICE__ float4 atomicAdd##suffix(float4* address, float4 value) {                      \
    float4 old;                                                                                    \
    asm volatile("atom." scope ".global.add.v4.f32 {%0, %1, %2, %3}, [%4], {%5, %6, %7, %8};"      \
                 : "=f"(old.x), "=f"(old.y), "=f"(old.z), "=f"(old.w)                              \
                 : "l"(address), "f"(value.x), "f"(value.y), "f"(value.z), "f"(value.w)            \
                 : "memory");                                                                      \
    return old;                                                                                    \
  }
__HEDDLE_ATOMIC_VECTORS(, "gpu")
__HEDDLE_ATOMIC_VECTORS(_block, "cta")
__HEDDLE_ATOMIC_VECTORS(_system, "sys")
#undef __HEDDLE_ATOMIC_VECTORS

// Any type of 16 bytes, aligned to them, that may be copied by its bytes.
template <bool, class T> struct __heddle_only_16_bytes {};
template <class T> struct __heddle_only_16_bytes<true, T> {
  typedef T type;
};
#define __HEDDLE_16_BYTES(T)                                                                       \
  typename __heddle_only_16_bytes<                                                                 \
      sizeof(T) == 16 && __alignof__(T) >= 16 && __is_trivially_copyable(T), T>::type
#define __HEDDLE_ATOMIC_16_BYTES(suffix, scope)                                                    \
  template <class T>                                                                               \
  __HEDDLE_DEVICE__ __HEDDLE_16_BYTES(T) atomicCAS##suffix(T* address, T compare, T value) {       \
    __int128 old;                                                                                  \
    asm volatile("atom." scope ".cas.b128 %0, [%1], %2, %3;"                                       \
                 : "=q"(old)                                                                       \
                 : "l"(address), "q"(__builtin_bit_cast(__int128, compare)),                       \
                   "q"(__builtin_bit_cast(__int128, value))                                        \
                 : "memory");                                                                      \
    return __builtin_bit_cast(T, old);                                                             \
  }                                                                                                \
  template <class T>                                                                               \
  __HEDDLE_DEVICE__ __HEDDLE_16_BYTES(T) atomicExch##suffix(T* address, T value) {                 \
    __int128 old;                                                                                  \
    asm volatile("atom." scope ".exch.b128 %0, [%1], %2;"                                          \
                 : "=q"(old)                                                                       \
                 : "l"(address), "q"(__builtin_bit_cast(__int128, value))                          \
                 : "memory");                                                                      \
    return __builtin_bit_cast(T, old);                                                             \
  }
__HEDDLE_ATOMIC_16_BYTES(, "gpu")
__HEDDLE_ATOMIC_16_BYTES(_block, "cta")
__HEDDLE_ATOMIC_16_BYTES(_system, "sys")
#undef __HEDDLE_ATOMIC_16_BYTES
#undef __HEDDLE_16_BYTES
#endif

#endif

#endif
