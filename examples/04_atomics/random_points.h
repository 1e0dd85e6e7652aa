// The random points of the Monte Carlo programs: the same on both sides, so that the host can
// check.
#pragma once

// Uniform numbers from 0 up to 1 by a linear congruence over 64 bits; the high bits are the good
// ones.
__host__ __device__ inline float nextRandom(unsigned long long& state) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return static_cast<float>(state >> 40) * (1.0f / (1 << 24));
}

// Whether the random point of this thread in this round lies in the quarter circle.
__host__ __device__ inline bool isHit(unsigned thread, unsigned round) {
  unsigned long long state = (thread + 1) * 0x9e3779b97f4a7c15ull + round;
  nextRandom(state);
  const float x = nextRandom(state), y = nextRandom(state);
  return x * x + y * y < 1;
}
