#include "nvcc/source_rewriter.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::nvcc {

namespace {

// The types of the four parts of a launch configuration. A part in braces gets its type in front.
constexpr std::string_view kConfigurationTypes[] = {"::dim3", "::dim3", "::size_t",
                                                    "::cudaStream_t"};

struct Edit {
  std::size_t offset, length;
  std::string text;
};

bool isBeyondAscii(char c) {
  return static_cast<unsigned char>(c) >= 0x80;
}

// я becomes _u044f. What is not UTF-8 stays, and clang will report it.
std::string asciiName(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size();) {
    unsigned char lead = static_cast<unsigned char>(name[i]);
    std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    if (length == 1 || length > name.size() - i) {
      out += name[i++];
      continue;
    }
    unsigned code = lead & (0xffu >> (length + 1));
    for (std::size_t k = 1; k < length; ++k)
      code = code << 6 | (static_cast<unsigned char>(name[i + k]) & 0x3fu);
    out += fmt::format("_u{:04x}", code);
    i += length;
  }
  return out;
}

class Rewriter {
public:
  Rewriter(std::string_view source, std::span<const Token> tokens)
      : source_(source), tokens_(tokens) {}

  std::optional<std::string> run() {
    for (std::size_t i = 0; i + 2 < tokens_.size(); ++i)
      if (opensLaunch(i)) {
        joinBrackets(i);
        rewriteConfiguration(i + 3);
      }
    for (std::size_t i = 0; i < tokens_.size(); ++i)
      if (tokens_[i].text == "alignas" && is(i + 1, '('))
        moveAlignment(i);
    for (std::size_t i = 0; i < tokens_.size(); ++i)
      if (tokens_[i].text == "asm" || tokens_[i].text == "__asm__" || tokens_[i].text == "__asm")
        separateOperands(i);
    for (std::size_t i = 0; i < tokens_.size(); ++i)
      if (tokens_[i].startsLine && is(i, '#'))
        rewritePragmaMacro(i);
    rewriteVoidMain();
    for (const Token& token : tokens_)
      if (token.kind == Token::Kind::Word &&
          std::any_of(token.text.begin(), token.text.end(), isBeyondAscii))
        edits_.push_back({token.offset, token.text.size(), asciiName(token.text)});
    if (edits_.empty())
      return std::nullopt;
    std::sort(edits_.begin(), edits_.end(),
              [](const Edit& a, const Edit& b) { return a.offset < b.offset; });
    std::string out;
    std::size_t at = 0;
    for (const Edit& edit : edits_) {
      out.append(source_, at, edit.offset - at);
      out += edit.text;
      at = edit.offset + edit.length;
    }
    out.append(source_, at);
    return out;
  }

private:
  bool is(std::size_t i, char c) const {
    return i < tokens_.size() && tokens_[i].kind == Token::Kind::Punctuation &&
           tokens_[i].text.front() == c;
  }

  // A launch begins with three < in a row, not four. No expression has that, except a call of an
  // operator template: operator<< <T>(…).
  bool opensLaunch(std::size_t i) const {
    return is(i, '<') && is(i + 1, '<') && is(i + 2, '<') && !is(i + 3, '<') &&
           (i == 0 || (!is(i - 1, '<') && tokens_[i - 1].text != "operator"));
  }

  // Moves blanks and comments between the three brackets behind them, so that the lines and columns
  // of what follows do not change.
  void joinBrackets(std::size_t first) {
    std::size_t begin = tokens_[first].offset, end = tokens_[first + 2].offset + 1;
    if (end - begin == 3)
      return;
    std::string text(3, source_[begin]);
    for (std::size_t i = first; i < first + 2; ++i)
      text += source_.substr(tokens_[i].offset + 1, tokens_[i + 1].offset - tokens_[i].offset - 1);
    edits_.push_back({begin, end - begin, std::move(text)});
  }

  // clang wants alignas before all other specifiers: `extern __shared__ alignas(16) char x[]`.
  void moveAlignment(std::size_t i) {
    std::size_t first = i;
    bool qualified = false;
    while (first > 0 && isSpecifier(tokens_[first - 1].text)) {
      --first;
      qualified = qualified || tokens_[first].text.starts_with("__");
    }
    std::size_t last = i + 1;
    for (int depth = 0; last < tokens_.size(); ++last)
      if (is(last, '('))
        ++depth;
      else if (is(last, ')') && --depth == 0)
        break;
    if (!qualified || last == tokens_.size() ||
        source_.substr(tokens_[i].offset, tokens_[last].offset - tokens_[i].offset).find('\n') !=
            source_.npos)
      return;
    std::string text(
        source_.substr(tokens_[i].offset, tokens_[last].offset + 1 - tokens_[i].offset));
    edits_.push_back({tokens_[i].offset, text.size(), ""});
    edits_.push_back({tokens_[first].offset, 0, text + " "});
  }

  // nvcc takes operands of inline PTX without commas: asm("…" : "=r"(a) : "r"(b) "r"(c)).
  void separateOperands(std::size_t i) {
    ++i;
    while (i < tokens_.size() && tokens_[i].kind == Token::Kind::Word)
      ++i;
    if (!is(i, '('))
      return;
    int depth = 0;
    bool inOperands = false; // before them, macros with arguments may stand between the strings
    for (; i < tokens_.size(); ++i)
      if (is(i, '('))
        ++depth;
      else if (is(i, ')') && --depth == 0)
        return;
      else if (depth == 1 && is(i, ':'))
        inOperands = true;
      else if (depth == 1 && inOperands && tokens_[i].kind == Token::Kind::Literal &&
               is(i - 1, ')'))
        edits_.push_back({tokens_[i].offset, 0, ", "});
  }

  // Old guides write `void main()`, which Windows compilers take. It becomes `int  main()`, and the
  // plain `return;` in it `return 0;`.
  void rewriteVoidMain() {
    int depth = 0;
    for (std::size_t i = 0; i + 2 < tokens_.size(); ++i)
      if (is(i, '{'))
        ++depth;
      else if (is(i, '}'))
        --depth;
      else if (depth == 0 && tokens_[i].text == "void" && tokens_[i + 1].text == "main" &&
               is(i + 2, '(')) {
        edits_.push_back({tokens_[i].offset, 4, "int "});
        rewriteReturns(i + 3);
      }
  }

  void rewriteReturns(std::size_t i) {
    int depth = 0;
    for (; i < tokens_.size(); ++i) {
      if (is(i, '{'))
        ++depth;
      if (is(i, '}'))
        --depth;
      if (depth <= 0 && (is(i, '}') || is(i, ';')))
        return;
      if (tokens_[i].text == "return" && is(i + 1, ';'))
        edits_.push_back({tokens_[i + 1].offset, 0, " 0"});
    }
  }

  // nvcc takes macros that stand for a pragma: #define UNROLL #pragma unroll.
  void rewritePragmaMacro(std::size_t i) {
    if (i + 5 >= tokens_.size() || tokens_[i + 1].text != "define" || !is(i + 3, '#') ||
        tokens_[i + 3].startsLine || tokens_[i + 4].text != "pragma" || tokens_[i + 5].startsLine)
      return;
    std::size_t last = i + 5;
    while (last + 1 < tokens_.size() && !tokens_[last + 1].startsLine)
      ++last;
    std::size_t hash = tokens_[i + 3].offset, begin = tokens_[i + 5].offset;
    std::size_t end = tokens_[last].offset + tokens_[last].text.size();
    std::string text;
    for (char c : source_.substr(begin, end - begin)) {
      if (c == '\n')
        return;
      text += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    }
    edits_.push_back({hash, end - hash, "_Pragma(\"" + text + "\")"});
  }

  static bool isSpecifier(std::string_view word) {
    constexpr std::string_view words[] = {"__shared__", "__device__", "__constant__", "__managed__",
                                          "static",     "extern",     "const",        "volatile",
                                          "inline",     "constexpr"};
    return std::find(std::begin(words), std::end(words), word) != std::end(words);
  }

  void rewriteConfiguration(std::size_t i) {
    std::size_t part = 0;
    int depth = 0;
    bool partBegins = true;
    for (; i < tokens_.size(); ++i) {
      const Token& token = tokens_[i];
      if (token.kind != Token::Kind::Punctuation) {
        partBegins = false;
        continue;
      }
      char c = token.text.front();
      if (depth == 0 && c == '{' && partBegins && part < std::size(kConfigurationTypes))
        edits_.push_back({token.offset, 0, std::string(kConfigurationTypes[part])});
      partBegins = false;
      if (c == '(' || c == '[' || c == '{') {
        ++depth;
      } else if (c == ')' || c == ']' || c == '}') {
        if (--depth < 0)
          return; // the brackets were not those of a launch
      } else if (depth == 0 && c == ',') {
        ++part;
        partBegins = true;
      } else if (depth == 0 && c == ';') {
        return;
      } else if (depth == 0 && c == '>') {
        std::size_t end = i;
        while (is(end, '>'))
          ++end;
        // The last three brackets before the arguments close the configuration; fewer belong to
        // a comparison or a template inside it.
        if (end - i >= 3 && is(end, '(')) {
          joinBrackets(end - 3);
          return;
        }
        i = end - 1;
      }
    }
  }

  std::string_view source_;
  std::span<const Token> tokens_;
  std::vector<Edit> edits_;
};

} // namespace

std::optional<std::string> rewriteSource(std::string_view source) {
  return rewriteSource(source, lexSource(source));
}

std::optional<std::string> rewriteSource(std::string_view source, std::span<const Token> tokens) {
  return Rewriter(source, tokens).run();
}

std::vector<Include> findIncludes(std::span<const Token> tokens) {
  std::vector<Include> includes;
  for (std::size_t i = 2; i < tokens.size(); ++i) {
    if (!tokens[i - 2].startsLine || tokens[i - 2].text != "#" ||
        (tokens[i - 1].text != "include" && tokens[i - 1].text != "include_next" &&
         tokens[i - 1].text != "import"))
      continue;
    std::string_view text = tokens[i].text;
    bool quoted = tokens[i].kind == Token::Kind::Literal;
    if ((quoted || tokens[i].kind == Token::Kind::HeaderName) && text.size() > 2)
      includes.push_back({std::string(text.substr(1, text.size() - 2)), quoted});
  }
  return includes;
}

} // namespace heddle::nvcc
