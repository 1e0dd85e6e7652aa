// Transforms of real data of even length by complex ones of half the length: two neighbouring real
// numbers are the parts of one complex number. What the transform makes of both is told apart by
// the symmetry that transforms of real data have.
#pragma once

#include "cufft/level_butterflies.h"

namespace heddle::cufft::HEDDLE_CUFFT_LEVEL {

// From the transform of the complex numbers to elements 0 to half of the real data's transform.
// Elements k and half - k depend on the same two numbers. `Number` is Complex<T>, or any type with
// two parts that can be calculated with.
template <class Number, class T>
inline void unpackReal(const Number* packed, Number* result, std::size_t half, const T* roots) {
  const Number first = packed[0];
  const auto zero = first.re - first.re;
  result[0] = {first.re + first.im, zero};
  result[half] = {first.re - first.im, zero};
  for (std::size_t k = 1; k <= half - k; ++k) {
    const Number a = packed[k], b = packed[half - k];
    const Number even = {(a.re + b.re) * T(0.5), (a.im - b.im) * T(0.5)};
    const Number odd = {(a.im + b.im) * T(0.5), (b.re - a.re) * T(0.5)};
    const Number turned = {odd.re * roots[2 * k] - odd.im * roots[2 * k + 1],
                           odd.re * roots[2 * k + 1] + odd.im * roots[2 * k]};
    result[k] = {even.re + turned.re, even.im + turned.im};
    result[half - k] = {even.re - turned.re, turned.im - even.im};
  }
}

// The way back: what an inverse transform of half the length makes the real data of. The parts of
// the results are exchanged, since an inverse transform is a forward one of exchanged parts. The
// imaginary parts of the first and the last element are taken to be zero, as cuFFT does.
template <class Number, class T>
inline void packReal(const Number* spectrum, Number* result, std::size_t half, const T* roots) {
  result[0] = {spectrum[0].re - spectrum[half].re, spectrum[0].re + spectrum[half].re};
  for (std::size_t k = 1; k <= half - k; ++k) {
    const Number a = spectrum[k], b = spectrum[half - k];
    const Number even = {a.re + b.re, a.im - b.im};
    const Number odd = {a.re - b.re, a.im + b.im};
    // The product of `odd` and the conjugate of the root.
    const Number turned = {odd.re * roots[2 * k] + odd.im * roots[2 * k + 1],
                           odd.im * roots[2 * k] - odd.re * roots[2 * k + 1]};
    result[k] = {even.im + turned.re, even.re - turned.im};
    result[half - k] = {turned.re - even.im, even.re + turned.im};
  }
}

} // namespace heddle::cufft::HEDDLE_CUFFT_LEVEL
