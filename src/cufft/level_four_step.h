// Long transforms of contiguous data: of the columns and then of the rows of a matrix.
#pragma once

#include "cufft/level_access.h"
#include "cufft/level_lanes.h"
#include "cufft/level_real.h"

namespace heddle::cufft::HEDDLE_CUFFT_LEVEL {

template <class T> inline std::uint64_t groupsOf(std::uint64_t transforms) {
  return (transforms + kLanes<T> - 1) / kLanes<T>;
}

template <class T> inline std::size_t lanesOf(std::uint64_t transforms, std::uint64_t group) {
  const std::uint64_t left = transforms - group * kLanes<T>;
  return left < kLanes<T> ? left : kLanes<T>;
}

// The first of the transforms of a group of columns or rows. The last group begins early enough to
// be full, so that it shares some with the one before.
template <class T> inline std::uint64_t firstOf(std::uint64_t transforms, std::uint64_t group) {
  if (transforms < kLanes<T>)
    return 0;
  const std::uint64_t last = transforms - kLanes<T>;
  return group * kLanes<T> < last ? group * kLanes<T> : last;
}

// Multiplies the results for the columns of a group by their twiddle factors, on their way to the
// intermediate result.
template <class T> struct TwiddleSink {
  Complex<T>* between;
  std::size_t pitch;
  const Complex<T>* fine;
  const T* coarse;

  void put(std::size_t row, const Complex<T>& value) const {
    between[row * pitch] = times(value, times(fine[row], coarse[2 * row], coarse[2 * row + 1]));
  }
};

// Transforms one group of columns and multiplies the results by their twiddle factors.
template <class T>
void runColumns(const FourStep<T>& transform, const T* in, T* between, bool isInverse, T* scratch,
                std::uint64_t group) {
  const std::uint64_t rows = transform.rows;
  auto* const data = reinterpret_cast<Complex<T>*>(scratch);
  const View<const T> view{in + 2 * firstOf<T>(transform.columns, group),
                           static_cast<std::ptrdiff_t>(2 * transform.columns),
                           2,
                           1,
                           lanesOf<T>(transform.columns, 0),
                           isInverse};
  const TwiddleSink<T> to{reinterpret_cast<Complex<T>*>(between) + group, transform.pitch,
                          reinterpret_cast<const Complex<T>*>(transform.fine),
                          transform.coarse + 2 * group * rows};
  transformTo(transform.ofColumns, view, to, data, data + transform.ofColumns.bufferLength);
}

// Transforms the rows from `first` on, as many as there are lanes, whose results are columns of the
// output.
template <class T>
void runRowsFrom(std::uint64_t first, const FourStep<T>& transform, const T* between, T* out,
                 bool isInverse, T* scratch) {
  const std::uint64_t columns = transform.columns;
  const std::size_t lanes = lanesOf<T>(transform.rows, 0);
  auto* const data = reinterpret_cast<Complex<T>*>(scratch);
  const auto* const from = reinterpret_cast<const Complex<T>*>(between) + first * transform.pitch;
  for (std::size_t square = 0; square * kLanes<T> < columns; ++square) {
    Vector<T> re[kLanes<T>], im[kLanes<T>];
#pragma clang loop unroll(full)
    for (std::size_t l = 0; l < kLanes<T>; ++l) {
      // A lane that does not exist reads what the last one reads.
      const Complex<T>& row = from[(l < lanes ? l : lanes - 1) * transform.pitch + square];
      re[l] = row.re;
      im[l] = row.im;
    }
    transposeSquares<T>(re);
    transposeSquares<T>(im);
    Complex<T>* const to = data + firstOf<T>(columns, square);
    // The buffer has room for whole squares.
#pragma clang loop unroll(full)
    for (std::size_t i = 0; i < kLanes<T>; ++i)
      to[i] = {re[i], im[i]};
  }
  const View<T> view{out + 2 * first, static_cast<std::ptrdiff_t>(2 * transform.rows), 2, 1, lanes,
                     isInverse};
  transformBufferTo(transform.ofRows, view, data, data + transform.ofRows.bufferLength);
}

// Transforms one group of rows. The last one includes those that do not fill a group, so that no
// two groups write the same place.
template <class T>
void runRows(const FourStep<T>& transform, const T* between, T* out, bool isInverse, T* scratch,
             std::uint64_t group) {
  const std::uint64_t rows = transform.rows;
  runRowsFrom(group * kLanes<T>, transform, between, out, isInverse, scratch);
  if (rows > kLanes<T> && rows % kLanes<T> != 0 && group + 1 == rows / kLanes<T>)
    runRowsFrom(rows - kLanes<T>, transform, between, out, isInverse, scratch);
}

// The data of the next transform, which are brought into the second cache while this one is
// computed. The processor does not foresee them, since columns are read at a stride. Null for none.
template <class T> struct NextTransform {
  const T* in;
  const T* out;
};

// The most bytes of such data. With more, they and those of the present transform drive each other
// out of the cache: on a Xeon with two megabytes of it, batches of 100000 points in double
// precision take 1.1 to 1.4 of the time.
constexpr std::size_t kMostPrefetched = 512u << 10;

// Prefetches one of `parts` parts of the data of a transform.
template <class T, bool IsWritten>
inline void prefetchPart(const T* data, std::uint64_t length, std::uint64_t part,
                         std::uint64_t parts) {
  constexpr std::size_t kLine = 64 / sizeof(T);
  constexpr int kSecondCache = 2;
  const std::uint64_t lines = 2 * length / kLine;
  if (data)
    for (std::uint64_t line = lines * part / parts; line < lines * (part + 1) / parts; ++line)
      __builtin_prefetch(data + line * kLine, IsWritten, kSecondCache);
}

// A whole transform, of which the intermediate result is at the beginning of `scratch`.
template <class T>
void runFourStep(const FourStep<T>& transform, const T* in, T* out, bool isInverse, T* scratch,
                 NextTransform<T> next = {}) {
  T* const rest = scratch + transform.betweenScalars;
  const std::uint64_t length = transform.rows * transform.columns;
  if (2 * length * sizeof(T) > kMostPrefetched)
    next = {};
  const std::uint64_t columns = groupsOf<T>(transform.columns);
  const std::uint64_t rows = transform.rows < kLanes<T> ? 1 : transform.rows / kLanes<T>;
  for (std::uint64_t group = 0; group < columns; ++group) {
    prefetchPart<T, true>(next.out, length, group, columns);
    runColumns(transform, in, scratch, isInverse, rest, group);
  }
  for (std::uint64_t group = 0; group < rows; ++group) {
    prefetchPart<T, false>(next.in, length, group, rows);
    runRows(transform, scratch, out, isInverse, rest, group);
  }
}

template <class T> inline Pair<T> times(Pair<T> a, Pair<T> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

// As transformByConvolution() for lanes, for one transform.
template <class T>
void runConvolution(const ContiguousTransform<T>& transform, const T* in, T* out, bool isInverse,
                    T* scratch) {
  const std::size_t length = transform.length;
  const std::size_t convolved = transform.fourStep.rows * transform.fourStep.columns;
  const auto* const from = reinterpret_cast<const Pair<T>*>(in);
  auto* const to = reinterpret_cast<Pair<T>*>(out);
  const auto* const chirp = reinterpret_cast<const Pair<T>*>(transform.chirp);
  const auto* const spectrum = reinterpret_cast<const Pair<T>*>(transform.spectrum);
  auto* const data = reinterpret_cast<Pair<T>*>(scratch);
  // What follows is aligned for vectors.
  T* const rest =
      scratch + (2 * convolved + kVectorAlignment - 1) / kVectorAlignment * kVectorAlignment;
  for (std::size_t i = 0; i < length; ++i)
    data[i] = times(isInverse ? Pair<T>{from[i].im, from[i].re} : from[i], chirp[i]);
  for (std::size_t i = length; i < convolved; ++i)
    data[i] = {};
  runFourStep(transform.fourStep, scratch, scratch, false, rest);
  for (std::size_t i = 0; i < convolved; ++i)
    data[i] = times(data[i], spectrum[i]);
  runFourStep(transform.fourStep, scratch, scratch, true, rest);
  for (std::size_t i = 0; i < length; ++i) {
    const Pair<T> value = times(data[i], chirp[i]);
    to[i] = isInverse ? Pair<T>{value.im, value.re} : value;
  }
}

// `in` and `out` may be the same.
template <class T>
void transformContiguous(const ContiguousTransform<T>& transform, const T* in, T* out,
                         bool isInverse, T* scratch, NextTransform<T> next = {}) {
  if (transform.chirp)
    runConvolution(transform, in, out, isInverse, scratch);
  else
    runFourStep(transform.fourStep, in, out, isInverse, scratch, next);
}

} // namespace heddle::cufft::HEDDLE_CUFFT_LEVEL
