#include "nvvm/options.h"

#include <fmt/format.h>
#include <string_view>

namespace heddle::nvvm {
namespace {

// The architecture of a compilation that names none.
constexpr std::string_view kDefaultArchitecture = "compute_75";

struct Switch {
  std::string_view name;
  bool Options::* member;
};
constexpr Switch kSwitches[] = {{"-ftz", &Options::flushToZero},
                                {"-prec-sqrt", &Options::preciseSquareRoot},
                                {"-prec-div", &Options::preciseDivision},
                                {"-fma", &Options::fusedMultiplyAdd}};

bool setSwitch(std::string_view name, std::string_view value, Options& options) {
  for (const Switch& each : kSwitches)
    if (name == each.name && (value == "0" || value == "1")) {
      options.*each.member = value == "1";
      return true;
    }
  return false;
}

bool setOption(std::string_view word, Options& options) {
  const std::size_t equals = word.find('=');
  const std::string_view name = word.substr(0, equals);
  const std::string_view value =
      equals == std::string_view::npos ? std::string_view() : word.substr(equals + 1);
  if (word == "-g")
    return options.debug = true;
  if (word == "-gen-lto")
    return options.ltoIr = true;
  if (word == "-generate-line-info")
    return options.lineInfo = true;
  if (name == "-opt" && (value == "0" || value == "3")) {
    options.optimizationLevel = value == "0" ? 0 : 3;
    return true;
  }
  if (name == "-arch" && value.starts_with("compute_"))
    return (options.architecture = toolkit::findArchitecture(value)) != nullptr;
  return setSwitch(name, value, options);
}

} // namespace

std::optional<Options> parseOptions(const std::vector<std::string>& words, std::string& log) {
  Options options;
  options.architecture = toolkit::findArchitecture(kDefaultArchitecture);
  for (const std::string& word : words)
    if (!setOption(word, options)) {
      log += fmt::format("libnvvm : error: {} is an unsupported option\n", word);
      return std::nullopt;
    }
  return options;
}

} // namespace heddle::nvvm
