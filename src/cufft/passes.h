// What the kernels of the engine get to know of a plan: plain structures with pointers into tables
// that the plan owns. The kernels are compiled for several instruction sets (level.cpp), so this
// file has no inline functions, of which the linker would keep the version of one set for all.
//
// All strides are in scalars: a complex number is two scalars. Transforms are forward ones; an
// inverse one exchanges real and imaginary parts on the way in and on the way out.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::cufft {

constexpr std::size_t kVectorAlignment = 64; // the bytes of the widest vector

// A transform whose length has only small prime factors goes through memory once for each factor.
// This is one such pass, whose butterflies all have the same radix.
template <class T> struct Stage {
  unsigned radix;
  std::uint64_t groups; // how many butterflies have different twiddle factors
  std::uint64_t repeat; // how many have the same ones
  const T* twiddles;    // radix - 1 complex numbers for each group
  const T* roots;       // of the radix itself, for a radix without a butterfly of its own
};

// A complex transform that as many transforms as a vector has lanes do side by side.
template <class T> struct LaneTransform {
  std::uint64_t length;
  // How many elements a buffer needs: for the length or that of the convolution, rounded up to
  // whole groups of `lanes`, and one more for the transform of real data.
  std::uint64_t bufferLength;
  const Stage<T>* stages;
  unsigned stageCount;
  // For Bluestein's algorithm, which turns the transform into a convolution; null otherwise.
  const LaneTransform* convolution;
  const T* chirp;    // `length` complex numbers
  const T* spectrum; // the transform of the filter, divided by the convolution's length
};

// A complex transform of length rows * columns, of data that are contiguous: transforms of the
// columns, a multiplication by twiddle factors, and transforms of the rows. The columns are lanes
// first and the rows are lanes afterwards, with a transposition in between.
template <class T> struct FourStep {
  std::uint64_t rows, columns;
  LaneTransform<T> ofColumns, ofRows;
  // The twiddle factor of row k and column j is coarse[j / lanes][k] * fine[k][j % lanes], so that
  // the tables are short.
  const T* coarse; // complex numbers
  const T* fine;   // `lanes` real parts, and then as many imaginary ones
  // The distance of two rows in the intermediate result, in groups of `lanes` complex numbers.
  std::uint64_t pitch;
  std::uint64_t betweenScalars; // the size of the intermediate result
};

// A complex transform of any length, of data that are contiguous, by one thread.
template <class T> struct ContiguousTransform {
  std::uint64_t length;
  FourStep<T> fourStep; // of the length or, where there is a chirp, of the convolution
  const T* chirp;       // as in LaneTransform
  const T* spectrum;
};

enum class PassKind : std::uint8_t { Complex, RealToComplex, ComplexToReal };

// Along which transforms are repeated: over a dimension of the data, or over a batch.
struct Axis {
  std::uint64_t extent;
  std::ptrdiff_t in, out;
};

constexpr unsigned kMostAxes = 3;

// The transforms along one dimension of the data.
template <class T> struct Pass {
  PassKind kind;
  std::uint64_t length;
  std::ptrdiff_t inStride, outStride; // between the elements of one transform
  Axis lanes;                         // the innermost axis
  Axis outer[kMostAxes];
  std::uint64_t gatherScalars; // room in front of the scratch memory, for runContiguous
  // exp(-2 pi i k / length) for k up to length / 2. Only for real data of even length.
  const T* realRoots;
  // Of the length or, for real data of even length, of half of it.
  LaneTransform<T> laneTransform;
  ContiguousTransform<T> contiguous;
};

// The elements of a transform of real data that depend on each other are told apart in parts of so
// many.
constexpr std::uint64_t kMirroredOfPart = 2048;

// The functions of the engine for one instruction set.
template <class T> struct Kernels {
  unsigned lanes; // transforms that are done side by side
  // Does groups [begin, end) of transforms: `lanes` neighbours along Pass::lanes, or what is left
  // there, are a group.
  void (*runLanes)(const Pass<T>& pass, const T* in, T* out, bool isInverse, T* scratch,
                   std::uint64_t begin, std::uint64_t end);
  // Does one transform, by `contiguous`.
  void (*runContiguous)(const Pass<T>& pass, const T* in, T* out, bool isInverse, T* scratch,
                        std::uint64_t transform);
  // Do `lanes` columns or rows of a transform; `between` is the intermediate result.
  void (*runColumns)(const FourStep<T>& transform, const T* in, T* between, bool isInverse,
                     T* scratch, std::uint64_t group);
  void (*runRows)(const FourStep<T>& transform, const T* between, T* out, bool isInverse,
                  T* scratch, std::uint64_t group);
  // Do a part of what comes after the transform of real data as complex numbers, in place, or
  // before the transform to real data.
  void (*runUnpack)(const Pass<T>& pass, const T* in, T* out, std::uint64_t part);
  void (*runPack)(const Pass<T>& pass, const T* in, T* out, std::uint64_t part);
};

} // namespace heddle::cufft
