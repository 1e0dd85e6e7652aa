// cu++filt: names as they were written in C++, of those given or of all in the standard input.
#include "tools/options.h"

#include <cstdlib>
#include <cxxabi.h>
#include <iostream>
#include <memory>

namespace heddle::tools {
namespace {

struct Form {
  bool withoutParameters = false, underscored = false;
};

bool isNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '.';
}

// Up to the bracket that opens the list of parameters, which is not inside another one.
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

std::string demangled(const std::string& name, const Form& form) {
  const std::string mangled = form.underscored && name.starts_with('_') ? name.substr(1) : name;
  if (!mangled.starts_with("_Z"))
    return name;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free);
  if (status != 0)
    return name;
  return form.withoutParameters ? withoutParameters(text.get()) : text.get();
}

void filterLine(const std::string& line, const Form& form) {
  for (std::size_t at = 0; at < line.size();) {
    std::size_t end = at;
    while (end < line.size() && isNameCharacter(line[end]))
      ++end;
    if (end > at) {
      std::cout << demangled(line.substr(at, end - at), form);
      at = end;
    } else
      std::cout << line[at++];
  }
  std::cout << '\n';
}

} // namespace

int demangleCommand(const Arguments& arguments) {
  Form form;
  std::vector<std::string> names;
  for (Options options(arguments); !options.atEnd(); options.next()) {
    if (options.is({"-p"}))
      form.withoutParameters = true;
    else if (options.is({"-_"}))
      form.underscored = true;
    else if (!options.isFile())
      options.unknown();
    else
      names.push_back(options.word());
  }
  for (const std::string& name : names)
    std::cout << demangled(name, form) << '\n';
  if (names.empty())
    for (std::string line; std::getline(std::cin, line);)
      filterLine(line, form);
  return 0;
}

} // namespace heddle::tools
