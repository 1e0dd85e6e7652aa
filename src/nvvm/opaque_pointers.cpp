#include "nvvm/opaque_pointers.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace heddle::nvvm {
namespace {

bool isWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '$' ||
         c == '-' || c == '%' || c == '@' || c == '!' || c == '#' || c == '\\';
}

// The next token: a word, a string with what stands directly before it (as in %"a name"), a
// comment, white space, or one character.
std::string_view nextToken(std::string_view rest) {
  auto until = [&](auto isPart, std::size_t from) {
    std::size_t end = from;
    while (end < rest.size() && isPart(rest[end]))
      ++end;
    return end;
  };
  auto isSpace = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  if (isSpace(rest[0]))
    return rest.substr(0, until(isSpace, 0));
  if (rest[0] == ';')
    return rest.substr(0, until([](char c) { return c != '\n'; }, 0));
  const std::size_t word = until(isWordCharacter, 0);
  if (word < rest.size() && rest[word] == '"') {
    const std::size_t end = rest.find('"', word + 1); // a quote inside is written \22
    return rest.substr(0, end == std::string_view::npos ? rest.size() : end + 1);
  }
  return rest.substr(0, std::max<std::size_t>(word, 1));
}

// The tokens so far. At a `*`, the type before it gives way to an opaque pointer.
class Tokens {
public:
  void add(std::string_view token) {
    if (token == "*")
      replaceTypeByPointer();
    else
      tokens_.emplace_back(token);
  }

  std::string text() const {
    std::string text;
    for (const std::string& token : tokens_)
      text += token;
    return text;
  }

private:
  static bool isBlank(const std::string& token) {
    return token[0] == ';' || std::isspace(static_cast<unsigned char>(token[0])) != 0;
  }

  void dropBlanks() {
    while (!tokens_.empty() && isBlank(tokens_.back()))
      tokens_.pop_back();
  }

  std::string takeLast() {
    if (tokens_.empty())
      return {};
    std::string last = std::move(tokens_.back());
    tokens_.pop_back();
    return last;
  }

  // Takes away a group in brackets, of which the last token is the closing one.
  void takeGroup() {
    int depth = 0;
    do {
      const std::string token = takeLast();
      if (token == ")" || token == "]" || token == "}" || token == ">")
        ++depth;
      else if (token == "(" || token == "[" || token == "{" || token == "<")
        --depth;
    } while (depth > 0 && !tokens_.empty());
  }

  // Takes away the type at the end.
  void takeType() {
    dropBlanks();
    if (tokens_.empty())
      return;
    const std::string& last = tokens_.back();
    if (last == ")") { // the parameters of a function type, behind the type that it returns
      takeGroup();
      takeType();
    } else if (last == "]" || last == "}" || last == ">") {
      takeGroup();
    } else {
      takeLast();
    }
  }

  // "addrspace(3)" where the tokens end so, and takes it away.
  std::string takeAddressSpace() {
    dropBlanks();
    const std::size_t count = tokens_.size();
    if (count < 4 || tokens_[count - 1] != ")" || tokens_[count - 3] != "(" ||
        tokens_[count - 4] != "addrspace")
      return {};
    std::string space = " addrspace(" + tokens_[count - 2] + ")";
    tokens_.resize(count - 4);
    return space;
  }

  void replaceTypeByPointer() {
    const std::string space = takeAddressSpace();
    takeType();
    tokens_.push_back("ptr" + space); // one token, so that it is the type before a further `*`
  }

  std::vector<std::string> tokens_;
};

} // namespace

std::string withOpaquePointers(std::string_view text) {
  if (text.find('*') == std::string_view::npos)
    return std::string(text);
  Tokens tokens;
  while (!text.empty()) {
    const std::string_view token = nextToken(text);
    tokens.add(token);
    text.remove_prefix(token.size());
  }
  return tokens.text();
}

} // namespace heddle::nvvm
