// PTX tokens. Names and dot-words (".global", ".s32", ".L2::128B") are views into the source text.
#pragma once

#include "ptx/ptx.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <string_view>
#include <vector>

namespace heddle::ptx {

enum class TokenKind : std::uint8_t {
  End,
  Identifier, // also %registers
  DotWord,    // without its dot
  Integer,
  Float,
  String, // without its quotes
  Punctuation,
  Invalid,
};

struct Token {
  TokenKind kind = TokenKind::End;
  char punctuation = 0;    // the character, or kShiftLeft and so on
  bool isUnsigned = false; // Integer: written with U
  bool isSingle = false;   // Float: written as 0f…
  std::string_view text;
  std::uint64_t integer = 0;
  double real = 0;
  Location location;
};

// Operators of two characters, as values that no single character has.
constexpr char kShiftLeft = '\x01';
constexpr char kShiftRight = '\x02';
constexpr char kLessEqual = '\x03';
constexpr char kGreaterEqual = '\x04';
constexpr char kEqualEqual = '\x05';
constexpr char kNotEqual = '\x06';
constexpr char kAndAnd = '\x07';
constexpr char kOrOr = '\x08';

// The whole text as tokens; the last one is End. Text that is no token gives an Invalid token,
// whose text is the reason.
std::vector<Token> tokenise(std::string_view text);

class Lexer;

// The same tokens, but made only when they are asked for and kept only until they are forgotten, as
// big modules have millions of them.
class TokenStream {
public:
  explicit TokenStream(std::string_view text);
  ~TokenStream();

  // Token `index`, or End behind the last. References are valid until the token is forgotten.
  const Token& at(std::size_t index) {
    return index < end_ ? blocks_[index / kBlock - firstBlock_][index % kBlock] : read(index);
  }
  // Frees the tokens before `index`.
  void forget(std::size_t index);

private:
  static constexpr std::size_t kBlock = 2048;

  const Token& read(std::size_t index);

  std::unique_ptr<Lexer> lexer_;
  std::deque<std::unique_ptr<Token[]>> blocks_;
  std::unique_ptr<Token[]> spare_;
  std::size_t firstBlock_ = 0;
  std::size_t end_ = 0; // index behind the last token made so far
  bool finished_ = false;
};

} // namespace heddle::ptx
