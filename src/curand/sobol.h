// Direction vectors of Sobol's sequences, after S. Joe and F. Y. Kuo, "Constructing Sobol sequences
// with better two-dimensional projections" (2008), their sixth set: the ones of cuRAND.
#pragma once

#include <vector>

namespace heddle::curand {

constexpr unsigned kSobolDimensions = 20000;

// Of 32 or 64 bits, made when they are first asked for.
template <class Word> class SobolTables {
public:
  static constexpr unsigned kBits = 8 * sizeof(Word);

  static SobolTables& get();

  Word vector(unsigned dimension, unsigned bit) const { return vectors_[dimension * kBits + bit]; }
  // What scrambled sequences are combined with: our own numbers.
  Word scramble(unsigned dimension) const { return scrambles_[dimension]; }

  Word* vectors() { return vectors_.data(); }
  Word* scrambles() { return scrambles_.data(); }

private:
  SobolTables();

  std::vector<Word> vectors_, scrambles_;
};

extern template class SobolTables<unsigned>;
extern template class SobolTables<unsigned long long>;

} // namespace heddle::curand
