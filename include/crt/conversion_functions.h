// Conversions between types with an explicit rounding mode, and reinterpretations of bits.
#ifndef HEDDLE_CRT_CONVERSION_FUNCTIONS_H
#define HEDDLE_CRT_CONVERSION_FUNCTIONS_H

#include "crt/device_macros.h"

#define __HEDDLE_CONVERT(name, rounding, types, ToT, toReg, FromT, fromReg)                        \
  __HEDDLE_DEVICE__ ToT name(FromT x) {                                                            \
    ToT result;                                                                                    \
    asm("cvt" rounding types " %0, %1;" : "=" toReg(result) : fromReg(x));                         \
    return result;                                                                                 \
  }
// From doubles to floats, and from floats to integers, denormals are flushed with -ftz=true.
#define __HEDDLE_FLUSHED_CONVERT(name, rounding, types, ToT, toReg, FromT, fromReg)                \
  __HEDDLE_DEVICE__ ToT name(FromT x) {                                                            \
    ToT result;                                                                                    \
    if (__HEDDLE_FLUSHES_DENORMALS())                                                              \
      asm("cvt" rounding ".ftz" types " %0, %1;" : "=" toReg(result) : fromReg(x));                \
    else                                                                                           \
      asm("cvt" rounding types " %0, %1;" : "=" toReg(result) : fromReg(x));                       \
    return result;                                                                                 \
  }
#define __HEDDLE_CONVERT_TO_INTEGER(convert, name, types, ToT, toReg, FromT, fromReg)              \
  convert(name##_rn, ".rni", types, ToT, toReg, FromT, fromReg)                                    \
      convert(name##_rz, ".rzi", types, ToT, toReg, FromT, fromReg)                                \
          convert(name##_ru, ".rpi", types, ToT, toReg, FromT, fromReg)                            \
              convert(name##_rd, ".rmi", types, ToT, toReg, FromT, fromReg)
#define __HEDDLE_CONVERT_TO_FLOAT(convert, name, types, ToT, toReg, FromT, fromReg)                \
  convert(name##_rn, ".rn", types, ToT, toReg, FromT, fromReg)                                     \
      convert(name##_rz, ".rz", types, ToT, toReg, FromT, fromReg)                                 \
          convert(name##_ru, ".rp", types, ToT, toReg, FromT, fromReg)                             \
              convert(name##_rd, ".rm", types, ToT, toReg, FromT, fromReg)

__HEDDLE_CONVERT_TO_INTEGER(__HEDDLE_FLUSHED_CONVERT, __float2int, ".s32.f32", int, "r", float, "f")
__HEDDLE_CONVERT_TO_INTEGER(__HEDDLE_FLUSHED_CONVERT, __float2uint, ".u32.f32", unsigned int, "r",
                            float, "f")
__HEDDLE_CONVERT_TO_INTEGER(__HEDDLE_FLUSHED_CONVERT, __float2ll, ".s64.f32", long long, "l", float,
                            "f")
__HEDDLE_CONVERT_TO_INTEGER(__HEDDLE_FLUSHED_CONVERT, __float2ull, ".u64.f32", unsigned long long,
                            "l", float, "f")
__HEDDLE_CONVERT_TO_INTEGER(__HEDDLE_CONVERT, __double2int, ".s32.f64", int, "r", double, "d")
__HEDDLE_CONVERT_TO_INTEGER(__HEDDLE_CONVERT, __double2uint, ".u32.f64", unsigned int, "r", double,
                            "d")
__HEDDLE_CONVERT_TO_INTEGER(__HEDDLE_CONVERT, __double2ll, ".s64.f64", long long, "l", double, "d")
__HEDDLE_CONVERT_TO_INTEGER(__HEDDLE_CONVERT, __double2ull, ".u64.f64", unsigned long long, "l",
                            double, "d")

__HEDDLE_CONVERT_TO_FLOAT(__HEDDLE_CONVERT, __int2float, ".f32.s32", float, "f", int, "r")
__HEDDLE_CONVERT_TO_FLOAT(__HEDDLE_CONVERT, __uint2float, ".f32.u32", float, "f", unsigned int, "r")
__HEDDLE_CONVERT_TO_FLOAT(__HEDDLE_CONVERT, __ll2float, ".f32.s64", float, "f", long long, "l")
__HEDDLE_CONVERT_TO_FLOAT(__HEDDLE_CONVERT, __ull2float, ".f32.u64", float, "f", unsigned long long,
                          "l")
__HEDDLE_CONVERT_TO_FLOAT(__HEDDLE_CONVERT, __ll2double, ".f64.s64", double, "d", long long, "l")
__HEDDLE_CONVERT_TO_FLOAT(__HEDDLE_CONVERT, __ull2double, ".f64.u64", double, "d",
                          unsigned long long, "l")
__HEDDLE_CONVERT_TO_FLOAT(__HEDDLE_FLUSHED_CONVERT, __double2float, ".f32.f64", float, "f", double,
                          "d")
#undef __HEDDLE_CONVERT_TO_FLOAT
#undef __HEDDLE_CONVERT_TO_INTEGER
#undef __HEDDLE_FLUSHED_CONVERT
#undef __HEDDLE_CONVERT

__HEDDLE_DEVICE__ double __int2double_rn(int x) {
  return (double)x;
}
__HEDDLE_DEVICE__ double __uint2double_rn(unsigned int x) {
  return (double)x;
}

#define __HEDDLE_REINTERPRET(name, ToT, FromT)                                                     \
  __HEDDLE_DEVICE__ ToT name(FromT x) {                                                            \
    return __builtin_bit_cast(ToT, x);                                                             \
  }
__HEDDLE_REINTERPRET(__int_as_float, float, int)
__HEDDLE_REINTERPRET(__uint_as_float, float, unsigned int)
__HEDDLE_REINTERPRET(__float_as_int, int, float)
__HEDDLE_REINTERPRET(__float_as_uint, unsigned int, float)
__HEDDLE_REINTERPRET(__longlong_as_double, double, long long)
__HEDDLE_REINTERPRET(__double_as_longlong, long long, double)
#undef __HEDDLE_REINTERPRET

__HEDDLE_DEVICE__ int __double2hiint(double x) {
  return (int)((unsigned long long)__double_as_longlong(x) >> 32);
}
__HEDDLE_DEVICE__ int __double2loint(double x) {
  return (int)(unsigned int)(unsigned long long)__double_as_longlong(x);
}
__HEDDLE_DEVICE__ double __hiloint2double(int high, int low) {
  return __longlong_as_double(
      (long long)(((unsigned long long)(unsigned int)high << 32) | (unsigned int)low));
}

// The short names of the first toolkits.
__HEDDLE_DEVICE__ int float2int(float x) {
  return __float2int_rz(x);
}
__HEDDLE_DEVICE__ unsigned int float2uint(float x) {
  return __float2uint_rz(x);
}
__HEDDLE_DEVICE__ float int2float(int x) {
  return __int2float_rn(x);
}
__HEDDLE_DEVICE__ float uint2float(unsigned int x) {
  return __uint2float_rn(x);
}
__HEDDLE_DEVICE__ float int_as_float(int x) {
  return __int_as_float(x);
}
__HEDDLE_DEVICE__ int float_as_int(float x) {
  return __float_as_int(x);
}

#endif
