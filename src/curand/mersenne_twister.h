// MT19937 in cuRAND's order. There are 8192 generators, each 2^2048 numbers ahead of the one
// before. They give eight numbers each in turn.
#pragma once

#include "device_memory.h"

#include <array>
#include <cstddef>
#include <vector>

namespace heddle::curand {

constexpr unsigned kTwisterWords = 624;
constexpr unsigned kTwisterLevels = 13;
constexpr unsigned kTwisters = 1u << kTwisterLevels;

// How to jump over 2^(2048 + level) numbers. The state there is the sum (exclusive or) of many
// pieces, each 624 consecutive words of the sequence before tempering. Pieces that begin at three
// consecutive words are added up beforehand, which saves two thirds of the additions. So there are
// four tables: of w[i], w[i] + w[i+1], w[i] + w[i+2], and the sum of all three. A jump is a list of
// the positions in these tables where its pieces begin.
constexpr unsigned kTwisterSpan = 20608; // words in a table: at least the degree and a piece
constexpr unsigned kTwisterTables = 4;
const std::array<std::vector<unsigned>, kTwisterLevels>& twisterJumps();

class MersenneTwisters {
public:
  cudaError_t seed(unsigned value, cudaStream_t stream);
  // Returns some of the next numbers, at most `wanted`. They are valid until the next call.
  cudaError_t take(std::size_t wanted, cudaStream_t stream, const unsigned** numbers,
                   std::size_t* count);

private:
  cudaError_t makeStates(unsigned count, cudaStream_t stream);

  DeviceMemory states_, numbers_;
  // A round is 624 numbers of each generator.
  unsigned stateCount_ = 0;  // generators that have a state
  unsigned ready_ = 0;       // generators that have made their numbers of this round
  bool firstRound_ = true;   // its numbers are the words of the initial states
  std::size_t position_ = 0; // of the next number in the round
};

} // namespace heddle::curand
