// Pseudo-random inputs, the same on every platform.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle::bench {

#ifdef __CUDACC__
#define HEDDLE_BENCH_ANYWHERE __host__ __device__
#else
#define HEDDLE_BENCH_ANYWHERE
#endif

// Pseudo-random numbers in 0 ... 1, made where they are used.
class RandomSequence {
public:
  HEDDLE_BENCH_ANYWHERE explicit RandomSequence(std::uint32_t seed = 0)
      : state_(seed * 2654435761u + 1u) {}
  HEDDLE_BENCH_ANYWHERE float next() {
    state_ = state_ * 1664525u + 1013904223u;
    return static_cast<float>(state_ >> 8) * (1.0f / 16777216.0f);
  }

private:
  std::uint32_t state_;
};

// The same pseudo-random numbers everywhere; streams differ by their seed.
inline std::vector<float> randomFloats(std::size_t count, float low, float high,
                                       std::uint32_t seed) {
  std::vector<float> values(count);
  RandomSequence random(seed);
  for (float& value : values) {
    value = low + (high - low) * random.next();
  }
  return values;
}

inline std::vector<std::uint8_t> randomBytes(std::size_t count, std::uint32_t seed) {
  std::vector<std::uint8_t> values(count);
  std::uint32_t state = seed * 2654435761u + 1u;
  for (std::uint8_t& value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<std::uint8_t>(state >> 24);
  }
  return values;
}

} // namespace heddle::bench
