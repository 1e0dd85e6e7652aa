// Transforms of a few points, all in registers. Each replaces the points by their transform.
#pragma once

#include "cufft/factors.h"
#include "cufft/level_vectors.h"

namespace heddle::cufft::HEDDLE_CUFFT_LEVEL {

template <class T> inline Complex<T> operator+(const Complex<T>& a, const Complex<T>& b) {
  return {a.re + b.re, a.im + b.im};
}
template <class T> inline Complex<T> operator-(const Complex<T>& a, const Complex<T>& b) {
  return {a.re - b.re, a.im - b.im};
}
template <class T> inline Complex<T> timesMinusI(const Complex<T>& a) {
  return {a.im, -a.re};
}
// The product with re + i im, which all lanes share.
template <class T> inline Complex<T> times(const Complex<T>& a, T re, T im) {
  return {a.re * re - a.im * im, a.re * im + a.im * re};
}
template <class T> inline Complex<T> times(const Complex<T>& a, const Complex<T>& b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
template <class T> inline Complex<T> scaled(const Complex<T>& a, T factor) {
  return {a.re * factor, a.im * factor};
}

template <class T> inline void butterfly(Complex<T> (&a)[2]) {
  const Complex<T> sum = a[0] + a[1];
  a[1] = a[0] - a[1];
  a[0] = sum;
}

template <class T> inline void butterfly(Complex<T> (&a)[3]) {
  constexpr T kSine = static_cast<T>(0.866025403784438646763723170752936183L); // of 60 degrees
  const Complex<T> sum = a[1] + a[2];
  const Complex<T> turned = timesMinusI(scaled(a[1] - a[2], kSine));
  const Complex<T> middle = a[0] - scaled(sum, T(0.5));
  a[0] = a[0] + sum;
  a[1] = middle + turned;
  a[2] = middle - turned;
}

template <class T>
inline void butterfly4(Complex<T>& a0, Complex<T>& a1, Complex<T>& a2, Complex<T>& a3) {
  const Complex<T> evenSum = a0 + a2, evenDifference = a0 - a2;
  const Complex<T> oddSum = a1 + a3, oddDifference = timesMinusI(a1 - a3);
  a0 = evenSum + oddSum;
  a1 = evenDifference + oddDifference;
  a2 = evenSum - oddSum;
  a3 = evenDifference - oddDifference;
}

template <class T> inline void butterfly(Complex<T> (&a)[4]) {
  butterfly4(a[0], a[1], a[2], a[3]);
}

template <class T> inline void butterfly(Complex<T> (&a)[5]) {
  constexpr T kCosine1 = static_cast<T>(0.309016994374947424102293417182819059L);
  constexpr T kCosine2 = static_cast<T>(-0.809016994374947424102293417182819059L);
  constexpr T kSine1 = static_cast<T>(0.951056516295153572116439333379382143L);
  constexpr T kSine2 = static_cast<T>(0.587785252292473129168705954639072769L);
  const Complex<T> sum1 = a[1] + a[4], sum2 = a[2] + a[3];
  const Complex<T> difference1 = a[1] - a[4], difference2 = a[2] - a[3];
  const Complex<T> middle1 = a[0] + scaled(sum1, kCosine1) + scaled(sum2, kCosine2);
  const Complex<T> middle2 = a[0] + scaled(sum1, kCosine2) + scaled(sum2, kCosine1);
  const Complex<T> turned1 = timesMinusI(scaled(difference1, kSine1) + scaled(difference2, kSine2));
  const Complex<T> turned2 = timesMinusI(scaled(difference1, kSine2) - scaled(difference2, kSine1));
  a[0] = a[0] + sum1 + sum2;
  a[1] = middle1 + turned1;
  a[4] = middle1 - turned1;
  a[2] = middle2 + turned2;
  a[3] = middle2 - turned2;
}

template <class T> inline void butterfly(Complex<T> (&a)[8]) {
  constexpr T kHalfRoot = static_cast<T>(0.707106781186547524400844362104849039L);
  Complex<T> even[4] = {a[0], a[2], a[4], a[6]}, odd[4] = {a[1], a[3], a[5], a[7]};
  butterfly(even);
  butterfly(odd);
  // The odd half is multiplied by the eighth roots of unity.
  const Complex<T> odd1 = {(odd[1].re + odd[1].im) * kHalfRoot,
                           (odd[1].im - odd[1].re) * kHalfRoot};
  const Complex<T> odd2 = timesMinusI(odd[2]);
  const Complex<T> odd3 = {(odd[3].im - odd[3].re) * kHalfRoot,
                           -(odd[3].re + odd[3].im) * kHalfRoot};
  a[0] = even[0] + odd[0];
  a[4] = even[0] - odd[0];
  a[1] = even[1] + odd1;
  a[5] = even[1] - odd1;
  a[2] = even[2] + odd2;
  a[6] = even[2] - odd2;
  a[3] = even[3] + odd3;
  a[7] = even[3] - odd3;
}

// For any odd radix: `roots` are its roots of unity. Points j and radix - j have roots that are
// conjugate to each other, so their sum and difference are multiplied by real numbers.
template <class T> inline void butterfly(Complex<T>* a, unsigned radix, const T* roots) {
  const unsigned half = radix / 2;
  Complex<T> sums[kLargestPrime / 2], differences[kLargestPrime / 2];
  Complex<T> total = a[0];
  for (unsigned j = 0; j < half; ++j) {
    sums[j] = a[j + 1] + a[radix - 1 - j];
    differences[j] = a[j + 1] - a[radix - 1 - j];
    total = total + sums[j];
  }
  for (unsigned k = 1; k <= half; ++k) {
    Complex<T> middle = a[0], turned{};
    unsigned root = 0;
    for (unsigned j = 0; j < half; ++j) {
      root = root + k >= radix ? root + k - radix : root + k;
      middle = middle + scaled(sums[j], roots[2 * root]);
      turned = turned + scaled(differences[j], -roots[2 * root + 1]);
    }
    turned = timesMinusI(turned);
    a[k] = middle + turned;
    a[radix - k] = middle - turned;
  }
  a[0] = total;
}

} // namespace heddle::cufft::HEDDLE_CUFFT_LEVEL
