// cu++filt: prints C++ names as they were written, for the mangled names in the arguments or,
// without arguments, in standard input.
#include "toolkit/tool_options.h"
#include "tools/commands.h"

#include <cstdlib>
#include <cxxabi.h>
#include <iostream>
#include <memory>

namespace heddle::tools {
namespace {

using toolkit::ToolOptions;

struct Settings {
  bool withoutParameters = false, underscored = false;
};

bool isNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '.';
}

// Cuts the name before the parenthesis of its parameters, which is outside of template arguments.
std::string withoutParameters(const std::string& name) {
  int angles = 0;
  for (std::size_t at = 0; at < name.size(); ++at) {
    angles += name[at] == '<' ? 1 : name[at] == '>' ? -1 : 0;
    const bool anonymous = name.compare(at, 21, "(anonymous namespace)") == 0;
    if (name[at] == '(' && angles == 0 && !anonymous)
      return name.substr(0, at);
  }
  return name;
}

std::string demangled(const std::string& name, const Settings& settings) {
  const std::string mangled = settings.underscored && name.starts_with('_') ? name.substr(1) : name;
  if (!mangled.starts_with("_Z"))
    return name;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free);
  if (status != 0)
    return name;
  return settings.withoutParameters ? withoutParameters(text.get()) : text.get();
}

void filterLine(const std::string& line, const Settings& settings) {
  for (std::size_t at = 0; at < line.size();) {
    std::size_t end = at;
    while (end < line.size() && isNameCharacter(line[end]))
      ++end;
    if (end > at) {
      std::cout << demangled(line.substr(at, end - at), settings);
      at = end;
    } else
      std::cout << line[at++];
  }
  std::cout << '\n';
}

} // namespace

int demangleCommand(const Arguments& arguments) {
  Settings settings;
  std::vector<std::string> names;
  for (ToolOptions options(arguments); !options.atEnd(); options.next()) {
    if (options.is({"-p"}))
      settings.withoutParameters = true;
    else if (options.is({"-_"}))
      settings.underscored = true;
    else if (!options.isFile())
      options.refuseUnknown();
    else
      names.push_back(options.word());
  }
  for (const std::string& name : names)
    std::cout << demangled(name, settings) << '\n';
  if (names.empty())
    for (std::string line; std::getline(std::cin, line);)
      filterLine(line, settings);
  return 0;
}

} // namespace heddle::tools
