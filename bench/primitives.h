// What the programs of the suite `primitives` share: sizes and inputs.
#pragma once

#include "random.h"
#include "workload.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace heddle::bench {

std::unique_ptr<Workload> makeSort();
std::unique_ptr<Workload> makeSortByKey();
std::unique_ptr<Workload> makeInclusiveScan();
std::unique_ptr<Workload> makeReduce();
std::unique_ptr<Workload> makeReduceByKey();
std::unique_ptr<Workload> makeSelect();
std::unique_ptr<Workload> makeUnique();
std::unique_ptr<Workload> makePrimitiveHistogram();

constexpr std::size_t kPrimitiveElements = std::size_t{1} << 24;
constexpr std::size_t kPrimitiveBins = 256;

inline std::vector<std::uint32_t> randomIntegers(std::uint32_t seed) {
  std::vector<std::uint32_t> values(kPrimitiveElements);
  std::uint32_t state = seed;
  for (std::uint32_t& value : values) {
    // Steps of a linear generator, of which only the high bits are random enough.
    state = state * 1664525u + 1013904223u;
    value = state & 0xffff0000u;
    state = state * 1664525u + 1013904223u;
    value |= state >> 16;
  }
  return values;
}

// Keys that are the same in runs of 1 to 15 elements.
inline std::vector<std::uint32_t> keysInRuns() {
  std::vector<std::uint32_t> keys = randomIntegers(3);
  for (std::size_t begin = 0; begin < keys.size();) {
    const std::size_t end = std::min(keys.size(), begin + 1 + keys[begin] % 15);
    std::fill(keys.begin() + static_cast<std::ptrdiff_t>(begin),
              keys.begin() + static_cast<std::ptrdiff_t>(end), keys[begin]);
    begin = end;
  }
  return keys;
}

// Results are compared as floats: hashes of pieces, in as many bits as a float holds exactly.
inline std::vector<float> hashes(const std::vector<std::uint32_t>& values) {
  constexpr std::size_t kPiece = 4096;
  std::vector<float> result = {static_cast<float>(values.size())};
  for (std::size_t begin = 0; begin < values.size(); begin += kPiece) {
    std::uint32_t hash = 2166136261u;
    for (std::size_t i = begin; i < std::min(values.size(), begin + kPiece); ++i) {
      hash = (hash ^ values[i]) * 16777619u;
    }
    result.push_back(static_cast<float>(hash >> 8));
  }
  return result;
}

inline std::vector<float> hashesOfBoth(const std::vector<std::uint32_t>& first,
                                       const std::vector<std::uint32_t>& second) {
  std::vector<float> result = hashes(first);
  const std::vector<float> rest = hashes(second);
  result.insert(result.end(), rest.begin(), rest.end());
  return result;
}

} // namespace heddle::bench
