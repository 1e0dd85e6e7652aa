#include "ptx/lexer.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <string>

namespace heddle::ptx {
namespace {

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
// Bytes of UTF-8 sequences are allowed in names, since generators copy identifiers of their source.
bool isNamePart(char c) {
  return isDigit(c) || isLetter(c) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}
int hexDigit(char c) {
  if (isDigit(c))
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}

} // namespace

class Lexer {
public:
  explicit Lexer(std::string_view text) : text_(text) {
    while (!text_.empty() && text_.back() == '\0')
      text_.remove_suffix(1);
  }

  Token next() {
    if (Token bad; !skipBlanks(bad))
      return bad;
    Token token;
    token.location = here();
    std::size_t start = at_;
    if (at_ == text_.size())
      return token;
    char c = text_[at_];
    if (isDigit(c))
      return number(token);
    if (isLetter(c) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80 ||
        (c == '%' && at_ + 1 < text_.size() && isNamePart(text_[at_ + 1]) &&
         !isDigit(text_[at_ + 1]))) {
      ++at_;
      while (at_ < text_.size() && isNamePart(text_[at_]))
        ++at_;
      token.kind = TokenKind::Identifier;
      token.text = text_.substr(start, at_ - start);
      return token;
    }
    if (c == '.' && at_ + 1 < text_.size() && isNamePart(text_[at_ + 1])) {
      ++at_;
      while (at_ < text_.size()) {
        if (isNamePart(text_[at_]))
          ++at_;
        else if (text_.substr(at_, 2) == "::" && at_ + 2 < text_.size() &&
                 isNamePart(text_[at_ + 2]))
          at_ += 2;
        else
          break;
      }
      token.kind = TokenKind::DotWord;
      token.text = text_.substr(start + 1, at_ - start - 1);
      return token;
    }
    if (c == '"')
      return string(token);
    return punctuation(token);
  }

private:
  Location here() const { return {line_, static_cast<unsigned>(at_ - lineStart_ + 1)}; }

  void newLine() {
    ++line_;
    lineStart_ = at_ + 1;
  }

  Token invalid(Token token, const char* reason) {
    token.kind = TokenKind::Invalid;
    token.text = reason;
    return token;
  }

  bool skipBlanks(Token& bad) {
    while (at_ < text_.size()) {
      char c = text_[at_];
      if (c == '\n') {
        newLine();
        ++at_;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
        ++at_;
      } else if (c == '#' && text_.find_first_not_of(" \t", lineStart_) == at_) {
        skipLine(); // a line marker of a C preprocessor
      } else if (text_.substr(at_, 2) == "//") {
        skipLine();
      } else if (text_.substr(at_, 2) == "/*") {
        bad.location = here();
        std::size_t end = text_.find("*/", at_ + 2);
        if (end == std::string_view::npos) {
          at_ = text_.size();
          bad = invalid(bad, "unterminated comment");
          return false;
        }
        for (; at_ < end + 2; ++at_)
          if (text_[at_] == '\n')
            newLine();
      } else {
        break;
      }
    }
    return true;
  }

  void skipLine() {
    at_ = text_.find('\n', at_);
    if (at_ == std::string_view::npos)
      at_ = text_.size();
  }

  Token number(Token token) {
    std::size_t start = at_;
    char second = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    if (text_[at_] == '0' && (second == 'f' || second == 'F' || second == 'd' || second == 'D')) {
      bool single = second == 'f' || second == 'F';
      std::uint64_t bits = 0;
      unsigned digits = 0;
      for (at_ += 2; at_ < text_.size() && hexDigit(text_[at_]) >= 0; ++at_, ++digits)
        bits = bits << 4 | static_cast<unsigned>(hexDigit(text_[at_]));
      token.text = text_.substr(start, at_ - start);
      if (digits != (single ? 8U : 16U) || (at_ < text_.size() && isNamePart(text_[at_])))
        return invalid(token, single ? "0f needs exactly 8 hexadecimal digits"
                                     : "0d needs exactly 16 hexadecimal digits");
      token.kind = TokenKind::Float;
      token.isSingle = single;
      token.integer = bits;
      token.real = single ? std::bit_cast<float>(static_cast<std::uint32_t>(bits))
                          : std::bit_cast<double>(bits);
      return token;
    }
    unsigned base = 10;
    if (text_[at_] == '0' && (second == 'x' || second == 'X')) {
      base = 16;
      at_ += 2;
    } else if (text_[at_] == '0' && (second == 'b' || second == 'B')) {
      base = 2;
      at_ += 2;
    } else if (text_[at_] == '0' && isDigit(second)) {
      base = 8;
    }
    std::size_t digitsStart = at_;
    std::uint64_t value = 0;
    bool overflow = false;
    for (; at_ < text_.size(); ++at_) {
      int digit = hexDigit(text_[at_]);
      if (digit < 0 || static_cast<unsigned>(digit) >= base)
        break;
      overflow |= value > (UINT64_MAX - static_cast<unsigned>(digit)) / base;
      value = value * base + static_cast<unsigned>(digit);
    }
    char after = at_ < text_.size() ? text_[at_] : '\0';
    char afterThat = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    bool fraction = after == '.' && !isLetter(afterThat) && afterThat != '_';
    if ((base == 10 || base == 8) && (fraction || after == 'e' || after == 'E'))
      return decimalFloat(token, start);
    if (at_ == digitsStart)
      return invalid(token, "a number without digits");
    if (after == 'U') {
      token.isUnsigned = true;
      ++at_;
    }
    token.text = text_.substr(start, at_ - start);
    if (at_ < text_.size() && isNamePart(text_[at_])) {
      while (at_ < text_.size() && isNamePart(text_[at_]))
        ++at_;
      return invalid(token, "malformed number");
    }
    if (overflow)
      return invalid(token, "integer constant does not fit in 64 bits");
    token.kind = TokenKind::Integer;
    token.integer = value;
    return token;
  }

  Token decimalFloat(Token token, std::size_t start) {
    auto digits = [this] {
      while (at_ < text_.size() && isDigit(text_[at_]))
        ++at_;
    };
    at_ = start;
    digits();
    if (at_ < text_.size() && text_[at_] == '.') {
      ++at_;
      digits();
    }
    if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
      ++at_;
      if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-'))
        ++at_;
      digits();
    }
    token.text = text_.substr(start, at_ - start);
    auto [end, error] =
        std::from_chars(token.text.data(), token.text.data() + token.text.size(), token.real);
    if (error != std::errc() || end != token.text.data() + token.text.size())
      return invalid(token, "malformed floating-point constant");
    token.kind = TokenKind::Float;
    token.integer = std::bit_cast<std::uint64_t>(token.real);
    return token;
  }

  Token string(Token token) {
    std::size_t start = ++at_;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n')
      at_ += text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n' ? 2 : 1;
    if (at_ >= text_.size() || text_[at_] != '"') {
      at_ = std::min(at_, text_.size());
      return invalid(token, "unterminated string");
    }
    token.kind = TokenKind::String;
    token.text = text_.substr(start, at_ - start);
    ++at_;
    return token;
  }

  Token punctuation(Token token) {
    static constexpr struct {
      std::string_view text;
      char value;
    } kPairs[] = {{"<<", kShiftLeft},    {">>", kShiftRight}, {"<=", kLessEqual},
                  {">=", kGreaterEqual}, {"==", kEqualEqual}, {"!=", kNotEqual},
                  {"&&", kAndAnd},       {"||", kOrOr}};
    for (const auto& pair : kPairs)
      if (text_.substr(at_, 2) == pair.text) {
        token.kind = TokenKind::Punctuation;
        token.punctuation = pair.value;
        token.text = text_.substr(at_, 2);
        at_ += 2;
        return token;
      }
    constexpr std::string_view kSingles = "{}[](),;:=<>+-*/%&|^~!?@";
    char c = text_[at_];
    token.text = text_.substr(at_, 1);
    ++at_;
    if (kSingles.find(c) == std::string_view::npos)
      return invalid(token, "unexpected character");
    token.kind = TokenKind::Punctuation;
    token.punctuation = c;
    return token;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  unsigned line_ = 1;
  std::size_t lineStart_ = 0;
};

std::vector<Token> tokenise(std::string_view text) {
  Lexer lexer(text);
  std::vector<Token> tokens;
  do
    tokens.push_back(lexer.next());
  while (tokens.back().kind != TokenKind::End);
  return tokens;
}

TokenStream::TokenStream(std::string_view text) : lexer_(std::make_unique<Lexer>(text)) {}
TokenStream::~TokenStream() = default;

const Token& TokenStream::read(std::size_t index) {
  while (index >= end_ && !finished_) {
    std::unique_ptr<Token[]> block = std::move(spare_);
    if (!block)
      block = std::make_unique_for_overwrite<Token[]>(kBlock);
    std::size_t count = 0;
    while (count < kBlock && !finished_) {
      block[count] = lexer_->next();
      finished_ = block[count++].kind == TokenKind::End;
    }
    blocks_.push_back(std::move(block));
    end_ += count;
  }
  index = std::min(index, end_ - 1);
  return blocks_[index / kBlock - firstBlock_][index % kBlock];
}

void TokenStream::forget(std::size_t index) {
  while (firstBlock_ < index / kBlock && blocks_.size() > 1) {
    spare_ = std::move(blocks_.front());
    blocks_.pop_front();
    ++firstBlock_;
  }
}

} // namespace heddle::ptx
