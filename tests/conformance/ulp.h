// Accuracy of the device's math functions in units in the last place: a kernel per function, its
// results against the host's library in a wider type, rounded once.
#pragma once

#include <math.h>
#include <string.h>

#include "check.h"

namespace conformance {

// Position of a value in the order of all values of its type, so that neighbours differ by one.
inline long long ordinal(float v) {
  int bits;
  memcpy(&bits, &v, sizeof bits);
  return bits < 0 ? -static_cast<long long>(bits & 0x7fffffff) : bits;
}
inline long long ordinal(double v) {
  long long bits;
  memcpy(&bits, &v, sizeof bits);
  return bits < 0 ? -(bits & 0x7fffffffffffffffll) : bits;
}

template <class T, class Wide>
void checkUlps(const char* name, void (*kernel)(const T*, T*, int), Wide (*reference)(Wide), T low,
               T high, int allowed) {
  const int n = 1500;
  Buffer<T> in(n), out(n);
  for (int i = 0; i < n; ++i)
    in[i] = low + (high - low) * (static_cast<T>(i) / static_cast<T>(n - 1));
  in.upload();
  kernel<<<12, 128>>>(in.device(), out.device(), n);
  out.download();
  for (int i = 0; i < n; ++i) {
    T want = static_cast<T>(reference(static_cast<Wide>(in[i])));
    if (isnan(static_cast<double>(want)) && isnan(static_cast<double>(out[i])))
      continue;
    long long distance = ordinal(out[i]) - ordinal(want);
    if (distance >= -allowed && distance <= allowed)
      continue;
    char message[256];
    snprintf(message, sizeof message,
             "%s(%.17g) is %.17g, expected %.17g: %lld ulps off, %d allowed", name,
             static_cast<double>(in[i]), static_cast<double>(out[i]), static_cast<double>(want),
             distance, allowed);
    fail(__FILE__, __LINE__, message);
  }
}

} // namespace conformance

// Declares the check of one function of one argument: check_NAME(low, high, ulps). The reference is
// an expression of x.
#define FLOAT_FUNCTION(name, reference)                                                            \
  __global__ void name##Kernel(const float* in, float* out, int n) {                               \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                                 \
    if (i < n)                                                                                     \
      out[i] = name(in[i]);                                                                        \
  }                                                                                                \
  static double name##Reference(double x) {                                                        \
    return reference;                                                                              \
  }                                                                                                \
  static void check_##name(float low, float high, int ulps) {                                      \
    conformance::checkUlps(#name, name##Kernel, name##Reference, low, high, ulps);                 \
  }

#define DOUBLE_FUNCTION(name, reference)                                                           \
  __global__ void name##Kernel(const double* in, double* out, int n) {                             \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                                 \
    if (i < n)                                                                                     \
      out[i] = name(in[i]);                                                                        \
  }                                                                                                \
  static long double name##Reference(long double x) {                                              \
    return reference;                                                                              \
  }                                                                                                \
  static void check_##name(double low, double high, int ulps) {                                    \
    conformance::checkUlps(#name, name##Kernel, name##Reference, low, high, ulps);                 \
  }
