// Splits the command line into options with their values, and inputs. What an option means is
// decided in settings.h. Response files (@file, --options-file) are expanded here;
// NVCC_PREPEND_FLAGS and NVCC_APPEND_FLAGS have been added to the words before.
#pragma once

#include "nvcc/options.h"

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace heddle::nvcc {

// Ends nvcc with the message "nvcc fatal   : <what()>". All code of nvcc reports errors of the user
// by throwing it.
class FatalError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

struct Argument {
  enum class Form { Option, Input, Unknown };
  Form form = Form::Input;
  const OptionRow* option = nullptr; // for Form::Option
  std::string text;                  // as it was written
  std::vector<std::string> values;   // several where the option takes a list
};

// Splits text into words as in a response file: blanks separate words, and quotes and backslashes
// make a blank part of a word.
std::vector<std::string> splitWords(std::string_view text);
// Splits the value of a list option at its commas, except inside quotes or behind a backslash.
std::vector<std::string> splitList(std::string_view text);

std::vector<Argument> parseCommandLine(std::span<const std::string> words);

} // namespace heddle::nvcc
