#include "nvcc/code_targets.h"
#include "nvcc/command_line.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::nvcc {

namespace {

constexpr std::string_view kDefaultArchitecture = "75";
// The compute capability that our device reports unless HEDDLE_PROFILE names another GPU.
constexpr std::string_view kNativeArchitecture = "90";

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

// Adds what a value of -gencode asks for: arch=compute_80,code=[sm_80,compute_80], where the
// brackets may also be quotes, or be left out.
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

std::vector<CodeTarget> selectTargets(const std::string& arch, std::span<const std::string> codes,
                                      std::span<const std::string> generateCodes) {
  std::vector<CodeTarget> selected;
  auto addBoth = [&](const Architecture& each) { addCubin(add(selected, each), each); };
  if (arch == "native") {
    addBoth(ourDevice());
  } else if (arch == "all" || arch == "all-major") {
    for (const Architecture& each : toolkit::architectures())
      if (each.current && each.variant == 0 &&
          (arch == "all" || each.number % 10 == 0 ||
           &each == findArchitecture(kDefaultArchitecture)))
        addBoth(each);
  } else if (!arch.empty()) {
    // NVIDIA's nvcc takes one architecture in -arch. A list of them is accepted here, since it can
    // only mean all of them.
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
    addBoth(*findArchitecture(kDefaultArchitecture));
  return selected;
}

const Architecture& ourDevice() {
  return *findArchitecture(kNativeArchitecture);
}

const Architecture* selectForOurDevice(std::span<const CodeTarget> selected) {
  auto oldest = std::ranges::min_element(
      selected, {}, [](const CodeTarget& target) { return target.architecture->number; });
  return oldest == selected.end() || oldest->architecture->number <= ourDevice().number
             ? nullptr
             : oldest->architecture;
}

void addNativeCode(std::vector<CodeTarget>& selected) {
  const auto isOurs = [](const Architecture* each) { return each->number == ourDevice().number; };
  CodeTarget* best = nullptr;
  for (CodeTarget& target : selected) {
    if (std::ranges::any_of(target.cubins, isOurs))
      return;
    const Architecture& each = *target.architecture;
    const bool isForNewer = each.number > ourDevice().number;
    const bool isForOneOther = each.variant != 0 && !isOurs(&each);
    if (!isForNewer && !isForOneOther && (!best || each.number >= best->architecture->number))
      best = &target;
  }
  if (best)
    best->nativeCode =
        best->architecture->number == ourDevice().number ? best->architecture : &ourDevice();
}

} // namespace heddle::nvcc
