// Short transforms of rows: from memory and back in one go, without buffers. In these, what the
// general way (level_lanes.h, level_real.h) takes for its calls and buffers is more than what the
// butterflies take. The arithmetic is the same.
#pragma once

#include "cufft/level_access.h"
#include "cufft/level_real.h"

namespace heddle::cufft::HEDDLE_CUFFT_LEVEL {

// The stages of a complex transform of length First * Second, or First where Second is 1.
template <unsigned First, unsigned Second> struct Radices {
  static constexpr unsigned kLength = First * Second;

  template <class T>
  static void transform(Complex<T> (&points)[kLength], const LaneTransform<T>& tables) {
    if constexpr (Second > 1)
      transformTwice(points, tables.stages->twiddles);
    else if constexpr (First == 7)
      butterfly(points, First, tables.stages->roots);
    else if constexpr (First > 1)
      butterfly(points);
  }

private:
  template <class T> static void transformTwice(Complex<T> (&points)[kLength], const T* twiddles) {
    Complex<T> between[kLength];
#pragma clang loop unroll(full)
    for (unsigned group = 0; group < Second; ++group) {
      Complex<T> part[First];
#pragma clang loop unroll(full)
      for (unsigned j = 0; j < First; ++j)
        part[j] = points[group + j * Second];
      butterfly(part);
      between[group * First] = part[0];
#pragma clang loop unroll(full)
      for (unsigned k = 1; k < First; ++k) {
        const T* const twiddle = twiddles + 2 * (group * (First - 1) + k - 1);
        between[group * First + k] = times(part[k], twiddle[0], twiddle[1]);
      }
    }
#pragma clang loop unroll(full)
    for (unsigned i = 0; i < First; ++i) {
      Complex<T> part[Second];
#pragma clang loop unroll(full)
      for (unsigned j = 0; j < Second; ++j)
        part[j] = between[i + j * First];
      butterfly(part);
#pragma clang loop unroll(full)
      for (unsigned k = 0; k < Second; ++k)
        points[i + k * First] = part[k];
    }
  }
};

// The numbers [Offset, Length) of all rows, in squares of at most `Width`.
template <class T, std::size_t Length, std::size_t Width, std::size_t Offset = 0, class VectorAt>
inline void loadFixed(const FullRows<const T>& rows, VectorAt vectorAt) {
  if constexpr (Offset + Width <= Length) {
    loadSquares<T, Width>(rows, Offset, vectorAt);
    loadFixed<T, Length, Width, Offset + Width>(rows, vectorAt);
  } else if constexpr (Offset < Length) {
    loadFixed<T, Length, Width / 2, Offset>(rows, vectorAt);
  }
}
template <class T, std::size_t Length, std::size_t Width, std::size_t Offset = 0, class VectorAt>
inline void storeFixed(const FullRows<T>& rows, VectorAt vectorAt) {
  if constexpr (Offset + Width <= Length) {
    storeSquares<T, Width>(rows, Offset, vectorAt);
    storeFixed<T, Length, Width, Offset + Width>(rows, vectorAt);
  } else if constexpr (Offset < Length) {
    storeFixed<T, Length, Width / 2, Offset>(rows, vectorAt);
  }
}

// Part i of an array of complex numbers.
template <bool IsSwapped, class T> auto partOf(Complex<T>* numbers) {
  return [numbers](std::size_t i) -> Vector<T>& {
    return (i % 2 != 0) != IsSwapped ? numbers[i / 2].im : numbers[i / 2].re;
  };
}

// What a pass does for one group of full rows.
template <class R, bool IsInverse> struct ShortComplex {
  template <class T>
  static void run(const Pass<T>& pass, const FullRows<const T>& in, const FullRows<T>& out) {
    Complex<T> points[R::kLength];
    loadFixed<T, 2 * R::kLength, kLanes<T>>(in, partOf<IsInverse>(points));
    R::transform(points, pass.laneTransform);
    storeFixed<T, 2 * R::kLength, kLanes<T>>(out, partOf<IsInverse>(points));
  }
};
// Real data of twice the length.
template <class R> struct ShortRealToComplex {
  template <class T>
  static void run(const Pass<T>& pass, const FullRows<const T>& in, const FullRows<T>& out) {
    Complex<T> points[R::kLength], results[R::kLength + 1];
    loadFixed<T, 2 * R::kLength, kLanes<T>>(in, partOf<false>(points));
    R::transform(points, pass.laneTransform);
    unpackReal(points, results, std::size_t{R::kLength}, pass.realRoots);
    storeFixed<T, 2 * R::kLength + 2, kLanes<T>>(out, partOf<false>(results));
  }
};
template <class R> struct ShortComplexToReal {
  template <class T>
  static void run(const Pass<T>& pass, const FullRows<const T>& in, const FullRows<T>& out) {
    Complex<T> spectrum[R::kLength + 1], points[R::kLength];
    loadFixed<T, 2 * R::kLength + 2, kLanes<T>>(in, partOf<false>(spectrum));
    packReal(spectrum, points, std::size_t{R::kLength}, pass.realRoots);
    R::transform(points, pass.laneTransform);
    storeFixed<T, 2 * R::kLength, kLanes<T>>(out, partOf<true>(points));
  }
};

// Real data of the same, odd length.
template <class R> struct ShortOddRealToComplex {
  template <class T>
  static void run(const Pass<T>& pass, const FullRows<const T>& in, const FullRows<T>& out) {
    Complex<T> points[R::kLength]{};
    loadFixed<T, R::kLength, kLanes<T>>(in, [&](std::size_t i) -> auto& { return points[i].re; });
    R::transform(points, pass.laneTransform);
    storeFixed<T, R::kLength + 1, kLanes<T>>(out, partOf<false>(points));
  }
};
template <class R> struct ShortOddComplexToReal {
  template <class T>
  static void run(const Pass<T>& pass, const FullRows<const T>& in, const FullRows<T>& out) {
    Complex<T> points[R::kLength];
    loadFixed<T, R::kLength + 1, kLanes<T>>(in, partOf<true>(points));
    mirrorSwapped(points, R::kLength);
    R::transform(points, pass.laneTransform);
    storeFixed<T, R::kLength, kLanes<T>>(out, [&](std::size_t i) -> auto& { return points[i].im; });
  }
};

// `count` groups that follow each other.
template <class T> struct ShortRun {
  FullRows<const T> in;
  FullRows<T> out;
  std::uint64_t count;
};

template <class Short, class T> void runShortAs(const Pass<T>& pass, ShortRun<T> run) {
  constexpr auto kRows = static_cast<std::ptrdiff_t>(kLanes<T>);
  for (; run.count > 0; --run.count) {
    Short::run(pass, run.in, run.out);
    run.in.first += kRows * run.in.stride;
    run.out.first += kRows * run.out.stride;
  }
}

// Transforms of two points that follow each other without gaps. Neither direction differs here.
template <class T, std::size_t... I>
inline void runPairs(const T* in, T* out, std::uint64_t vectors, std::index_sequence<I...>) {
  constexpr Vector<T> kSigns = {(I & 2 ? T(-1) : T(1))...};
  for (std::uint64_t i = 0; i < vectors; ++i) {
    const Vector<T> points = loadUnaligned(in + i * kLanes<T>);
    storeUnaligned<T>(out + i * kLanes<T>,
                      __builtin_shufflevector(points, points, (I ^ 2)...) + points * kSigns);
  }
}

template <class R, class T>
void runShortOf(const Pass<T>& pass, bool isInverse, const ShortRun<T>& run) {
  if constexpr (R::kLength == 2 && kLanes<T> % 4 == 0)
    if (pass.kind == PassKind::Complex && run.in.stride == 4 && run.out.stride == 4)
      return runPairs<T>(run.in.first, run.out.first, 4 * run.count, LaneIndices<T>());
  if constexpr (R::kLength % 2 != 0)
    if (pass.length == R::kLength && pass.kind != PassKind::Complex)
      return pass.kind == PassKind::RealToComplex ? runShortAs<ShortOddRealToComplex<R>>(pass, run)
                                                  : runShortAs<ShortOddComplexToReal<R>>(pass, run);
  switch (pass.kind) {
  case PassKind::Complex:
    return isInverse ? runShortAs<ShortComplex<R, true>>(pass, run)
                     : runShortAs<ShortComplex<R, false>>(pass, run);
  case PassKind::RealToComplex:
    return runShortAs<ShortRealToComplex<R>>(pass, run);
  case PassKind::ComplexToReal:
    return runShortAs<ShortComplexToReal<R>>(pass, run);
  }
}

// The functions for the lengths of complex transforms that are short.
template <class T> using RunShort = void (*)(const Pass<T>&, bool, const ShortRun<T>&);
template <class T> RunShort<T> shortOfLength(std::uint64_t length) {
  static constexpr RunShort<T> kOfLength[] = {
      nullptr,
      runShortOf<Radices<1, 1>>,
      runShortOf<Radices<2, 1>>,
      runShortOf<Radices<3, 1>>,
      runShortOf<Radices<4, 1>>,
      runShortOf<Radices<5, 1>>,
      runShortOf<Radices<2, 3>>,
      runShortOf<Radices<7, 1>>,
      runShortOf<Radices<8, 1>>,
      runShortOf<Radices<3, 3>>,
      runShortOf<Radices<2, 5>>,
      nullptr,
      runShortOf<Radices<4, 3>>,
      nullptr,
      nullptr,
      runShortOf<Radices<3, 5>>,
      runShortOf<Radices<4, 4>>,
  };
  return length < sizeof(kOfLength) / sizeof(*kOfLength) ? kOfLength[length] : nullptr;
}

} // namespace heddle::cufft::HEDDLE_CUFFT_LEVEL
