// What the programs of the suite `matrix` share: the size and the inputs of a product of matrices
// of bfloat16 with sums in float.
#pragma once

#include "random.h"
#include "workload.h"

#include <cstring>

namespace heddle::bench {

std::unique_ptr<Workload> makeMatrixProduct();

constexpr unsigned kMatrixSize = 1024;

using BFloat16Bits = std::uint16_t;

// Values that bfloat16 holds exactly, so that a product in float has the same factors.
inline std::vector<float> matrixValues(std::uint32_t seed) {
  std::vector<float> values =
      randomFloats(std::size_t{kMatrixSize} * kMatrixSize, -1.0f, 1.0f, seed);
  for (float& value : values) {
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    bits &= 0xffff0000u;
    std::memcpy(&value, &bits, sizeof(bits));
  }
  return values;
}

inline std::vector<BFloat16Bits> matrixBits(std::uint32_t seed) {
  std::vector<BFloat16Bits> result;
  for (const float value : matrixValues(seed)) {
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    result.push_back(static_cast<BFloat16Bits>(bits >> 16));
  }
  return result;
}

} // namespace heddle::bench
