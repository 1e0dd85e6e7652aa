// Complex transforms of all lanes side by side, in a buffer of vectors.
#pragma once

#include "cufft/level_butterflies.h"
#include "cufft/passes.h"

namespace heddle::cufft::HEDDLE_CUFFT_LEVEL {

// One stage of Stockham's algorithm, which leaves its results in order, in another buffer. `Run`
// replaces the points of one butterfly by their transform.
template <unsigned Radix, bool HasTwiddles, class T, class Butterfly>
inline void runStage(const Stage<T>& stage, const Complex<T>* from, Complex<T>* to, Butterfly run) {
  const std::size_t groups = stage.groups, repeat = stage.repeat;
  const T* twiddles = stage.twiddles;
  for (std::size_t group = 0; group < groups; ++group, twiddles += 2 * (Radix - 1))
    for (std::size_t i = 0; i < repeat; ++i) {
      const Complex<T>* const first = from + group * repeat + i;
      Complex<T>* const result = to + group * repeat * Radix + i;
      Complex<T> points[Radix];
      for (unsigned j = 0; j < Radix; ++j)
        points[j] = first[j * groups * repeat];
      run(points);
      result[0] = points[0];
      for (unsigned k = 1; k < Radix; ++k)
        result[k * repeat] =
            HasTwiddles ? times(points[k], twiddles[2 * k - 2], twiddles[2 * k - 1]) : points[k];
    }
}

// For an odd radix without a butterfly of its own.
template <class T> void runOddStage(const Stage<T>& stage, const Complex<T>* from, Complex<T>* to) {
  const std::size_t groups = stage.groups, repeat = stage.repeat;
  const unsigned radix = stage.radix;
  for (std::size_t group = 0; group < groups; ++group) {
    const T* const twiddles = stage.twiddles + 2 * group * (radix - 1);
    for (std::size_t i = 0; i < repeat; ++i) {
      const Complex<T>* const first = from + group * repeat + i;
      Complex<T>* const result = to + group * repeat * radix + i;
      Complex<T> points[kLargestPrime];
      for (unsigned j = 0; j < radix; ++j)
        points[j] = first[j * groups * repeat];
      butterfly(points, radix, stage.roots);
      result[0] = points[0];
      for (unsigned k = 1; k < radix; ++k)
        result[k * repeat] = times(points[k], twiddles[2 * k - 2], twiddles[2 * k - 1]);
    }
  }
}

template <unsigned Radix, class T>
void runStageOf(const Stage<T>& stage, const Complex<T>* from, Complex<T>* to) {
  const auto run = [](Complex<T>(&points)[Radix]) { butterfly(points); };
  // In the last stage all twiddle factors are 1.
  if (stage.groups == 1)
    runStage<Radix, false>(stage, from, to, run);
  else
    runStage<Radix, true>(stage, from, to, run);
}

template <class T>
inline void runAnyStage(const Stage<T>& stage, const Complex<T>* from, Complex<T>* to) {
  switch (stage.radix) {
  case 2:
    return runStageOf<2>(stage, from, to);
  case 3:
    return runStageOf<3>(stage, from, to);
  case 4:
    return runStageOf<4>(stage, from, to);
  case 5:
    return runStageOf<5>(stage, from, to);
  case 8:
    return runStageOf<8>(stage, from, to);
  default:
    return runOddStage(stage, from, to);
  }
}

// Transforms by butterflies. The result is in one of the two buffers, which is returned.
template <class T>
Complex<T>* transformSmooth(const LaneTransform<T>& transform, Complex<T>* data,
                            Complex<T>* other) {
  for (unsigned stage = 0; stage < transform.stageCount; ++stage) {
    runAnyStage(transform.stages[stage], data, other);
    Complex<T>* const result = other;
    other = data;
    data = result;
  }
  return data;
}

// Bluestein's algorithm: a transform of any length is a convolution with a chirp, between two
// multiplications by the chirp's conjugate.
template <class T>
Complex<T>* transformByConvolution(const LaneTransform<T>& transform, Complex<T>* data,
                                   Complex<T>* other) {
  const LaneTransform<T>& convolution = *transform.convolution;
  const T* const chirp = transform.chirp;
  const T* const spectrum = transform.spectrum;
  for (std::size_t i = 0; i < transform.length; ++i)
    data[i] = times(data[i], chirp[2 * i], chirp[2 * i + 1]);
  for (std::size_t i = transform.length; i < convolution.length; ++i)
    data[i] = {};
  Complex<T>* product = transformSmooth(convolution, data, other);
  Complex<T>* const unused = product == data ? other : data;
  // The transform back is an inverse one, by an exchange of real and imaginary parts.
  for (std::size_t i = 0; i < convolution.length; ++i) {
    const Complex<T> value = times(product[i], spectrum[2 * i], spectrum[2 * i + 1]);
    product[i] = {value.im, value.re};
  }
  product = transformSmooth(convolution, product, unused);
  for (std::size_t i = 0; i < transform.length; ++i)
    product[i] = times(Complex<T>{product[i].im, product[i].re}, chirp[2 * i], chirp[2 * i + 1]);
  return product;
}

template <class T>
inline Complex<T>* transformLanes(const LaneTransform<T>& transform, Complex<T>* data,
                                  Complex<T>* other) {
  return transform.convolution ? transformByConvolution(transform, data, other)
                               : transformSmooth(transform, data, other);
}

} // namespace heddle::cufft::HEDDLE_CUFFT_LEVEL
