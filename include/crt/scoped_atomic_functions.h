// __nv_atomic_*: atomic operations with a memory order and a scope as arguments, which programs
// give as constants, so that one branch is left of each switch. The operation itself is relaxed in
// its scope; fences around it make the order.
#ifndef HEDDLE_CRT_SCOPED_ATOMIC_FUNCTIONS_H
#define HEDDLE_CRT_SCOPED_ATOMIC_FUNCTIONS_H

#include "crt/device_macros.h"

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5

#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define __HEDDLE_CLUSTER_SCOPE "cluster"
#else
#define __HEDDLE_CLUSTER_SCOPE "gpu"
#endif
#define __HEDDLE_IN_SCOPE(scope, statement)                                                        \
  switch (scope) {                                                                                 \
  case __NV_THREAD_SCOPE_THREAD:                                                                   \
  case __NV_THREAD_SCOPE_BLOCK:                                                                    \
    statement("cta");                                                                              \
    break;                                                                                         \
  case __NV_THREAD_SCOPE_CLUSTER:                                                                  \
    statement(__HEDDLE_CLUSTER_SCOPE);                                                             \
    break;                                                                                         \
  case __NV_THREAD_SCOPE_DEVICE:                                                                   \
    statement("gpu");                                                                              \
    break;                                                                                         \
  default:                                                                                         \
    statement("sys");                                                                              \
  }

__HEDDLE_DEVICE__ void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  if (order == __NV_ATOMIC_RELAXED)
    return;
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
#define __HEDDLE_FENCE_SC(s) asm volatile("fence.sc." s ";" ::: "memory")
#define __HEDDLE_FENCE(s) asm volatile("fence.acq_rel." s ";" ::: "memory")
  if (order == __NV_ATOMIC_SEQ_CST) {
    __HEDDLE_IN_SCOPE(scope, __HEDDLE_FENCE_SC)
  } else {
    __HEDDLE_IN_SCOPE(scope, __HEDDLE_FENCE)
  }
#undef __HEDDLE_FENCE
#undef __HEDDLE_FENCE_SC
#else
  if (scope <= __NV_THREAD_SCOPE_BLOCK)
    asm volatile("membar.cta;" ::: "memory");
  else if (scope <= __NV_THREAD_SCOPE_DEVICE)
    asm volatile("membar.gl;" ::: "memory");
  else
    asm volatile("membar.sys;" ::: "memory");
#endif
}

#undef __HEDDLE_IN_SCOPE

namespace heddle {
namespace device {

// The order of a compare and exchange that both its ends agree with.
__HEDDLE_DEVICE__ int strongerOrder(int success, int failure) {
  if (success == __NV_ATOMIC_RELEASE &&
      (failure == __NV_ATOMIC_ACQUIRE || failure == __NV_ATOMIC_CONSUME))
    return __NV_ATOMIC_ACQ_REL;
  return success > failure ? success : failure;
}

// Fences on both sides of an operation.
class OrderedOperation {
public:
  __inline__ __attribute__((always_inline)) __device__ OrderedOperation(int order, int scope)
      : order_(order), scope_(scope) {
    if (order >= __NV_ATOMIC_RELEASE)
      __nv_atomic_thread_fence(order, scope);
  }
  __inline__ __attribute__((always_inline)) __device__ ~OrderedOperation() {
    if (order_ != __NV_ATOMIC_RELAXED && order_ != __NV_ATOMIC_RELEASE)
      __nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, scope_);
  }

private:
  int order_, scope_;
};

// How values travel: as unsigned integers of their size.
template <unsigned Size> struct AtomicBits {};
template <> struct AtomicBits<1> {
  typedef unsigned char type;
};
template <> struct AtomicBits<2> {
  typedef unsigned short type;
};
template <> struct AtomicBits<4> {
  typedef unsigned int type;
};
template <> struct AtomicBits<8> {
  typedef unsigned long long type;
};
template <> struct AtomicBits<16> {
  typedef unsigned __int128 type;
};
template <class T> using AtomicBitsOf = typename AtomicBits<sizeof(T)>::type;

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
#define __HEDDLE_RELAXED_LOAD(s) "ld.relaxed." s
#define __HEDDLE_RELAXED_STORE(s) "st.relaxed." s
#define __HEDDLE_RELAXED_ATOM(s) "atom.relaxed." s
#else
#define __HEDDLE_RELAXED_LOAD(s) "ld.volatile"
#define __HEDDLE_RELAXED_STORE(s) "st.volatile"
#define __HEDDLE_RELAXED_ATOM(s) "atom." s
#endif

// The instruction in the scope that is asked for. Nothing here may depend on the scope but its
// name.
#define __HEDDLE_SCOPED_ASM(scope, before, after, outputs, ...)                                    \
  switch (scope) {                                                                                 \
  case __NV_THREAD_SCOPE_THREAD:                                                                   \
  case __NV_THREAD_SCOPE_BLOCK:                                                                    \
    asm volatile(before("cta") after : outputs : __VA_ARGS__ : "memory");                          \
    break;                                                                                         \
  case __NV_THREAD_SCOPE_CLUSTER:                                                                  \
    asm volatile(before(__HEDDLE_CLUSTER_SCOPE) after : outputs : __VA_ARGS__ : "memory");         \
    break;                                                                                         \
  case __NV_THREAD_SCOPE_DEVICE:                                                                   \
    asm volatile(before("gpu") after : outputs : __VA_ARGS__ : "memory");                          \
    break;                                                                                         \
  default:                                                                                         \
    asm volatile(before("sys") after : outputs : __VA_ARGS__ : "memory");                          \
  }

#define __HEDDLE_SCOPED_LOAD_STORE(Bits, Register, type, reg)                                      \
  __HEDDLE_DEVICE__ Bits relaxedLoad(const Bits* address, int scope) {                             \
    Register result;                                                                               \
    __HEDDLE_SCOPED_ASM(scope, __HEDDLE_RELAXED_LOAD, "." type " %0, [%1];", "=" reg(result),      \
                        "l"(address))                                                              \
    return (Bits)result;                                                                           \
  }                                                                                                \
  __HEDDLE_DEVICE__ void relaxedStore(Bits* address, Bits bits, int scope) {                       \
    const Register value = bits;                                                                   \
    __HEDDLE_SCOPED_ASM(scope, __HEDDLE_RELAXED_STORE, "." type " [%0], %1;", , "l"(address),      \
                        reg(value))                                                                \
  }
#define __HEDDLE_SCOPED_CAS(Bits, type, reg)                                                       \
  __HEDDLE_DEVICE__ Bits relaxedCas(Bits* address, Bits compare, Bits value, int scope) {          \
    Bits result;                                                                                   \
    __HEDDLE_SCOPED_ASM(scope, __HEDDLE_RELAXED_ATOM, ".cas." type " %0, [%1], %2, %3;",           \
                        "=" reg(result), "l"(address), reg(compare), reg(value))                   \
    return result;                                                                                 \
  }
#define __HEDDLE_SCOPED_UPDATE(name, T, operation, reg)                                            \
  __HEDDLE_DEVICE__ T name(T* address, T value, int scope) {                                       \
    T result;                                                                                      \
    __HEDDLE_SCOPED_ASM(scope, __HEDDLE_RELAXED_ATOM, "." operation " %0, [%1], %2;",              \
                        "=" reg(result), "l"(address), reg(value))                                 \
    return result;                                                                                 \
  }

__HEDDLE_SCOPED_LOAD_STORE(unsigned char, unsigned short, "b8", "h")
__HEDDLE_SCOPED_LOAD_STORE(unsigned short, unsigned short, "b16", "h")
__HEDDLE_SCOPED_LOAD_STORE(unsigned int, unsigned int, "b32", "r")
__HEDDLE_SCOPED_LOAD_STORE(unsigned long long, unsigned long long, "b64", "l")
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
__HEDDLE_SCOPED_LOAD_STORE(unsigned __int128, unsigned __int128, "b128", "q")
__HEDDLE_SCOPED_CAS(unsigned short, "b16", "h")
#endif
__HEDDLE_SCOPED_CAS(unsigned int, "b32", "r")
__HEDDLE_SCOPED_CAS(unsigned long long, "b64", "l")
__HEDDLE_SCOPED_UPDATE(relaxedExchange, unsigned int, "exch.b32", "r")
__HEDDLE_SCOPED_UPDATE(relaxedExchange, unsigned long long, "exch.b64", "l")
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__HEDDLE_SCOPED_CAS(unsigned __int128, "b128", "q")
__HEDDLE_SCOPED_UPDATE(relaxedExchange, unsigned __int128, "exch.b128", "q")
#endif

#define __HEDDLE_SCOPED_INTEGERS(name, operation, s32, u32, s64, u64)                              \
  __HEDDLE_SCOPED_UPDATE(name, int, operation s32, "r")                                            \
  __HEDDLE_SCOPED_UPDATE(name, unsigned int, operation u32, "r")                                   \
  __HEDDLE_SCOPED_UPDATE(name, long long, operation s64, "l")                                      \
  __HEDDLE_SCOPED_UPDATE(name, unsigned long long, operation u64, "l")                             \
  __HEDDLE_SCOPED_UPDATE(name, long, operation s64, "l")                                           \
  __HEDDLE_SCOPED_UPDATE(name, unsigned long, operation u64, "l")
__HEDDLE_SCOPED_INTEGERS(relaxedAdd, "add", ".s32", ".u32", ".u64", ".u64")
__HEDDLE_SCOPED_INTEGERS(relaxedMin, "min", ".s32", ".u32", ".s64", ".u64")
__HEDDLE_SCOPED_INTEGERS(relaxedMax, "max", ".s32", ".u32", ".s64", ".u64")
__HEDDLE_SCOPED_INTEGERS(relaxedAnd, "and", ".b32", ".b32", ".b64", ".b64")
__HEDDLE_SCOPED_INTEGERS(relaxedOr, "or", ".b32", ".b32", ".b64", ".b64")
__HEDDLE_SCOPED_INTEGERS(relaxedXor, "xor", ".b32", ".b32", ".b64", ".b64")
__HEDDLE_SCOPED_UPDATE(relaxedAdd, float, "add.f32", "f")
__HEDDLE_SCOPED_UPDATE(relaxedAdd, double, "add.f64", "d")

#undef __HEDDLE_SCOPED_INTEGERS
#undef __HEDDLE_SCOPED_UPDATE
#undef __HEDDLE_SCOPED_CAS
#undef __HEDDLE_SCOPED_LOAD_STORE
#undef __HEDDLE_SCOPED_ASM
#undef __HEDDLE_RELAXED_ATOM
#undef __HEDDLE_RELAXED_STORE
#undef __HEDDLE_RELAXED_LOAD
#undef __HEDDLE_CLUSTER_SCOPE

// Values of deduced types are converted to the object's, as arguments of functions are.
template <class T> struct AtomicOperand {
  typedef T type;
};
template <class T> struct AtomicOperand<volatile T> {
  typedef T type;
};
template <class T> struct AtomicOperand<const T> {
  typedef T type;
};
template <class T> struct AtomicOperand<const volatile T> {
  typedef T type;
};
template <class T> using AtomicValue = typename AtomicOperand<T>::type;

} // namespace device
} // namespace heddle

template <class T>
__HEDDLE_DEVICE__ heddle::device::AtomicValue<T>
__nv_atomic_load_n(T* ptr, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  typedef heddle::device::AtomicBitsOf<T> Bits;
  if (order == __NV_ATOMIC_SEQ_CST)
    __nv_atomic_thread_fence(order, scope);
  const Bits bits = heddle::device::relaxedLoad((const Bits*)ptr, scope);
  if (order != __NV_ATOMIC_RELAXED)
    __nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, scope);
  return __builtin_bit_cast(heddle::device::AtomicValue<T>, bits);
}
template <class T>
__HEDDLE_DEVICE__ void __nv_atomic_load(T* ptr, heddle::device::AtomicValue<T>* ret, int order,
                                        int scope = __NV_THREAD_SCOPE_SYSTEM) {
  *ret = __nv_atomic_load_n(ptr, order, scope);
}
template <class T>
__HEDDLE_DEVICE__ void __nv_atomic_store_n(T* ptr, heddle::device::AtomicValue<T> val, int order,
                                           int scope = __NV_THREAD_SCOPE_SYSTEM) {
  typedef heddle::device::AtomicBitsOf<T> Bits;
  __nv_atomic_thread_fence(order, scope);
  heddle::device::relaxedStore((Bits*)ptr, __builtin_bit_cast(Bits, val), scope);
}
template <class T>
__HEDDLE_DEVICE__ void __nv_atomic_store(T* ptr, heddle::device::AtomicValue<T>* val, int order,
                                         int scope = __NV_THREAD_SCOPE_SYSTEM) {
  __nv_atomic_store_n(ptr, *val, order, scope);
}

template <class T>
__HEDDLE_DEVICE__ heddle::device::AtomicValue<T>
__nv_atomic_exchange_n(T* ptr, heddle::device::AtomicValue<T> val, int order,
                       int scope = __NV_THREAD_SCOPE_SYSTEM) {
  typedef heddle::device::AtomicBitsOf<T> Bits;
  heddle::device::OrderedOperation ordered(order, scope);
  return __builtin_bit_cast(
      heddle::device::AtomicValue<T>,
      heddle::device::relaxedExchange((Bits*)ptr, __builtin_bit_cast(Bits, val), scope));
}
template <class T>
__HEDDLE_DEVICE__ void __nv_atomic_exchange(T* ptr, heddle::device::AtomicValue<T>* val,
                                            heddle::device::AtomicValue<T>* ret, int order,
                                            int scope = __NV_THREAD_SCOPE_SYSTEM) {
  *ret = __nv_atomic_exchange_n(ptr, *val, order, scope);
}
// No exchange fails for nothing, so the weak form is the strong one.
template <class T>
__HEDDLE_DEVICE__ bool
__nv_atomic_compare_exchange_n(T* ptr, heddle::device::AtomicValue<T>* expected,
                               heddle::device::AtomicValue<T> desired, bool weak, int success_order,
                               int failure_order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  typedef heddle::device::AtomicBitsOf<T> Bits;
  (void)weak;
  const Bits compare = __builtin_bit_cast(Bits, *expected);
  Bits old;
  {
    heddle::device::OrderedOperation ordered(
        heddle::device::strongerOrder(success_order, failure_order), scope);
    old = heddle::device::relaxedCas((Bits*)ptr, compare, __builtin_bit_cast(Bits, desired), scope);
  }
  if (old == compare)
    return true;
  *expected = __builtin_bit_cast(heddle::device::AtomicValue<T>, old);
  return false;
}
template <class T>
__HEDDLE_DEVICE__ bool
__nv_atomic_compare_exchange(T* ptr, heddle::device::AtomicValue<T>* expected,
                             heddle::device::AtomicValue<T>* desired, bool weak, int success_order,
                             int failure_order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  return __nv_atomic_compare_exchange_n(ptr, expected, *desired, weak, success_order, failure_order,
                                        scope);
}

#define __HEDDLE_SCOPED_FETCH(name, operation)                                                     \
  template <class T>                                                                               \
  __HEDDLE_DEVICE__ heddle::device::AtomicValue<T> name(                                           \
      T* ptr, heddle::device::AtomicValue<T> val, int order,                                       \
      int scope = __NV_THREAD_SCOPE_SYSTEM) {                                                      \
    heddle::device::OrderedOperation ordered(order, scope);                                        \
    return heddle::device::operation((heddle::device::AtomicValue<T>*)ptr, val, scope);            \
  }
__HEDDLE_SCOPED_FETCH(__nv_atomic_fetch_add, relaxedAdd)
__HEDDLE_SCOPED_FETCH(__nv_atomic_fetch_min, relaxedMin)
__HEDDLE_SCOPED_FETCH(__nv_atomic_fetch_max, relaxedMax)
__HEDDLE_SCOPED_FETCH(__nv_atomic_fetch_and, relaxedAnd)
__HEDDLE_SCOPED_FETCH(__nv_atomic_fetch_or, relaxedOr)
__HEDDLE_SCOPED_FETCH(__nv_atomic_fetch_xor, relaxedXor)
#undef __HEDDLE_SCOPED_FETCH
template <class T>
__HEDDLE_DEVICE__ heddle::device::AtomicValue<T>
__nv_atomic_fetch_sub(T* ptr, heddle::device::AtomicValue<T> val, int order,
                      int scope = __NV_THREAD_SCOPE_SYSTEM) {
  return __nv_atomic_fetch_add(ptr, (heddle::device::AtomicValue<T>)-val, order, scope);
}

#endif
