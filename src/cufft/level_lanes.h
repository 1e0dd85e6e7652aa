// Complex transforms of all lanes side by side, in a buffer of vectors.
#pragma once

#include "cufft/level_butterflies.h"
#include "cufft/passes.h"

namespace heddle::cufft::HEDDLE_CUFFT_LEVEL {

// A buffer as the source from which a stage takes its points, and as the sink for its results, each
// by its number. The first stage may have the program's memory as its source and the last one as
// its sink (level_access.h), so that the data need not be copied into a buffer and out of it.
template <class T> struct BufferSource {
  const Complex<T>* buffer;
  Complex<T> get(std::size_t index) const { return buffer[index]; }
};
template <class T> struct BufferSink {
  Complex<T>* buffer;
  void put(std::size_t index, const Complex<T>& value) const { buffer[index] = value; }
};

// One stage of Stockham's algorithm, which leaves its results in order, in another place.
template <unsigned Radix, bool HasTwiddles, class T, class Source, class Sink>
inline void runStageOf(const Stage<T>& stage, Source from, Sink to) {
  const std::size_t groups = stage.groups, repeat = stage.repeat;
  const T* twiddles = stage.twiddles;
  for (std::size_t group = 0; group < groups; ++group, twiddles += 2 * (Radix - 1))
    for (std::size_t i = 0; i < repeat; ++i) {
      const std::size_t first = group * repeat + i, result = group * repeat * Radix + i;
      Complex<T> points[Radix];
#pragma clang loop unroll(full)
      for (unsigned j = 0; j < Radix; ++j)
        points[j] = from.get(first + j * groups * repeat);
      butterfly(points);
      to.put(result, points[0]);
#pragma clang loop unroll(full)
      for (unsigned k = 1; k < Radix; ++k)
        to.put(result + k * repeat, HasTwiddles
                                        ? times(points[k], twiddles[2 * k - 2], twiddles[2 * k - 1])
                                        : points[k]);
    }
}

// For an odd radix without a butterfly of its own.
template <bool HasTwiddles, class T, class Source, class Sink>
inline void runOddStage(const Stage<T>& stage, Source from, Sink to) {
  const std::size_t groups = stage.groups, repeat = stage.repeat;
  const unsigned radix = stage.radix;
  for (std::size_t group = 0; group < groups; ++group) {
    const T* const twiddles = stage.twiddles + 2 * group * (radix - 1);
    for (std::size_t i = 0; i < repeat; ++i) {
      const std::size_t first = group * repeat + i, result = group * repeat * radix + i;
      Complex<T> points[kLargestPrime];
      for (unsigned j = 0; j < radix; ++j)
        points[j] = from.get(first + j * groups * repeat);
      butterfly(points, radix, stage.roots);
      to.put(result, points[0]);
      for (unsigned k = 1; k < radix; ++k)
        to.put(result + k * repeat, HasTwiddles
                                        ? times(points[k], twiddles[2 * k - 2], twiddles[2 * k - 1])
                                        : points[k]);
    }
  }
}

template <bool HasTwiddles, class T, class Source, class Sink>
void runStage(const Stage<T>& stage, Source from, Sink to) {
  switch (stage.radix) {
  case 2:
    return runStageOf<2, HasTwiddles>(stage, from, to);
  case 3:
    return runStageOf<3, HasTwiddles>(stage, from, to);
  case 4:
    return runStageOf<4, HasTwiddles>(stage, from, to);
  case 5:
    return runStageOf<5, HasTwiddles>(stage, from, to);
  case 8:
    return runStageOf<8, HasTwiddles>(stage, from, to);
  default:
    return runOddStage<HasTwiddles>(stage, from, to);
  }
}

// The stages from `begin` to the last one, in which all twiddle factors are 1. The points are in
// `data`; it and `other` are buffers.
template <class T, class Sink>
inline void runStagesFrom(unsigned begin, const LaneTransform<T>& transform, Complex<T>* data,
                          Complex<T>* other, Sink to) {
  const unsigned last = transform.stageCount - 1;
  for (unsigned stage = begin; stage < last; ++stage) {
    runStage<true>(transform.stages[stage], BufferSource<T>{data}, BufferSink<T>{other});
    Complex<T>* const result = other;
    other = data;
    data = result;
  }
  runStage<false>(transform.stages[last], BufferSource<T>{data}, to);
}

// Transforms by butterflies what is in `data`. The result is in one of the two buffers, which is
// returned.
template <class T>
Complex<T>* transformSmooth(const LaneTransform<T>& transform, Complex<T>* data,
                            Complex<T>* other) {
  if (transform.stageCount == 0)
    return data;
  Complex<T>* const result = transform.stageCount % 2 == 0 ? data : other;
  runStagesFrom(0, transform, data, other, BufferSink<T>{result});
  return result;
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

// Transforms what is in `data`; the result is in one of the two buffers, which is returned.
template <class T>
inline Complex<T>* transformLanes(const LaneTransform<T>& transform, Complex<T>* data,
                                  Complex<T>* other) {
  return transform.convolution ? transformByConvolution(transform, data, other)
                               : transformSmooth(transform, data, other);
}

// Transforms what is in `data`, with the result in `to`.
template <class T, class Sink>
inline void transformBufferTo(const LaneTransform<T>& transform, Complex<T>* data,
                              Complex<T>* other, Sink to) {
  if (!transform.convolution && transform.stageCount > 0)
    return runStagesFrom(0, transform, data, other, to);
  const Complex<T>* const result = transformLanes(transform, data, other);
  for (std::size_t i = 0; i < transform.length; ++i)
    to.put(i, result[i]);
}

// Transforms what the source gives and hands the result to the sink. `data` and `other` are buffers
// for what lies between.
template <class T, class Source, class Sink>
inline void transformTo(const LaneTransform<T>& transform, Source from, Sink to, Complex<T>* data,
                        Complex<T>* other) {
  if (!transform.convolution && transform.stageCount > 1) {
    runStage<true>(transform.stages[0], from, BufferSink<T>{data});
    return runStagesFrom(1, transform, data, other, to);
  }
  for (std::size_t i = 0; i < transform.length; ++i)
    data[i] = from.get(i);
  transformBufferTo(transform, data, other, to);
}

} // namespace heddle::cufft::HEDDLE_CUFFT_LEVEL
