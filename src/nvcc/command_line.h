// The command line as a list of arguments that are understood by form: which option, with which
// values, or which input. Response files and the environment's flags are already expanded.
#pragma once

#include "nvcc/options.h"

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace heddle::nvcc {

// Ends the driver with "nvcc fatal   : <message>".
class FatalError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

struct Argument {
  enum class Form { Option, Input, Unknown };
  Form form = Form::Input;
  const OptionRow* option = nullptr; // for Form::Option
  std::string text;                  // as it was written
  std::vector<std::string> values;   // of the option
};

// Words as in a response file or an environment variable: blanks separate, quotes and backslashes
// protect.
std::vector<std::string> splitWords(std::string_view text);
// A list value: commas separate, except inside quotes or behind a backslash.
std::vector<std::string> splitList(std::string_view text);

std::vector<Argument> parseCommandLine(std::span<const std::string> words);

} // namespace heddle::nvcc
