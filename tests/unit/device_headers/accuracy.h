// Measures how far a function of the device math library is from the long double function of the
// host's C library, in units of the last place.
#pragma once

#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace heddle::test {

// The unit in the last place of the type T at the exact value.
template <class T> long double ulpAt(long double exact) {
  int e;
  std::frexp(exact, &e);
  const int lowest = std::numeric_limits<T>::min_exponent;
  return std::ldexp(1.0L, (e < lowest ? lowest : e) - std::numeric_limits<T>::digits);
}

// The error of a result, 0 where both are NaN or the same infinity; results of the wrong kind are
// infinitely far off.
template <class T> long double errorInUlps(T result, long double exact) {
  const T rounded = static_cast<T>(exact);
  if (std::isnan(rounded) || std::isnan(result))
    return std::isnan(rounded) && std::isnan(result) ? 0.0L : HUGE_VALL;
  if (result == rounded)
    return std::signbit(result) == std::signbit(rounded) || result != 0 ? 0.0L : HUGE_VALL;
  if (std::isinf(result) || std::isinf(rounded)) {
    // One place across the end of the range is one place.
    const long double top = std::numeric_limits<T>::max();
    const long double r = std::isinf(result) ? std::copysign(top, result) : result;
    const long double x = std::isinf(rounded) ? std::copysign(top, rounded) : exact;
    return std::fabs(r - x) / ulpAt<T>(top) + 1.0L;
  }
  return std::fabs(static_cast<long double>(result) - exact) / ulpAt<T>(exact);
}

// A deterministic stream of bits.
class Random {
public:
  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ull;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  // Any bit pattern, NaN and subnormal numbers included.
  template <class T> T any() {
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    const Bits bits = static_cast<Bits>(next());
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  template <class T> T uniform(T low, T high) {
    return low + (high - low) * static_cast<T>(static_cast<double>(next() >> 11) * 0x1p-53);
  }

private:
  std::uint64_t state_ = 1;
};

template <class T> struct Edges {
  static constexpr T inf = std::numeric_limits<T>::infinity();
  static constexpr T values[] = {T(0),
                                 -T(0),
                                 T(1),
                                 -T(1),
                                 T(0.5),
                                 -T(0.5),
                                 T(2),
                                 -T(2),
                                 T(1.5),
                                 T(3),
                                 -T(3),
                                 T(10),
                                 inf,
                                 -inf,
                                 std::numeric_limits<T>::quiet_NaN(),
                                 std::numeric_limits<T>::max(),
                                 std::numeric_limits<T>::lowest(),
                                 std::numeric_limits<T>::min(),
                                 std::numeric_limits<T>::denorm_min(),
                                 -std::numeric_limits<T>::denorm_min(),
                                 std::numeric_limits<T>::epsilon(),
                                 T(1) + std::numeric_limits<T>::epsilon(),
                                 T(1) - std::numeric_limits<T>::epsilon() / 2};
};

struct Worst {
  long double ulps = 0;
  double x = 0;
  double y = 0;
  void add(long double error, double atX, double atY = 0) {
    // Written so that an error that is no number counts.
    if (!(error <= ulps)) {
      ulps = error;
      x = atX;
      y = atY;
    }
  }
};

// Interesting arguments, random bit patterns, and a range where the function does its work.
template <class T, class F, class Exact>
Worst worstOfUnary(F function, Exact exact, T low, T high, int samples = 400000) {
  Worst worst;
  auto check = [&](T x) {
    worst.add(errorInUlps<T>(function(x), exact(static_cast<long double>(x))), x);
  };
  for (T x : Edges<T>::values)
    check(x);
  Random random;
  for (int i = 0; i < samples; ++i) {
    check(random.any<T>());
    check(random.uniform(low, high));
  }
  return worst;
}

template <class T, class F, class Exact>
Worst worstOfBinary(F function, Exact exact, T low, T high, int samples = 400000) {
  Worst worst;
  auto check = [&](T x, T y) {
    worst.add(errorInUlps<T>(function(x, y),
                             exact(static_cast<long double>(x), static_cast<long double>(y))),
              x, y);
  };
  for (T x : Edges<T>::values)
    for (T y : Edges<T>::values)
      check(x, y);
  Random random;
  for (int i = 0; i < samples; ++i) {
    check(random.any<T>(), random.any<T>());
    check(random.uniform(low, high), random.uniform(low, high));
    check(std::fabs(random.any<T>()), random.uniform(low, high));
  }
  return worst;
}

} // namespace heddle::test
