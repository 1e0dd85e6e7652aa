// Vectors for loops that the compiler does not vectorise well by itself.
#pragma once

#include <cstddef>
#include <cstring>
#include <utility>

namespace heddle::bench {

// A cache line of floats. The compiler splits it into as many registers as the machine needs for
// it, which then are as many independent chains of operations.
constexpr unsigned kLine = 16;
using Line = float __attribute__((vector_size(kLine * sizeof(float))));

// The floats of one vector register, for code whose form depends on their number.
#if defined(__AVX512F__)
constexpr unsigned kLanes = 16;
#elif defined(__AVX2__)
constexpr unsigned kLanes = 8;
#else
constexpr unsigned kLanes = 4;
#endif
using Lanes = float __attribute__((vector_size(kLanes * sizeof(float))));

template <typename Vector> Vector load(const float* from) {
  Vector vector;
  std::memcpy(&vector, from, sizeof(vector));
  return vector;
}

template <typename Vector> void store(float* to, const Vector& vector) {
  std::memcpy(to, &vector, sizeof(vector));
}

// Writes around the caches, for results that are not read again soon: the line need not be read
// from memory before it is written. `to` must be aligned to the size of the vector.
template <typename Vector> void stream(float* to, const Vector& vector) {
  __builtin_nontemporal_store(vector, reinterpret_cast<Vector*>(to));
}

// Turns the square whose rows are `rows`: in each round, rows kDistance apart exchange blocks of
// that many elements.
template <typename Row, unsigned kSize, unsigned kDistance = kSize / 2> struct Square {
  static void turn(Row (&rows)[kSize]) {
    for (unsigned i = 0; i < kSize; ++i) {
      if ((i & kDistance) == 0) {
        exchangeBlocks(rows[i], rows[i + kDistance], std::make_index_sequence<kSize>());
      }
    }
    if constexpr (kDistance > 1) {
      Square<Row, kSize, kDistance / 2>::turn(rows);
    }
  }

private:
  template <std::size_t... kLane>
  static void exchangeBlocks(Row& upper, Row& lower, std::index_sequence<kLane...>) {
    const Row above = upper;
    upper = __builtin_shufflevector(above, lower,
                                    (kLane & kDistance ? kSize + kLane - kDistance : kLane)...);
    lower = __builtin_shufflevector(above, lower,
                                    (kLane & kDistance ? kSize + kLane : kLane + kDistance)...);
  }
};

} // namespace heddle::bench
