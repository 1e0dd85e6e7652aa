// Direction vectors of Sobol's sequences, after S. Joe and F. Y. Kuo, "Constructing Sobol sequences
// with better two-dimensional projections" (2008), their sixth set: the ones of cuRAND.
#pragma once

#include <vector>

namespace heddle::curand {

constexpr unsigned kSobolDimensions = 20000;

// Vectors of 32 or 64 bits. They are computed at the first call of get().
template <class Word> class SobolTables {
public:
  static constexpr unsigned kBits = 8 * sizeof(Word);

  static SobolTables& get();

  Word* vectors() { return vectors_.data(); }

private:
  SobolTables();

  std::vector<Word> vectors_;
};

// The vectors of scrambled sequences, and the constants that are added to them.
template <class Word> class ScrambledSobolTables {
public:
  static constexpr unsigned kBits = 8 * sizeof(Word);

  static ScrambledSobolTables& get();

  Word* vectors() { return vectors_.data(); }
  Word* constants() { return constants_.data(); }

private:
  ScrambledSobolTables();

  std::vector<Word> vectors_, constants_;
};

extern template class SobolTables<unsigned>;
extern template class SobolTables<unsigned long long>;
extern template class ScrambledSobolTables<unsigned>;
extern template class ScrambledSobolTables<unsigned long long>;

} // namespace heddle::curand
