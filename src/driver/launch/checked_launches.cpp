#include "driver/launch/checked_launches.h"

#include "environment/environment.h"
#include "exec/demangled_name.h"
#include "trace/message.h"

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace heddle::driver {

namespace {

// The name of a function without its parameters and result: `add` for "void add<int>(int*)".
std::string plainName(const std::string& demangled) {
  const std::string head = demangled.substr(0, demangled.find_first_of("(<"));
  return head.substr(head.rfind(' ') + 1);
}

struct Filter {
  bool excludes = false;
  enum class Kind { Name, Part, Regex } kind = Kind::Name;
  std::string text;
  std::regex expression;

  bool holds(const std::string& mangled, const std::string& demangled) const {
    switch (kind) {
    case Kind::Name:
      return text == mangled || text == demangled || text == plainName(demangled);
    case Kind::Part:
      return mangled.find(text) != std::string::npos || demangled.find(text) != std::string::npos;
    case Kind::Regex:
      return std::regex_search(demangled, expression);
    }
    return false;
  }
};

std::vector<Filter> readFilters() {
  std::vector<Filter> filters;
  const char* const given = environmentVariable("HEDDLE_CHECK_KERNELS");
  std::istringstream lines(given ? given : "");
  for (std::string line; std::getline(lines, line);) {
    const std::size_t equals = line.find('=');
    if (line.empty() || equals == std::string::npos)
      continue;
    Filter filter;
    filter.excludes = line[0] == '-';
    filter.text = line.substr(equals + 1);
    const std::string kind = line.substr(1, equals - 1);
    try {
      if (kind == "regex") {
        filter.kind = Filter::Kind::Regex;
        filter.expression = filter.text;
      } else if (kind == "part") {
        filter.kind = Filter::Kind::Part;
      }
      filters.push_back(filter);
    } catch (const std::regex_error&) {
      trace::printMessage("the checker cannot use the regular expression " + filter.text);
    }
  }
  return filters;
}

bool isChosen(const char* kernel) {
  static const auto* const filters = new std::vector<Filter>(readFilters());
  if (filters->empty())
    return true;
  const std::string mangled = kernel, demangled = exec::demangled(kernel);
  bool isWanted = true, isIncluded = false;
  for (const Filter& filter : *filters) {
    if (!filter.excludes)
      isWanted = false;
    if (filter.holds(mangled, demangled)) {
      if (filter.excludes)
        return false;
      isIncluded = true;
    }
  }
  return isWanted || isIncluded;
}

struct Launches {
  std::uint64_t skipped = 0, checked = 0;

  Launches() {
    const char* const given = environmentVariable("HEDDLE_CHECK_LAUNCHES");
    unsigned long long first = 0, second = 0;
    if (given && std::sscanf(given, "%llu,%llu", &first, &second) == 2) {
      skipped = first;
      checked = second;
    }
  }
};

} // namespace

bool isNextLaunchChecked(const char* kernel) {
  if (!isChosen(kernel))
    return false;
  static const Launches launches;
  static std::atomic<std::uint64_t> count{0};
  const std::uint64_t number = count.fetch_add(1);
  return number >= launches.skipped &&
         (launches.checked == 0 || number - launches.skipped < launches.checked);
}

} // namespace heddle::driver
