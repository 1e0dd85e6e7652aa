// Vectors of one instruction set, and the few operations on them that are not arithmetic.
//
// The files level_*.h are compiled once for each instruction set, with HEDDLE_CUFFT_LEVEL as the
// name of a namespace and HEDDLE_CUFFT_VECTOR_BYTES as the size of a register. They must not use
// inline functions from elsewhere: the linker keeps one copy of these, and that might be one with
// instructions that this processor does not have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace heddle::cufft::HEDDLE_CUFFT_LEVEL {

template <class T> struct VectorTypes {
  using Aligned [[gnu::vector_size(HEDDLE_CUFFT_VECTOR_BYTES)]] = T;
  using Unaligned
      [[gnu::vector_size(HEDDLE_CUFFT_VECTOR_BYTES), gnu::aligned(alignof(T)), gnu::may_alias]] = T;
};
template <class T> using Vector = typename VectorTypes<T>::Aligned;
template <class T> constexpr std::size_t kLanes = HEDDLE_CUFFT_VECTOR_BYTES / sizeof(T);
template <class T> using LaneIndices = std::make_index_sequence<kLanes<T>>;

// One complex number of each lane.
template <class T> struct Complex {
  Vector<T> re, im;
};

template <class T> inline Vector<T> loadUnaligned(const T* from) {
  return *reinterpret_cast<const typename VectorTypes<T>::Unaligned*>(from);
}
template <class T> inline void storeUnaligned(T* to, Vector<T> value) {
  *reinterpret_cast<typename VectorTypes<T>::Unaligned*>(to) = value;
}

// Shuffles of the elements of two vectors, which are numbered from 0 to 2 * lanes - 1.
template <class T, std::size_t... I>
inline Vector<T> everySecond(Vector<T> a, Vector<T> b, std::index_sequence<I...>) {
  return __builtin_shufflevector(a, b, (2 * I)...);
}
template <class T, std::size_t... I>
inline Vector<T> everyOther(Vector<T> a, Vector<T> b, std::index_sequence<I...>) {
  return __builtin_shufflevector(a, b, (2 * I + 1)...);
}
template <class T, std::size_t... I>
inline Vector<T> zipLow(Vector<T> a, Vector<T> b, std::index_sequence<I...>) {
  return __builtin_shufflevector(a, b, (I / 2 + I % 2 * sizeof...(I))...);
}
template <class T, std::size_t... I>
inline Vector<T> zipHigh(Vector<T> a, Vector<T> b, std::index_sequence<I...>) {
  return __builtin_shufflevector(a, b, ((I + sizeof...(I)) / 2 + I % 2 * sizeof...(I))...);
}

// Complex numbers that lie one after the other in memory.
template <class T> inline Complex<T> loadInterleaved(const T* from) {
  const Vector<T> a = loadUnaligned(from), b = loadUnaligned(from + kLanes<T>);
  return {everySecond<T>(a, b, LaneIndices<T>()), everyOther<T>(a, b, LaneIndices<T>())};
}
template <class T> inline void storeInterleaved(T* to, Vector<T> re, Vector<T> im) {
  storeUnaligned<T>(to, zipLow<T>(re, im, LaneIndices<T>()));
  storeUnaligned<T>(to + kLanes<T>, zipHigh<T>(re, im, LaneIndices<T>()));
}

// A part of a vector, of `Size` elements.
template <class T, std::size_t Size> struct PartTypes {
  using Aligned [[gnu::vector_size(Size * sizeof(T))]] = T;
  using Unaligned [[gnu::vector_size(Size * sizeof(T)), gnu::aligned(alignof(T)), gnu::may_alias]] =
      T;
};
template <class T, std::size_t Size> using Part = typename PartTypes<T, Size>::Aligned;
template <class T, std::size_t Size> inline Part<T, Size> loadPart(const T* from) {
  return *reinterpret_cast<const typename PartTypes<T, Size>::Unaligned*>(from);
}
template <class T, std::size_t Size> inline void storePart(T* to, Part<T, Size> part) {
  *reinterpret_cast<typename PartTypes<T, Size>::Unaligned*>(to) = part;
}
template <class T, std::size_t... I>
inline Part<T, sizeof...(I)> joined(Part<T, sizeof...(I) / 2> first,
                                    Part<T, sizeof...(I) / 2> second, std::index_sequence<I...>) {
  return __builtin_shufflevector(first, second, I...);
}
template <class T, std::size_t Size, std::size_t... I>
inline Part<T, Size / 2> firstHalf(Part<T, Size> whole, std::index_sequence<I...>) {
  return __builtin_shufflevector(whole, whole, I...);
}
template <class T, std::size_t Size, std::size_t... I>
inline Part<T, Size / 2> secondHalf(Part<T, Size> whole, std::index_sequence<I...>) {
  return __builtin_shufflevector(whole, whole, (I + sizeof...(I))...);
}

// Exchanges the elements of `a` whose number has the bit `Bit` for those of `b` without it.
template <class T, std::size_t Bit, std::size_t... I>
inline void exchange(Vector<T>& a, Vector<T>& b, std::index_sequence<I...>) {
  const Vector<T> first = __builtin_shufflevector(a, b, (I & Bit ? I - Bit + sizeof...(I) : I)...);
  b = __builtin_shufflevector(a, b, (I & Bit ? I + sizeof...(I) : I + Bit)...);
  a = first;
}

// Transposes the squares that lie side by side in `Width` vectors. Every round exchanges one bit of
// the number of a vector for the same one of the number of an element.
template <class T, std::size_t Bit = 1, std::size_t Width>
inline void transposeSquares(Vector<T> (&squares)[Width]) {
  if constexpr (Bit < Width) {
#pragma clang loop unroll(full)
    for (std::size_t i = 0; i < Width; ++i)
      if ((i & Bit) == 0)
        exchange<T, Bit>(squares[i], squares[i + Bit], LaneIndices<T>());
    transposeSquares<T, 2 * Bit>(squares);
  }
}

} // namespace heddle::cufft::HEDDLE_CUFFT_LEVEL
