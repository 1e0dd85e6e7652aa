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

// Transposes a square of as many vectors as each has lanes. Every round moves one bit of the index
// of a vector into the index of the lane.
template <class T> inline void transpose(Vector<T> (&square)[kLanes<T>]) {
  constexpr std::size_t kHalf = kLanes<T> / 2;
  Vector<T> zipped[kLanes<T>];
#pragma clang loop unroll(full)
  for (std::size_t round = 1; round < kLanes<T>; round *= 2) {
#pragma clang loop unroll(full)
    for (std::size_t i = 0; i < kHalf; ++i) {
      zipped[2 * i] = zipLow<T>(square[i], square[i + kHalf], LaneIndices<T>());
      zipped[2 * i + 1] = zipHigh<T>(square[i], square[i + kHalf], LaneIndices<T>());
    }
#pragma clang loop unroll(full)
    for (std::size_t i = 0; i < kLanes<T>; ++i)
      square[i] = zipped[i];
  }
}

} // namespace heddle::cufft::HEDDLE_CUFFT_LEVEL
