// Direction vectors of scrambled Sobol sequences. Those of each dimension are multiplied by a lower
// triangular matrix of random bits, after J. Matoušek, "On the L2-discrepancy for anchored boxes"
// (1998). cuRAND's random bits are the numbers of its own XORWOW generator with seed 0, in its own
// order, without the first one.
#include "sobol.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace heddle::curand {

namespace {

constexpr unsigned kSequences = 4096, kMatrixRows = 64;

struct Xorwow {
  std::array<std::uint32_t, 5> v;
  std::uint32_t d;

  void step() {
    const std::uint32_t t = v[0] ^ (v[0] >> 2);
    v = {v[1], v[2], v[3], v[4], (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1))};
  }
  std::uint32_t next() {
    step();
    d += 362437;
    return v[4] + d;
  }
  // Goes to the next sequence, which is 2^67 numbers ahead. The polynomial is x^(2^67) modulo the
  // minimal polynomial, as in heddle/curand_jumps.h.
  void jump() {
    constexpr std::uint32_t polynomial[5] = {0x26294934, 0x77bbc248, 0x1a87dad0, 0x930052d4,
                                             0x947e6dd2};
    std::array<std::uint32_t, 5> sum{};
    for (unsigned i = 0; i < 160; ++i, step())
      if (polynomial[i / 32] >> (i % 32) & 1)
        for (unsigned k = 0; k < 5; ++k)
          sum[k] ^= v[k];
    v = sum;
  }
};

// Returns the rows of the matrices of all dimensions, and then their constants.
std::vector<std::uint64_t> randomBits() {
  constexpr std::size_t words = std::size_t{kSobolDimensions} * (kMatrixRows + 1);
  std::vector<Xorwow> sequences;
  constexpr std::uint32_t t0 = 1099087573u * 0xaad26b49u, t1 = 2591861531u * 0xf7dcefddu;
  Xorwow state{{123456789 + t0, 362436069 ^ t0, 521288629 + t1, 88675123 ^ t1, 5783321 + t0},
               6615241 + t1 + t0};
  for (unsigned i = 0; i < kSequences; ++i, state.jump())
    sequences.push_back(state);
  sequences[0].next();
  std::vector<std::uint64_t> bits(words);
  for (std::size_t i = 0; i < words; ++i) {
    const std::uint64_t low = sequences[(2 * i + 1) % kSequences].next();
    bits[i] = low | std::uint64_t{sequences[(2 * i + 2) % kSequences].next()} << 32;
  }
  return bits;
}

} // namespace

template <class Word> ScrambledSobolTables<Word>::ScrambledSobolTables() {
  const std::vector<std::uint64_t> random = randomBits();
  const Word* plain = SobolTables<Word>::get().vectors();
  constexpr Word highest = Word{1} << (kBits - 1);
  vectors_.resize(std::size_t{kSobolDimensions} * kBits);
  for (std::size_t d = 0; d < kSobolDimensions; ++d) {
    std::array<Word, kBits> columns{};
    for (unsigned row = 0; row < kBits; ++row) {
      const Word left = static_cast<Word>(random[d * kMatrixRows + row] >> (64 - kBits));
      for (unsigned column = 0; column < row; ++column)
        columns[column] |= (left << column & highest) >> row;
      columns[row] |= highest >> row;
    }
    for (unsigned i = 0; i < kBits; ++i) {
      Word sum = 0;
      for (Word rest = plain[d * kBits + i]; rest != 0;) {
        const int column = std::countl_zero(rest);
        sum ^= columns[column];
        rest ^= highest >> column;
      }
      vectors_[d * kBits + i] = sum;
    }
  }
  for (std::size_t d = 0; d < kSobolDimensions; ++d)
    constants_.push_back(
        static_cast<Word>(random[kSobolDimensions * kMatrixRows + d] >> (64 - kBits)));
}

template <class Word> ScrambledSobolTables<Word>& ScrambledSobolTables<Word>::get() {
  static ScrambledSobolTables tables;
  return tables;
}

template class ScrambledSobolTables<unsigned>;
template class ScrambledSobolTables<unsigned long long>;

} // namespace heddle::curand
