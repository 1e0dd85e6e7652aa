#include "nvcc/architectures.h"
#include "fatbin/fatbin.h"
#include "nvcc/command_line.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace heddle::nvcc {

namespace {

constexpr auto table = std::to_array<Architecture>({
    {"10", 10, 0, "20", false, false},    {"11", 11, 0, "20", false, false},
    {"12", 12, 0, "20", false, false},    {"13", 13, 0, "20", false, false},
    {"20", 20, 0, "20", false, false},    {"21", 21, 0, "21", false, false},
    {"30", 30, 0, "30", false, false},    {"32", 32, 0, "32", false, false},
    {"35", 35, 0, "35", false, false},    {"37", 37, 0, "37", false, false},
    {"50", 50, 0, "50", false, false},    {"52", 52, 0, "52", false, false},
    {"53", 53, 0, "53", false, false},    {"60", 60, 0, "60", false, false},
    {"61", 61, 0, "61", false, false},    {"62", 62, 0, "62", false, false},
    {"70", 70, 0, "70", false, false},    {"72", 72, 0, "72", false, false},
    {"75", 75, 0, "75", false, true},     {"80", 80, 0, "80", false, true},
    {"86", 86, 0, "86", false, true},     {"87", 87, 0, "87", false, true},
    {"88", 88, 0, "87", true, true},      {"89", 89, 0, "89", false, true},
    {"90", 90, 0, "90", false, true},     {"90a", 90, 'a', "90a", false, true},
    {"100", 100, 0, "90", true, true},    {"100a", 100, 'a', "90", true, true},
    {"100f", 100, 'f', "90", true, true}, {"103", 103, 0, "90", true, true},
    {"103a", 103, 'a', "90", true, true}, {"103f", 103, 'f', "90", true, true},
    {"110", 110, 0, "90", true, true},    {"110a", 110, 'a', "90", true, true},
    {"110f", 110, 'f', "90", true, true}, {"120", 120, 0, "90", true, true},
    {"120a", 120, 'a', "90", true, true}, {"120f", 120, 'f', "90", true, true},
    {"121", 121, 0, "90", true, true},    {"121a", 121, 'a', "90", true, true},
    {"121f", 121, 'f', "90", true, true},
});

constexpr std::string_view defaultArchitecture = "75";
// The compute capability that our device reports unless it is told otherwise.
constexpr std::string_view nativeArchitecture = "90";

bool isReal(std::string_view name) {
  return name.starts_with("sm_");
}
bool isVirtual(std::string_view name) {
  return name.starts_with("compute_") || name.starts_with("lto_");
}

const Architecture& require(std::string_view name) {
  const Architecture* found = isReal(name) || isVirtual(name) ? findArchitecture(name) : nullptr;
  if (!found)
    throw FatalError(fmt::format("Unsupported gpu architecture '{}'", name));
  return *found;
}

CodeTarget& add(std::vector<CodeTarget>& to, const Architecture& arch) {
  auto found = std::ranges::find(to, &arch, &CodeTarget::architecture);
  return found == to.end() ? to.emplace_back(&arch) : *found;
}

void addCubin(CodeTarget& to, const Architecture& arch) {
  if (std::ranges::find(to.cubins, &arch) == to.cubins.end())
    to.cubins.push_back(&arch);
}

void addCodes(CodeTarget& to, std::span<const std::string> codes) {
  for (const std::string& code : codes) {
    const Architecture& image = require(code);
    if (image.number < to.architecture->number)
      throw FatalError(
          fmt::format("'{}': not a possible target of '{}'", code, to.architecture->virtualName()));
    if (isReal(code))
      addCubin(to, image);
  }
}

std::string_view unquoted(std::string_view text) {
  auto strip = [&](char open, char close) {
    if (text.size() >= 2 && text.front() == open && text.back() == close)
      text = text.substr(1, text.size() - 2);
  };
  strip('\'', '\'');
  strip('"', '"');
  strip('[', ']');
  return text;
}

// arch=compute_80,code=[sm_80,compute_80], the brackets also as quotes or left out.
void addGenerateCode(std::vector<CodeTarget>& to, std::string_view specification) {
  std::string_view text = unquoted(specification);
  std::string_view archName, codes;
  constexpr std::string_view archKey = "arch=", codeKey = "code=";
  std::size_t archAt = text.find(archKey), codeAt = text.find(codeKey);
  if (archAt == text.npos)
    throw FatalError(
        fmt::format("'{}': 'arch=' expected in a code generation specification", specification));
  auto cut = [&](std::size_t from, std::size_t other) {
    std::string_view part =
        other != text.npos && other > from ? text.substr(from, other - from) : text.substr(from);
    while (!part.empty() && part.back() == ',')
      part.remove_suffix(1);
    return part;
  };
  archName = cut(archAt + archKey.size(), codeAt);
  if (codeAt != text.npos)
    codes = unquoted(cut(codeAt + codeKey.size(), archAt));
  if (!isVirtual(archName))
    throw FatalError(fmt::format("Unsupported gpu architecture '{}'", archName));
  CodeTarget& target = add(to, require(archName));
  if (!codes.empty())
    addCodes(target, splitList(codes));
}

} // namespace

std::string Architecture::virtualName() const {
  return fmt::format("compute_{}", name);
}
std::string Architecture::realName() const {
  return fmt::format("sm_{}", name);
}
std::uint64_t Architecture::imageFlags() const {
  return variant == 'a'   ? fatbin::flagArchSpecific
         : variant == 'f' ? fatbin::flagFamilySpecific
                          : 0;
}

std::span<const Architecture> architectures() {
  return table;
}

const Architecture* findArchitecture(std::string_view name) {
  name.remove_prefix(name.find('_') + 1);
  auto found = std::find_if(table.begin(), table.end(),
                            [&](const Architecture& arch) { return arch.name == name; });
  return found == table.end() ? nullptr : &*found;
}

std::vector<CodeTarget> selectTargets(const std::string& arch, std::span<const std::string> codes,
                                      std::span<const std::string> generateCodes) {
  std::vector<CodeTarget> selected;
  auto addBoth = [&](const Architecture& each) { addCubin(add(selected, each), each); };
  if (arch == "native") {
    addBoth(ourDevice());
  } else if (arch == "all" || arch == "all-major") {
    for (const Architecture& each : table)
      if (each.current && each.variant == 0 &&
          (arch == "all" || each.number % 10 == 0 ||
           &each == findArchitecture(defaultArchitecture)))
        addBoth(each);
  } else if (!arch.empty()) {
    // Several architectures in one -arch are not nvcc's, but what they mean is plain.
    for (const std::string& name : splitList(arch)) {
      CodeTarget& target = add(selected, require(name));
      addCodes(target, codes);
      if (codes.empty() && isReal(name))
        addCubin(target, *target.architecture);
    }
  } else if (!codes.empty()) {
    throw FatalError("-arch option not specified");
  }
  for (const std::string& specification : generateCodes)
    addGenerateCode(selected, specification);
  if (selected.empty())
    addBoth(*findArchitecture(defaultArchitecture));
  return selected;
}

const Architecture& ourDevice() {
  return *findArchitecture(nativeArchitecture);
}

const Architecture* selectForOurDevice(std::span<const CodeTarget> selected) {
  auto oldest = std::ranges::min_element(
      selected, {}, [](const CodeTarget& target) { return target.architecture->number; });
  return oldest == selected.end() || oldest->architecture->number <= ourDevice().number
             ? nullptr
             : oldest->architecture;
}

} // namespace heddle::nvcc
