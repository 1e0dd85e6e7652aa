// Elements of vectors and matrices in the formats of cudaDataType, and conversions between them and
// the types that are computed with.
#pragma once

#include "crt/half_bits.h"
#include "cublas/operands.h"
#include "cuda_fp8.h"

#include <cmath>
#include <complex>
#include <cstdint>

namespace heddle::cublas {

struct Half {
  std::uint16_t bits;
};
struct Bfloat16 {
  std::uint16_t bits;
};
template <__nv_fp8_interpretation_t interpretation> struct Float8 {
  std::uint8_t bits;
};
using E4M3 = Float8<__NV_E4M3>;
using E5M2 = Float8<__NV_E5M2>;
// Two components of one of the types above, or of small integers.
template <class T> struct Pair {
  T real, imaginary;
};

inline float toFloat(Half value) {
  return device::floatFromHalf(value.bits);
}
inline float toFloat(Bfloat16 value) {
  return device::floatFromBfloat(value.bits);
}
template <__nv_fp8_interpretation_t interpretation> float toFloat(Float8<interpretation> value) {
  return device::floatFromHalf(__nv_cvt_fp8_to_halfraw(value.bits, interpretation).x);
}
inline void fromFloat(float value, Half& to) {
  to.bits = device::halfFromFloat(value, device::roundNearest);
}
inline void fromFloat(float value, Bfloat16& to) {
  to.bits = device::bfloatFromFloat(value, device::roundNearest);
}
template <__nv_fp8_interpretation_t interpretation>
void fromFloat(float value, Float8<interpretation>& to) {
  to.bits = __nv_cvt_float_to_fp8(value, __NV_SATFINITE, interpretation);
}

template <class T>
constexpr bool kIsSmallFloat = std::is_same_v<T, Half> || std::is_same_v<T, Bfloat16> ||
                               std::is_same_v<T, E4M3> || std::is_same_v<T, E5M2>;
template <class T> constexpr bool kIsPair = false;
template <class T> constexpr bool kIsPair<Pair<T>> = true;

// Rounds to the nearest integer of the type, and to its bounds where the value lies outside.
template <class To, class From> To saturated(From value) {
  constexpr auto least = std::numeric_limits<To>::min(), most = std::numeric_limits<To>::max();
  if (!(value > static_cast<From>(least)))
    return value == value ? least : To{0};
  return value < static_cast<From>(most) ? static_cast<To>(std::nearbyint(value)) : most;
}

// Converts an element to a type to compute with, or such a value to an element. A real value from a
// complex one is its real part.
template <class To, class From> To convert(const From& from) {
  if constexpr (std::is_same_v<To, From>) {
    return from;
  } else if constexpr (kIsSmallFloat<From>) {
    return convert<To>(toFloat(from));
  } else if constexpr (kIsPair<From>) {
    using R = Real<To>;
    return convert<To>(std::complex<R>(convert<R>(from.real), convert<R>(from.imaginary)));
  } else if constexpr (kIsPair<To>) {
    using R = decltype(To::real);
    if constexpr (kIsComplex<From>)
      return {convert<R>(from.real()), convert<R>(from.imag())};
    else
      return {convert<R>(from), R{}};
  } else if constexpr (kIsComplex<From> && !kIsComplex<To>) {
    return convert<To>(from.real());
  } else if constexpr (kIsSmallFloat<To>) {
    To to;
    fromFloat(static_cast<float>(from), to);
    return to;
  } else if constexpr (kIsComplex<To> && kIsComplex<From>) {
    return {static_cast<Real<To>>(from.real()), static_cast<Real<To>>(from.imag())};
  } else if constexpr (kIsComplex<To>) {
    return {static_cast<Real<To>>(from), 0};
  } else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>) {
    return saturated<To>(from);
  } else {
    return static_cast<To>(from);
  }
}

// The product of complex numbers without C's special treatment of infinities, which a GPU does not
// have either and which costs a call.
template <class T> T multiply(const T& a, const T& b) {
  return a * b;
}
template <class T> std::complex<T> multiply(const std::complex<T>& a, const std::complex<T>& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
template <class T> std::complex<T> multiply(const T& a, const std::complex<T>& b) {
  return {a * b.real(), a * b.imag()};
}
template <class T> T conjugate(const T& value) {
  if constexpr (kIsComplex<T>)
    return std::conj(value);
  else
    return value;
}

// Calls visit(Tag<Element>{}) with the element type of a cudaDataType. False when there is none.
template <class T> struct Tag {
  using Type = T;
};
template <class Visit> bool visitType(cudaDataType type, Visit visit) {
  switch (type) {
  case CUDA_R_16F:
    return visit(Tag<Half>{}), true;
  case CUDA_R_16BF:
    return visit(Tag<Bfloat16>{}), true;
  case CUDA_R_32F:
    return visit(Tag<float>{}), true;
  case CUDA_R_64F:
    return visit(Tag<double>{}), true;
  case CUDA_R_8F_E4M3:
    return visit(Tag<E4M3>{}), true;
  case CUDA_R_8F_E5M2:
    return visit(Tag<E5M2>{}), true;
  case CUDA_R_8I:
    return visit(Tag<std::int8_t>{}), true;
  case CUDA_R_8U:
    return visit(Tag<std::uint8_t>{}), true;
  case CUDA_R_32I:
    return visit(Tag<std::int32_t>{}), true;
  case CUDA_C_16F:
    return visit(Tag<Pair<Half>>{}), true;
  case CUDA_C_16BF:
    return visit(Tag<Pair<Bfloat16>>{}), true;
  case CUDA_C_8I:
    return visit(Tag<Pair<std::int8_t>>{}), true;
  case CUDA_C_32F:
    return visit(Tag<std::complex<float>>{}), true;
  case CUDA_C_64F:
    return visit(Tag<std::complex<double>>{}), true;
  default:
    return false;
  }
}
inline std::size_t bytesOf(cudaDataType type) {
  std::size_t bytes = 0;
  visitType(type, [&](auto tag) { bytes = sizeof(typename decltype(tag)::Type); });
  return bytes;
}

} // namespace heddle::cublas
