#include "sobol.h"

#include <cstddef>
#include <cstdint>

namespace heddle::curand {

namespace {

// A stream of bits. For each dimension but the first it has the inner coefficients of the
// polynomial, the lowest first, and the initial numbers m1, m2, … without their last bit, which is
// always 1.
constexpr std::uint64_t kNumbers[] = {
#include "joe_kuo_6.inc"
};
// How many dimensions have a polynomial of degree 1, 2, …
constexpr unsigned kDimensionsOfDegree[] = {1,  1,   2,   2,   6,   6,    18,   16,   48,
                                            60, 176, 144, 630, 756, 1800, 2048, 7710, 6575};

class BitReader {
public:
  unsigned take(unsigned count) {
    unsigned value = 0;
    for (unsigned i = 0; i < count; ++i, ++at_)
      value |= static_cast<unsigned>(kNumbers[at_ / 64] >> (at_ % 64) & 1) << i;
    return value;
  }

private:
  std::size_t at_ = 0;
};

} // namespace

template <class Word> SobolTables<Word>::SobolTables() {
  vectors_.reserve(std::size_t{kSobolDimensions} * kBits);
  for (unsigned bit = 0; bit < kBits; ++bit)
    vectors_.push_back(Word{1} << (kBits - 1 - bit));
  BitReader numbers;
  unsigned degree = 0;
  for (unsigned count : kDimensionsOfDegree) {
    ++degree;
    for (unsigned i = 0; i < count; ++i) {
      const unsigned coefficients = numbers.take(degree - 1);
      const std::size_t first = vectors_.size();
      for (unsigned bit = 0; bit < degree; ++bit)
        vectors_.push_back(Word{2 * numbers.take(bit) + 1} << (kBits - 1 - bit));
      for (unsigned bit = degree; bit < kBits; ++bit) {
        Word next = vectors_[first + bit - degree];
        next ^= next >> degree;
        for (unsigned k = 1; k < degree; ++k)
          if (coefficients >> (degree - 1 - k) & 1)
            next ^= vectors_[first + bit - k];
        vectors_.push_back(next);
      }
    }
  }
}

template <class Word> SobolTables<Word>& SobolTables<Word>::get() {
  static SobolTables tables;
  return tables;
}

template class SobolTables<unsigned>;
template class SobolTables<unsigned long long>;

} // namespace heddle::curand
