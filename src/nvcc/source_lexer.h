// Splits C++ source into tokens, before preprocessing. It knows enough of the language to tell code
// from comments and literals. The text of each token is a part of the source.
#pragma once

#include <string_view>
#include <vector>

namespace heddle::nvcc {

struct Token {
  enum class Kind { Word, Number, Literal, Punctuation, HeaderName };
  Kind kind;
  std::string_view text; // punctuation comes one character at a time
  std::size_t offset;    // in the source
  bool startsLine;       // it is the first on its line, where # begins a directive
};

std::vector<Token> lexSource(std::string_view source);

} // namespace heddle::nvcc
