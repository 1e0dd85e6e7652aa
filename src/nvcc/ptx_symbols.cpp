#include "nvcc/ptx_symbols.h"

#include <algorithm>
#include <cctype>
#include <cstring>

namespace heddle::nvcc {

namespace {

bool isNamePart(unsigned char c) {
  return std::isalnum(c) || std::strchr("_$%.", c);
}

// The next word or character outside comments and strings; empty at the end.
std::string_view nextToken(std::string_view& rest) {
  while (!rest.empty()) {
    if (std::isspace(static_cast<unsigned char>(rest.front())))
      rest.remove_prefix(1);
    else if (rest.starts_with("//"))
      rest.remove_prefix(std::min(rest.find('\n'), rest.size()));
    else if (rest.starts_with("/*"))
      rest.remove_prefix(std::min(rest.find("*/", 2), rest.size() - 2) + 2);
    else if (rest.front() == '"')
      rest.remove_prefix(std::min(rest.find('"', 1), rest.size() - 1) + 1);
    else
      break;
  }
  std::size_t length = 0;
  while (length < rest.size() && rest[length] != '\0' &&
         isNamePart(static_cast<unsigned char>(rest[length])))
    ++length;
  std::string_view token = rest.substr(0, std::max<std::size_t>(length, rest.empty() ? 0 : 1));
  rest.remove_prefix(token.size());
  return token;
}

// The name in the declaration that follows. Before the name there may be directives, their numbers,
// and a return value or an attribute in parentheses.
std::string_view declaredName(std::string_view& rest) {
  int depth = 0;
  for (std::string_view token = nextToken(rest); !token.empty(); token = nextToken(rest)) {
    if (token == "(")
      ++depth;
    else if (token == ")")
      --depth;
    else if (depth == 0 && (token == ";" || token == "{"))
      return {};
    else if (depth == 0 && token.front() != '.' &&
             !std::isdigit(static_cast<unsigned char>(token.front())))
      return token;
  }
  return {};
}

} // namespace

void collectPtxSymbols(std::string_view ptx, PtxSymbols& symbols) {
  for (std::string_view token = nextToken(ptx); !token.empty(); token = nextToken(ptx)) {
    bool wanted = token == ".extern";
    if (!wanted && token != ".visible" && token != ".weak" && token != ".common")
      continue;
    if (std::string_view name = declaredName(ptx); !name.empty())
      (wanted ? symbols.wanted : symbols.defined).emplace(name);
  }
}

} // namespace heddle::nvcc
