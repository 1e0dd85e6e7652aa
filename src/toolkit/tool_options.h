// Options in the form that the small tools of a CUDA toolkit share (ptxas, nvlink, cuobjdump, …): a
// long name and a short one, with the value in the same word behind an equals sign or in the next
// word. nvcc has its own parser, since it also takes lists and values without a separator.
#pragma once

#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::toolkit {

// The user gave a command line that the tool does not understand.
class UsageError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

// Walks over the words of a command line, of which the current one is asked about.
class ToolOptions {
public:
  explicit ToolOptions(const std::vector<std::string>& words) : words_(words) {}

  bool atEnd() const { return current_ == words_.size(); }
  void next() { ++current_; }
  const std::string& word() const { return words_[current_]; }
  bool isFile() const { return !word().starts_with('-'); }

  bool is(std::initializer_list<std::string_view> names) const {
    for (std::string_view name : names)
      if (word() == name)
        return true;
    return false;
  }
  // The value of the option when the current word is one of `names`. When the value is the next
  // word, that becomes the current one. Throws UsageError when there is no next word.
  std::optional<std::string> value(std::initializer_list<std::string_view> names);
  // Throws UsageError for the current word.
  [[noreturn]] void refuseUnknown() const;

private:
  const std::vector<std::string>& words_;
  std::size_t current_ = 0;
};

} // namespace heddle::toolkit
