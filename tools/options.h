// Options in the form that the tools of a CUDA toolkit share: a long name and a short one, the
// value in the same word behind an equals sign or in the next.
#pragma once

#include "tools/commands.h"

#include <fmt/format.h>

#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace heddle::tools {

class UsageError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

class Options {
public:
  explicit Options(const Arguments& arguments) : arguments_(arguments) {}

  bool atEnd() const { return at_ == arguments_.size(); }
  void next() { ++at_; }
  const std::string& word() const { return arguments_[at_]; }
  bool isFile() const { return !word().starts_with('-'); }

  bool is(std::initializer_list<std::string_view> names) const {
    for (std::string_view name : names)
      if (word() == name)
        return true;
    return false;
  }
  // The value when the present word is one of these options; goes on to the next word for it.
  std::optional<std::string> value(std::initializer_list<std::string_view> names) {
    for (std::string_view name : names) {
      if (word() == name) {
        if (at_ + 1 == arguments_.size())
          throw UsageError(fmt::format("no value for option '{}'", name));
        return arguments_[++at_];
      }
      if (word().starts_with(name) && word()[name.size()] == '=')
        return word().substr(name.size() + 1);
    }
    return std::nullopt;
  }
  [[noreturn]] void unknown() const {
    throw UsageError(fmt::format("unknown option '{}'", word()));
  }

private:
  const Arguments& arguments_;
  std::size_t at_ = 0;
};

} // namespace heddle::tools
