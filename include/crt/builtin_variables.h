// threadIdx, blockIdx, blockDim, gridDim and warpSize. Each field is a property whose getter reads
// the special register, so no object exists; the variables convert to uint3 and dim3 and may be
// copied (`auto t = threadIdx`), but can be neither assigned nor have their address taken.
#ifndef HEDDLE_CRT_BUILTIN_VARIABLES_H
#define HEDDLE_CRT_BUILTIN_VARIABLES_H

#include "crt/device_macros.h"
#include "vector_types.h"

/* In clang's own CUDA mode the variables are declared by clang's header. */
#if !defined(__CUDA_BUILTIN_VARS_H)

#define __HEDDLE_SREG_FIELD(field, sreg)                                                           \
  __declspec(property(get = __get_##field)) unsigned int field;                                    \
  static __inline__ __attribute__((always_inline)) __device__ unsigned int __get_##field() {       \
    return __nvvm_read_ptx_sreg_##sreg##_##field();                                                \
  }

#define __HEDDLE_BUILTIN_VARIABLE(name, sreg)                                                      \
  struct __heddle_##name##_t {                                                                     \
    __HEDDLE_SREG_FIELD(x, sreg)                                                                   \
    __HEDDLE_SREG_FIELD(y, sreg)                                                                   \
    __HEDDLE_SREG_FIELD(z, sreg)                                                                   \
    __device__ operator uint3() const {                                                            \
      uint3 value;                                                                                 \
      value.x = __get_x();                                                                         \
      value.y = __get_y();                                                                         \
      value.z = __get_z();                                                                         \
      return value;                                                                                \
    }                                                                                              \
    __device__ operator dim3() const {                                                             \
      return dim3(__get_x(), __get_y(), __get_z());                                                \
    }                                                                                              \
                                                                                                   \
  private:                                                                                         \
    __device__ void operator=(const __heddle_##name##_t&) const;                                   \
    __device__ void operator&() const;                                                             \
  };                                                                                               \
  extern const __device__ __attribute__((weak)) __heddle_##name##_t name;

__HEDDLE_BUILTIN_VARIABLE(threadIdx, tid)
__HEDDLE_BUILTIN_VARIABLE(blockIdx, ctaid)
__HEDDLE_BUILTIN_VARIABLE(blockDim, ntid)
__HEDDLE_BUILTIN_VARIABLE(gridDim, nctaid)

#undef __HEDDLE_BUILTIN_VARIABLE
#undef __HEDDLE_SREG_FIELD

static __device__ __attribute__((unused)) const int warpSize = 32;

#endif

#endif
