#include "mersenne_twister.h"

#include <algorithm>

namespace heddle::curand {

namespace {

constexpr unsigned kLanes = 8; // numbers that a generator gives in turn: its part of a row
constexpr unsigned kRowLength = kTwisters * kLanes;
constexpr std::size_t kRound = std::size_t{kTwisters} * kTwisterWords;
// A word depends on the one 227 words before it, so this many can be computed at a time.
constexpr unsigned kIndependent = 227;
constexpr unsigned kJumpThreads = 160, kWordsOfThread = 4;
constexpr unsigned kJumpsAtOnce = 64; // bounds the memory for their tables, 330 KB each
constexpr std::size_t kTables = std::size_t{kTwisterTables} * kTwisterSpan;

__host__ __device__ unsigned twisted(unsigned current, unsigned next, unsigned far) {
  const unsigned y = (current & 0x80000000u) | (next & 0x7fffffffu);
  return far ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0u);
}
__device__ unsigned tempered(unsigned y) {
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  return y ^ (y >> 18);
}

// Each block fills the tables of one state. It has one thread, since each word depends on earlier
// ones; as these are far apart, the compiler can vectorise the loop.
__global__ void fillTables(const unsigned* states, unsigned* tables) {
  unsigned* words = tables + blockIdx.x * kTables;
  const unsigned* state = states + blockIdx.x * kTwisterWords;
  for (unsigned i = 0; i < kTwisterWords; ++i)
    words[i] = state[i];
  for (unsigned i = kTwisterWords; i < kTwisterSpan; ++i)
    words[i] =
        twisted(words[i - kTwisterWords], words[i - kTwisterWords + 1], words[i - kIndependent]);
  for (unsigned i = 0; i < kTwisterSpan - 2; ++i) {
    const unsigned a = words[i], b = words[i + 1], c = words[i + 2];
    words[kTwisterSpan + i] = a ^ b;
    words[2 * kTwisterSpan + i] = a ^ c;
    words[3 * kTwisterSpan + i] = a ^ b ^ c;
  }
}

// Adds the pieces of a jump up to the state that it leads to.
__global__ void addPieces(const unsigned* tables, const unsigned* pieces, unsigned count,
                          unsigned* states) {
  const unsigned* words = tables + blockIdx.x * kTables + threadIdx.x;
  unsigned sums[kWordsOfThread] = {};
  for (unsigned i = 0; i < count; ++i) {
    const unsigned* piece = words + pieces[i];
    for (unsigned k = 0; k < kWordsOfThread; ++k)
      sums[k] ^= piece[k * kJumpThreads];
  }
  for (unsigned k = 0; k < kWordsOfThread; ++k)
    if (k * kJumpThreads + threadIdx.x < kTwisterWords)
      states[blockIdx.x * kTwisterWords + k * kJumpThreads + threadIdx.x] = sums[k];
}

// The position of a generator's number in the output of a round. cuRAND's order: eight numbers
// stand in the first row, one in each lane. The others stand in blocks of seven rows, in which each
// lane has seven consecutive numbers in its column.
__device__ unsigned outputPosition(unsigned number) {
  constexpr unsigned inFirstRow[kLanes] = {0, 113, 170, 283, 340, 397, 510, 567};
  unsigned before = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (number == inFirstRow[lane])
      return lane;
    before += number > inFirstRow[lane];
  }
  const unsigned rank = number - before, inBlock = rank % (7 * kLanes);
  return (1 + rank / (7 * kLanes) * 7 + inBlock % 7) * kRowLength + inBlock / 7;
}

__global__ void makeTwisterNumbers(unsigned* states, unsigned begin, bool first, unsigned* out) {
  __shared__ unsigned words[kTwisterWords];
  const unsigned generator = begin + blockIdx.x, t = threadIdx.x;
  unsigned* state = states + std::size_t{generator} * kTwisterWords;
  for (unsigned i = t; i < kTwisterWords; i += kIndependent)
    words[i] = state[i];
  __syncthreads();
  if (!first)
    for (unsigned i = t; i - t < kTwisterWords; i += kIndependent) {
      unsigned next = 0;
      if (i < kTwisterWords)
        next = twisted(words[i], words[(i + 1) % kTwisterWords], words[(i + 397) % kTwisterWords]);
      __syncthreads();
      if (i < kTwisterWords)
        state[i] = words[i] = next;
      __syncthreads();
    }
  for (unsigned i = t; i < kTwisterWords; i += kIndependent)
    out[generator * kLanes + outputPosition(i)] = tempered(words[i]);
}

} // namespace

cudaError_t MersenneTwisters::seed(unsigned value, cudaStream_t stream) {
  std::vector<unsigned> words(2 * kTwisterWords);
  words[0] = value;
  for (unsigned i = 1; i < kTwisterWords; ++i)
    words[i] = 1812433253u * (words[i - 1] ^ (words[i - 1] >> 30)) + i;
  for (unsigned i = kTwisterWords; i < 2 * kTwisterWords; ++i)
    words[i] =
        twisted(words[i - kTwisterWords], words[i - kTwisterWords + 1], words[i - kIndependent]);
  if (cudaError_t error = states_.reserve(kRound * sizeof(unsigned)))
    return error;
  if (cudaError_t error = numbers_.reserve(kRound * sizeof(unsigned)))
    return error;
  if (cudaError_t error =
          cudaMemcpyAsync(states_.as<unsigned>(), words.data() + kTwisterWords,
                          kTwisterWords * sizeof(unsigned), cudaMemcpyHostToDevice, stream))
    return error;
  stateCount_ = 1;
  ready_ = 0;
  firstRound_ = true;
  position_ = 0;
  return cudaStreamSynchronize(stream);
}

cudaError_t MersenneTwisters::makeStates(unsigned count, cudaStream_t stream) {
  if (stateCount_ >= count)
    return cudaSuccess;
  DeviceMemory pieces, tables;
  if (cudaError_t error =
          tables.reserve(std::min(kJumpsAtOnce, count) * kTables * sizeof(unsigned)))
    return error;
  for (unsigned level = 0; level < kTwisterLevels; ++level) {
    const unsigned distance = 1u << level;
    const unsigned begin = std::max(stateCount_, distance), end = std::min(count, 2 * distance);
    if (begin >= end)
      continue;
    const std::vector<unsigned>& jump = twisterJumps()[level];
    cudaError_t error = pieces.reserve(jump.size() * sizeof(unsigned));
    if (!error)
      error = cudaMemcpyAsync(pieces.as<unsigned>(), jump.data(), jump.size() * sizeof(unsigned),
                              cudaMemcpyHostToDevice, stream);
    if (error)
      return error;
    for (unsigned at = begin; at < end; at += kJumpsAtOnce) {
      const unsigned jumps = std::min(kJumpsAtOnce, end - at);
      unsigned* to = states_.as<unsigned>() + std::size_t{at} * kTwisterWords;
      fillTables<<<jumps, 1, 0, stream>>>(to - std::size_t{distance} * kTwisterWords,
                                          tables.as<unsigned>());
      addPieces<<<jumps, kJumpThreads, 0, stream>>>(tables.as<unsigned>(), pieces.as<unsigned>(),
                                                    static_cast<unsigned>(jump.size()), to);
    }
    // The next level may reallocate the buffer `pieces`, so the kernels that read it must be done.
    if (cudaError_t error = cudaStreamSynchronize(stream))
      return error;
  }
  stateCount_ = count;
  return cudaSuccess;
}

cudaError_t MersenneTwisters::take(std::size_t wanted, cudaStream_t stream,
                                   const unsigned** numbers, std::size_t* count) {
  if (position_ == kRound) {
    position_ = 0;
    ready_ = 0;
    firstRound_ = false;
  }
  const std::size_t end = std::min(position_ + wanted, kRound);
  const auto generators =
      static_cast<unsigned>((std::min<std::size_t>(end, kRowLength) + kLanes - 1) / kLanes);
  if (ready_ < generators) {
    if (cudaError_t error = makeStates(generators, stream))
      return error;
    makeTwisterNumbers<<<generators - ready_, kIndependent, 0, stream>>>(
        states_.as<unsigned>(), ready_, firstRound_, numbers_.as<unsigned>());
    if (cudaError_t error = cudaGetLastError())
      return error;
    ready_ = generators;
  }
  *numbers = numbers_.as<unsigned>() + position_;
  *count = end - position_;
  position_ = end;
  return cudaSuccess;
}

} // namespace heddle::curand
