// C++ source as a list of tokens, before preprocessing: enough of the language to tell code from
// comments and literals. Every token is a piece of the source, in order.
#pragma once

#include <string_view>
#include <vector>

namespace heddle::nvcc {

struct Token {
  enum class Kind { Word, Number, Literal, Punctuation, HeaderName };
  Kind kind;
  std::string_view text; // punctuation comes one character at a time
  std::size_t offset;    // in the source
  bool startsLine;       // first on its line: where a # begins a directive
};

std::vector<Token> lexSource(std::string_view source);

} // namespace heddle::nvcc
