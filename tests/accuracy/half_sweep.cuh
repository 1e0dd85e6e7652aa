// All 65,536 values of __half and __nv_bfloat16 through the functions of one argument.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstdint>
#include <cstring>

namespace heddle::accuracy {

// The format as numbers: digits after the leading one, and the exponent of the smallest normal
// number.
template <class T> struct Format;
template <> struct Format<__half> {
  static constexpr const char* name = "half";
  static constexpr int digits = 10, lowest = -14, highest = 15;
};
template <> struct Format<__nv_bfloat16> {
  static constexpr const char* name = "bfloat16";
  static constexpr int digits = 7, lowest = -126, highest = 127;
};

template <class T> long double valueOf(std::uint16_t bits) {
  constexpr int digits = Format<T>::digits;
  const int exponent = (bits & 0x7fff) >> digits, fraction = bits & ((1 << digits) - 1);
  long double value;
  if (exponent == 0x7fff >> digits)
    value = fraction ? NAN : HUGE_VALL;
  else if (exponent == 0)
    value = std::ldexp(static_cast<long double>(fraction), Format<T>::lowest - digits);
  else
    value = std::ldexp(static_cast<long double>(fraction + (1 << digits)),
                       exponent - 1 + Format<T>::lowest - digits);
  return bits & 0x8000 ? -value : value;
}

// Steps from the nearest number of the format; ties to even as the host rounds.
template <class T> double stepsFromRounded(std::uint16_t result, long double exact) {
  const long double value = valueOf<T>(result);
  if (std::isnan(exact) || std::isnan(value))
    return std::isnan(exact) && std::isnan(value) ? 0 : HUGE_VAL;
  int exponent;
  std::frexp(exact, &exponent);
  exponent = std::max(exponent - 1, Format<T>::lowest);
  const int unit = exponent - Format<T>::digits;
  long double nearest = std::ldexp(std::nearbyint(std::ldexp(exact, -unit)), unit);
  const long double top = std::ldexp(2 - std::ldexp(1.0L, -Format<T>::digits), Format<T>::highest);
  if (std::isinf(exact) || std::fabs(nearest) > top)
    nearest = std::copysign(HUGE_VALL, exact);
  if (nearest == value)
    return std::signbit(nearest) == std::signbit(value) ? 0 : HUGE_VAL;
  const auto place = [&](long double x) {
    return std::isinf(x) ? std::copysign(std::ldexp(1.0L, Format<T>::highest + 1), x) : x;
  };
  return static_cast<double>(std::fabs(place(value) - place(nearest)) / std::ldexp(1.0L, unit));
}

template <class F, class T> __global__ void halfSweep(std::uint16_t* results) {
  const unsigned bits = blockIdx.x * blockDim.x + threadIdx.x;
  T x;
  const auto narrow = static_cast<std::uint16_t>(bits);
  memcpy(&x, &narrow, sizeof x);
  const T value = F::value(x);
  memcpy(&results[bits], &value, sizeof value);
}

} // namespace heddle::accuracy
