// Transforms of real data of even length by complex ones of half the length: two neighbouring real
// numbers are the parts of one complex number. What the transform makes of both is told apart by
// the symmetry that transforms of real data have.
#pragma once

#include "cufft/level_butterflies.h"

namespace heddle::cufft::HEDDLE_CUFFT_LEVEL {

// A complex number in memory, for loops over one transform that the compiler vectorises.
template <class T> struct Pair {
  T re, im;
};

// Elements k and half - k, which depend on the same two numbers. `Number` is Complex<T>, or any
// type with two parts that can be calculated with.
template <class Number> struct Mirrored {
  Number first, second;
};

// From the transform of the complex numbers to the real data's transform. The root is
// exp(-2 pi i k / length).
template <class T, class Number, class Root>
inline Mirrored<Number> unpackMirrored(const Number& a, const Number& b, Root re, Root im) {
  const Number even = {(a.re + b.re) * T(0.5), (a.im - b.im) * T(0.5)};
  const Number odd = {(a.im + b.im) * T(0.5), (b.re - a.re) * T(0.5)};
  const Number turned = {odd.re * re - odd.im * im, odd.re * im + odd.im * re};
  return {{even.re + turned.re, even.im + turned.im}, {even.re - turned.re, turned.im - even.im}};
}

// The way back: what an inverse transform of half the length makes the real data of.
template <class T, class Number, class Root>
inline Mirrored<Number> packMirrored(const Number& a, const Number& b, Root re, Root im) {
  const Number even = {a.re + b.re, a.im - b.im};
  const Number odd = {a.re - b.re, a.im + b.im};
  // The product of `odd` and the conjugate of the root.
  const Number turned = {odd.re * re + odd.im * im, odd.im * re - odd.re * im};
  return {{even.re - turned.im, even.im + turned.re}, {even.re + turned.im, turned.re - even.im}};
}

// Elements 0 to half of the real data's transform.
template <class Number, class T>
inline void unpackReal(const Number* packed, Number* result, std::size_t half, const T* roots) {
  const Number first = packed[0];
  const auto zero = first.re - first.re;
  result[0] = {first.re + first.im, zero};
  result[half] = {first.re - first.im, zero};
  for (std::size_t k = 1; k <= half - k; ++k) {
    const auto both =
        unpackMirrored<T>(packed[k], packed[half - k], roots[2 * k], roots[2 * k + 1]);
    result[k] = both.first;
    result[half - k] = both.second;
  }
}

// The way back. The parts of the results are exchanged, since an inverse transform is a forward one
// of exchanged parts. The imaginary parts of the first and the last element are taken to be zero,
// as cuFFT does.
template <class Number, class T>
inline void packReal(const Number* spectrum, Number* result, std::size_t half, const T* roots) {
  result[0] = {spectrum[0].re - spectrum[half].re, spectrum[0].re + spectrum[half].re};
  for (std::size_t k = 1; k <= half - k; ++k) {
    const auto both =
        packMirrored<T>(spectrum[k], spectrum[half - k], roots[2 * k], roots[2 * k + 1]);
    result[k] = {both.first.im, both.first.re};
    result[half - k] = {both.second.im, both.second.re};
  }
}

template <class T, std::size_t... I>
inline Vector<T> reversed(Vector<T> value, std::index_sequence<I...>) {
  return __builtin_shufflevector(value, value, (sizeof...(I) - 1 - I)...);
}
template <class T> inline Complex<T> reversed(const Complex<T>& value) {
  return {reversed<T>(value.re, LaneIndices<T>()), reversed<T>(value.im, LaneIndices<T>())};
}

// Replaces by `mirror` elements 1 to half - 1 of one transform in memory, as many as there are
// lanes at a time. `to` may be `from`.
template <class T, class Mirror>
inline void mirrorElements(const T* from, T* to, std::size_t half, const T* roots,
                           std::size_t begin, std::size_t end, Mirror mirror) {
  constexpr std::size_t kCount = kLanes<T>;
  std::size_t k = begin;
  for (; k + kCount <= end && 2 * (k + kCount) <= half + 1; k += kCount) {
    const std::size_t last = half - k - (kCount - 1);
    const Complex<T> root = loadInterleaved(roots + 2 * k);
    const auto both = mirror(loadInterleaved(from + 2 * k),
                             reversed(loadInterleaved(from + 2 * last)), root.re, root.im);
    const Complex<T> second = reversed(both.second);
    storeInterleaved<T>(to + 2 * k, both.first.re, both.first.im);
    storeInterleaved<T>(to + 2 * last, second.re, second.im);
  }
  const auto* const pairs = reinterpret_cast<const Pair<T>*>(from);
  auto* const results = reinterpret_cast<Pair<T>*>(to);
  for (; k < end; ++k) {
    const auto both = mirror(pairs[k], pairs[half - k], roots[2 * k], roots[2 * k + 1]);
    results[k] = both.first;
    results[half - k] = both.second;
  }
}

// As unpackReal(), for one transform in memory, in place.
template <class T>
void unpackContiguous(T* data, std::size_t half, const T* roots, std::size_t begin,
                      std::size_t end) {
  if (begin == 0) {
    const T re = data[0], im = data[1];
    data[0] = re + im;
    data[1] = 0;
    data[2 * half] = re - im;
    data[2 * half + 1] = 0;
    begin = 1;
  }
  mirrorElements(data, data, half, roots, begin, end,
                 [](const auto& a, const auto& b, auto rootRe, auto rootIm) {
                   return unpackMirrored<T>(a, b, rootRe, rootIm);
                 });
}

// As packReal(), for one transform in memory, but no parts are exchanged. `to` may be `from`.
template <class T>
void packContiguous(const T* from, T* to, std::size_t half, const T* roots, std::size_t begin,
                    std::size_t end) {
  if (begin == 0) {
    const T first = from[0], last = from[2 * half];
    to[0] = first + last;
    to[1] = first - last;
    begin = 1;
  }
  mirrorElements(from, to, half, roots, begin, end,
                 [](const auto& a, const auto& b, auto rootRe, auto rootIm) {
                   return packMirrored<T>(a, b, rootRe, rootIm);
                 });
}

// The elements of a transform of real data of odd length that are not stored, which are conjugate
// to the others. The parts are exchanged, as for every inverse transform, and the imaginary part of
// the first element is taken to be zero.
template <class T> inline void mirrorSwapped(Complex<T>* data, std::size_t length) {
  data[0].re = Vector<T>{};
  for (std::size_t k = 1; k <= length / 2; ++k)
    data[length - k] = {-data[k].re, data[k].im};
}

} // namespace heddle::cufft::HEDDLE_CUFFT_LEVEL
