// The data of a transform: its size and where the elements lie.
#pragma once

#include "cufft/passes.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle::cufft {

constexpr unsigned kMostDimensions = 3;

// The format of the scalars.
enum class Precision : std::uint8_t { Half, Bfloat, Single, Double };

inline std::size_t scalarBytes(Precision precision) {
  switch (precision) {
  case Precision::Half:
  case Precision::Bfloat:
    return 2;
  case Precision::Single:
    return sizeof(float);
  case Precision::Double:
    return sizeof(double);
  }
  return 0;
}

// Strides of one side, in scalars, the outermost dimension first.
struct Layout {
  std::array<std::ptrdiff_t, kMostDimensions> strides{};
  std::ptrdiff_t distance = 0; // between two transforms of the batch
};

struct Geometry {
  unsigned rank = 1;
  std::array<std::uint64_t, kMostDimensions> lengths{}; // the outermost dimension first
  PassKind kind = PassKind::Complex;
  Layout in, out;
  std::uint64_t batch = 1;

  std::uint64_t lastLength() const { return lengths[rank - 1]; }
  // The extent of a dimension where the data are complex: real data have a symmetry, by which only
  // half of the elements of the last dimension are stored.
  std::uint64_t complexExtent(unsigned dimension) const {
    const bool isHalved = kind != PassKind::Complex && dimension == rank - 1;
    return isHalved ? lengths[dimension] / 2 + 1 : lengths[dimension];
  }
  // How many complex numbers a transform has.
  std::uint64_t complexVolume() const {
    std::uint64_t volume = 1;
    for (unsigned dimension = 0; dimension < rank; ++dimension)
      volume *= complexExtent(dimension);
    return volume;
  }
};

} // namespace heddle::cufft
