// Rows of numbers in memory, one for each lane, as vectors that hold one number of each row, and
// back.
#pragma once

#include "cufft/level_vectors.h"

namespace heddle::cufft::HEDDLE_CUFFT_LEVEL {

template <class T> struct Rows {
  static constexpr bool kIsFull = false;
  T* first;
  std::ptrdiff_t stride;
  std::size_t count; // of the rows that exist, at most kLanes<T>

  T* at(std::size_t row) const { return first + static_cast<std::ptrdiff_t>(row) * stride; }
  bool has(std::size_t row) const { return row < count; }
  // A lane without a row reads the last one.
  const T* existing(std::size_t row) const { return at(has(row) ? row : count - 1); }
};
// The same where all rows exist, so that nothing need be compared.
template <class T> struct FullRows {
  static constexpr bool kIsFull = true;
  T* first;
  std::ptrdiff_t stride;

  T* at(std::size_t row) const { return first + static_cast<std::ptrdiff_t>(row) * stride; }
  static constexpr bool has(std::size_t) { return true; }
  const T* existing(std::size_t row) const { return at(row); }
};

// Pieces with fewer bytes than this belong to short rows, whose memory the processor foresees.
constexpr std::size_t kShortestPrefetched = 32;

// Brings what follows a full set of rows into the second cache, since groups of rows follow each
// other. The processor does not foresee it, since it sees many rows at the same time.
template <std::size_t Width, bool IsWritten, class T, class R>
inline void prefetchNext(const R& rows, const T* at) {
  constexpr int kSecondCache = 2;
  if constexpr (R::kIsFull && Width * sizeof(T) >= kShortestPrefetched)
    __builtin_prefetch(at + static_cast<std::ptrdiff_t>(kLanes<T>) * rows.stride, IsWritten,
                       kSecondCache);
}

// A vector of pieces of rows: `Width` numbers of row `first`, of row first + Width, and so on.
template <class T, std::size_t Size, std::size_t Width, class R>
inline Part<T, Size> loadPieces(const R& rows, std::size_t first, std::size_t offset) {
  if constexpr (Size == Width) {
    const T* const at = rows.existing(first) + offset;
    prefetchNext<Width, false>(rows, at);
    return loadPart<T, Size>(at);
  } else {
    return joined<T>(loadPieces<T, Size / 2, Width>(rows, first, offset),
                     loadPieces<T, Size / 2, Width>(rows, first + Size / 2, offset),
                     std::make_index_sequence<Size>());
  }
}
template <class T, std::size_t Size, std::size_t Width, class R>
inline void storePieces(const R& rows, std::size_t first, std::size_t offset,
                        Part<T, Size> pieces) {
  if constexpr (Size == Width) {
    if (rows.has(first)) {
      T* const at = rows.at(first) + offset;
      prefetchNext<Width, true>(rows, at);
      storePart<T, Size>(at, pieces);
    }
  } else {
    using Half = std::make_index_sequence<Size / 2>;
    storePieces<T, Size / 2, Width>(rows, first, offset, firstHalf<T, Size>(pieces, Half()));
    storePieces<T, Size / 2, Width>(rows, first + Size / 2, offset,
                                    secondHalf<T, Size>(pieces, Half()));
  }
}

// Loads `Width` numbers of all rows. vectorAt(i) is where number i of all rows goes.
template <class T, std::size_t Width, class R, class VectorAt>
inline void loadSquares(const R& rows, std::size_t offset, VectorAt vectorAt) {
  Vector<T> square[Width];
#pragma clang loop unroll(full)
  for (std::size_t i = 0; i < Width; ++i) {
    square[i] = loadPieces<T, kLanes<T>, Width>(rows, i, offset);
  }
  transposeSquares<T>(square);
#pragma clang loop unroll(full)
  for (std::size_t i = 0; i < Width; ++i)
    vectorAt(offset + i) = square[i];
}
template <class T, std::size_t Width, class R, class VectorAt>
inline void storeSquares(const R& rows, std::size_t offset, VectorAt vectorAt) {
  Vector<T> square[Width];
#pragma clang loop unroll(full)
  for (std::size_t i = 0; i < Width; ++i)
    square[i] = vectorAt(offset + i);
  transposeSquares<T>(square);
#pragma clang loop unroll(full)
  for (std::size_t i = 0; i < Width; ++i) {
    storePieces<T, kLanes<T>, Width>(rows, i, offset, square[i]);
  }
}

// What is left of the rows when no full square is left: pieces of fewer and fewer numbers.
template <class T, std::size_t Width, class R, class VectorAt>
inline void loadRest(const R& rows, std::size_t offset, std::size_t end, VectorAt vectorAt) {
  if constexpr (Width > 0) {
    if (offset + Width <= end) {
      loadSquares<T, Width>(rows, offset, vectorAt);
      offset += Width;
    }
    loadRest<T, Width / 2>(rows, offset, end, vectorAt);
  }
}
template <class T, std::size_t Width, class R, class VectorAt>
inline void storeRest(const R& rows, std::size_t offset, std::size_t end, VectorAt vectorAt) {
  if constexpr (Width > 0) {
    if (offset + Width <= end) {
      storeSquares<T, Width>(rows, offset, vectorAt);
      offset += Width;
    }
    storeRest<T, Width / 2>(rows, offset, end, vectorAt);
  }
}

template <class T, class R, class VectorAt>
void loadAll(const R& rows, std::size_t length, VectorAt vectorAt) {
  std::size_t offset = 0;
  for (; offset + kLanes<T> <= length; offset += kLanes<T>)
    loadSquares<T, kLanes<T>>(rows, offset, vectorAt);
  loadRest<T, kLanes<T> / 2>(rows, offset, length, vectorAt);
}
template <class T, class R, class VectorAt>
void storeAll(const R& rows, std::size_t length, VectorAt vectorAt) {
  std::size_t offset = 0;
  for (; offset + kLanes<T> <= length; offset += kLanes<T>)
    storeSquares<T, kLanes<T>>(rows, offset, vectorAt);
  storeRest<T, kLanes<T> / 2>(rows, offset, length, vectorAt);
}

template <class T, class VectorAt>
void loadRows(const Rows<const T>& rows, std::size_t length, VectorAt vectorAt) {
  if (rows.count == kLanes<T>)
    loadAll<T>(FullRows<const T>{rows.first, rows.stride}, length, vectorAt);
  else
    loadAll<T>(rows, length, vectorAt);
}
template <class T, class VectorAt>
void storeRows(const Rows<T>& rows, std::size_t length, VectorAt vectorAt) {
  if (rows.count == kLanes<T>)
    storeAll<T>(FullRows<T>{rows.first, rows.stride}, length, vectorAt);
  else
    storeAll<T>(rows, length, vectorAt);
}

} // namespace heddle::cufft::HEDDLE_CUFFT_LEVEL
