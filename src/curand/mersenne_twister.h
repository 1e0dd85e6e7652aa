// MT19937 in cuRAND's order: 8192 generators, each 2^2048 numbers further along than the one
// before, give eight numbers each in turn.
#pragma once

#include "device_memory.h"

#include <array>
#include <cstddef>
#include <vector>

namespace heddle::curand {

constexpr unsigned kTwisterWords = 624;
constexpr unsigned kTwisterLevels = 13;
constexpr unsigned kTwisters = 1u << kTwisterLevels;

// How to jump over 2^(2048 + level) numbers. The state there is a sum of pieces of 624 words out of
// the numbers to come (before they are tempered); three of these that are next to each other are
// added up beforehand. So there are four tables: of w[i], w[i] + w[i+1], w[i] + w[i+2] and of all
// three; the jump is a list of where in them the pieces begin.
constexpr unsigned kTwisterSpan = 20608; // of a table: the degree and a piece, or more
constexpr unsigned kTwisterTables = 4;
const std::array<std::vector<unsigned>, kTwisterLevels>& twisterJumps();

class MersenneTwisters {
public:
  cudaError_t seed(unsigned value, cudaStream_t stream);
  // The next numbers: some of the wanted ones, that are valid until the next call.
  cudaError_t take(std::size_t wanted, cudaStream_t stream, const unsigned** numbers,
                   std::size_t* count);

private:
  cudaError_t makeStates(unsigned count, cudaStream_t stream);

  DeviceMemory states_, numbers_;
  unsigned made_ = 0;        // states
  unsigned ready_ = 0;       // generators whose numbers of this round are there
  bool first_ = true;        // round, in which states are their own numbers
  std::size_t position_ = 0; // in the round
};

} // namespace heddle::curand
