#include "toolkit/ptx_directives.h"

#include <algorithm>

namespace heddle::toolkit {

namespace {

// The first of `characters` from `at` on that is in no comment.
std::size_t findOutsideComments(std::string_view text, std::string_view characters,
                                std::size_t at) {
  for (; at < text.size(); ++at) {
    if (text.substr(at, 2) == "//")
      at = std::min(text.find('\n', at), text.size()) - 1;
    else if (text.substr(at, 2) == "/*")
      at = std::min(text.find("*/", at + 2), text.size()) + 1;
    else if (characters.find(text[at]) != characters.npos)
      return at;
  }
  return text.npos;
}

// Whether what stands between the parameters of a kernel and its body bounds its registers.
bool boundsRegisters(std::string_view directives) {
  constexpr std::string_view kBounds[] = {".maxnreg", ".maxntid", ".reqntid", ".minnctapersm"};
  return std::ranges::any_of(
      kBounds, [&](std::string_view each) { return directives.find(each) != directives.npos; });
}

} // namespace

std::string_view ptxDirective(std::string_view text, std::string_view name) {
  std::size_t line = 0;
  while (line < text.size()) {
    std::size_t end = std::min(text.find('\n', line), text.size());
    std::size_t at = text.find_first_not_of(" \t", line);
    if (at < end && text.substr(at, name.size()) == name) {
      std::size_t begin = text.find_first_not_of(" \t", at + name.size());
      std::size_t last = std::min(text.find_first_of(" \t,\r\n", begin), text.size());
      if (begin < last)
        return text.substr(begin, last - begin);
    }
    line = end + 1;
  }
  return {};
}

void retargetPtx(std::string& text, const Architecture& architecture) {
  auto replace = [&](std::string_view name, const std::string& value) {
    if (std::string_view old = ptxDirective(text, name); !old.empty())
      text.replace(static_cast<std::size_t>(old.data() - text.data()), old.size(), value);
  };
  if (architecture.current)
    replace(".version", kPtxVersion);
  if (architecture.renamed)
    replace(".target", architecture.realName());
}

void limitRegisters(std::string& text, unsigned most) {
  constexpr std::string_view kEntry = ".entry";
  const std::string limit = ".maxnreg " + std::to_string(most) + "\n";
  std::size_t at = 0;
  while ((at = findOutsideComments(text, ".", at)) != text.npos) {
    if (!std::string_view(text).substr(at).starts_with(kEntry)) {
      ++at;
      continue;
    }
    std::size_t directives = findOutsideComments(text, "({;", at);
    if (directives != text.npos && text[directives] == '(')
      directives = findOutsideComments(text, ")", directives);
    const std::size_t body = findOutsideComments(text, "{;", directives);
    if (body == text.npos)
      return;
    if (text[body] == '{' &&
        !boundsRegisters(std::string_view(text).substr(directives, body - directives)))
      text.insert(body, limit);
    at = body + 1;
  }
}

} // namespace heddle::toolkit
