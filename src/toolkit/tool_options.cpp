#include "toolkit/tool_options.h"

#include <fmt/format.h>

namespace heddle::toolkit {

std::optional<std::string> ToolOptions::value(std::initializer_list<std::string_view> names) {
  for (std::string_view name : names) {
    if (word() == name) {
      if (current_ + 1 == words_.size())
        throw UsageError(fmt::format("Missing value for option '{}'", name));
      return words_[++current_];
    }
    if (word().starts_with(name) && word()[name.size()] == '=')
      return word().substr(name.size() + 1);
  }
  return std::nullopt;
}

void ToolOptions::refuseUnknown() const {
  throw UsageError(fmt::format("Unknown option '{}'", word()));
}

} // namespace heddle::toolkit
