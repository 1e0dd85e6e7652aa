#include "toolkit/ptx_directives.h"

#include <algorithm>

namespace heddle::toolkit {

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

} // namespace heddle::toolkit
