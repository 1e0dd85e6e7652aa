#include "nvcc/source_lexer.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <string>

namespace heddle::nvcc {

namespace {

bool isWordStart(unsigned char c) {
  return std::isalpha(c) || c == '_' || c == '$' || c >= 0x80;
}
bool isWordPart(unsigned char c) {
  return isWordStart(c) || std::isdigit(c);
}

class Lexer {
public:
  // Skips a byte order mark, which Windows editors write.
  explicit Lexer(std::string_view source)
      : source_(source), at_(source.starts_with("\xEF\xBB\xBF") ? 3 : 0) {}

  std::vector<Token> run() {
    while (skipBlanks()) {
      std::size_t begin = at_;
      Token::Kind kind = take();
      bool startsLine = startsLine_;
      startsLine_ = false;
      tokens_.push_back({kind, source_.substr(begin, at_ - begin), begin, startsLine});
      noteDirective();
    }
    return std::move(tokens_);
  }

private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
  }

  // Skips blanks and comments. False at the end of the source.
  bool skipBlanks() {
    while (at_ < source_.size()) {
      char c = peek();
      if (c == '\n') {
        startsLine_ = true;
        expectHeader_ = false;
        ++at_;
      } else if (std::isspace(static_cast<unsigned char>(c))) {
        ++at_;
      } else if (c == '\\' && (peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n'))) {
        at_ += peek(1) == '\n' ? 2 : 3;
      } else if (c == '/' && peek(1) == '/') {
        skipLineComment();
      } else if (c == '/' && peek(1) == '*') {
        at_ = std::min(source_.find("*/", at_ + 2), source_.size() - 2) + 2;
      } else {
        return true;
      }
    }
    return false;
  }

  void skipLineComment() {
    while (at_ < source_.size() && peek() != '\n')
      at_ += peek() == '\\' && at_ + 1 < source_.size() ? 2 : 1;
  }

  Token::Kind take() {
    char c = peek();
    if (expectHeader_ && c == '<') {
      at_ = std::min(source_.find_first_of(">\n", at_), source_.size());
      at_ += peek() == '>' ? 1 : 0;
      return Token::Kind::HeaderName;
    }
    if (c == '"' || c == '\'') {
      takeLiteral(c);
      return Token::Kind::Literal;
    }
    if (std::isdigit(static_cast<unsigned char>(c)) ||
        (c == '.' && std::isdigit(static_cast<unsigned char>(peek(1))))) {
      takeNumber();
      return Token::Kind::Number;
    }
    if (isWordStart(static_cast<unsigned char>(c))) {
      std::size_t begin = at_;
      while (isWordPart(static_cast<unsigned char>(peek())) && at_ < source_.size())
        ++at_;
      return takePrefixed(source_.substr(begin, at_ - begin));
    }
    ++at_;
    return Token::Kind::Punctuation;
  }

  // Takes the literal of which `word` is the prefix, if it is one.
  Token::Kind takePrefixed(std::string_view word) {
    char quote = peek();
    bool prefix = word == "L" || word == "u" || word == "U" || word == "u8";
    bool raw = word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
    if (raw && quote == '"') {
      takeRawString();
      return Token::Kind::Literal;
    }
    if (prefix && (quote == '"' || quote == '\'')) {
      takeLiteral(quote);
      return Token::Kind::Literal;
    }
    return Token::Kind::Word;
  }

  // A literal ends with its line at the latest: an apostrophe in the text of an #error opens one
  // that nothing closes.
  void takeLiteral(char quote) {
    ++at_;
    while (at_ < source_.size() && peek() != quote && peek() != '\n') {
      bool crlf = peek() == '\\' && peek(1) == '\r' && peek(2) == '\n';
      at_ += crlf ? 3 : peek() == '\\' ? 2 : 1;
    }
    if (peek() == quote)
      ++at_;
    at_ = std::min(at_, source_.size());
  }

  void takeRawString() {
    std::size_t open = source_.find('(', at_);
    if (open == source_.npos) {
      at_ = source_.size();
      return;
    }
    std::string close = ")" + std::string(source_.substr(at_ + 1, open - at_ - 1)) + "\"";
    std::size_t end = source_.find(close, open);
    at_ = end == source_.npos ? source_.size() : end + close.size();
  }

  void takeNumber() {
    while (at_ < source_.size()) {
      unsigned char c = static_cast<unsigned char>(peek());
      bool exponentSign = (c == '+' || c == '-') && std::strchr("eEpP", source_[at_ - 1]);
      bool separator = c == '\'' && isWordPart(static_cast<unsigned char>(peek(1)));
      if (!isWordPart(c) && c != '.' && !exponentSign && !separator)
        break;
      ++at_;
    }
  }

  // After #include, < begins the name of a header.
  void noteDirective() {
    std::size_t count = tokens_.size();
    expectHeader_ =
        count >= 2 && tokens_[count - 2].startsLine && tokens_[count - 2].text == "#" &&
        (tokens_[count - 1].text == "include" || tokens_[count - 1].text == "include_next" ||
         tokens_[count - 1].text == "import");
  }

  std::string_view source_;
  std::size_t at_;
  bool startsLine_ = true;
  bool expectHeader_ = false;
  std::vector<Token> tokens_;
};

} // namespace

std::vector<Token> lexSource(std::string_view source) {
  return Lexer(source).run();
}

} // namespace heddle::nvcc
