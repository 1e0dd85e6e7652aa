// nvlink: links device code of objects, libraries, cubins and PTX into one cubin.
#include "nvjitlink/device_linker.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <optional>

namespace {

using namespace heddle;
using nvjitlink::LinkResult;

constexpr const char* kVersion = "nvlink: Heddle's linker of device code\n"
                                 "Cuda compilation tools, release 13.0, V13.0.88\n";
constexpr const char* kHelp =
    "Usage  : nvlink [options] <cubin, PTX, fat binary, object or library>...\n"
    "  --arch <sm_XY>          (-arch)  the architecture\n"
    "  --output-file <file>    (-o)     the cubin; default: a.out\n"
    "  --library <name>        (-l)     a static library, looked for in\n"
    "  --library-path <dir>    (-L)     these folders\n"
    "  --register-link-binaries <file>  accepted: nvcc -dlink writes what registers them\n"
    "  -g, -m64, -v, -w, --use-host-info, --shared, --suppress-..., -Xptxas and the like are "
    "accepted\n";

[[noreturn]] void fatal(const std::string& message) {
  fmt::print(stderr, "nvlink fatal   : {}\n", message);
  std::exit(255);
}

struct Options {
  std::string architecture, output = "a.out";
  std::vector<std::string> inputs, libraries, paths;
};

// With a value that the link does not need.
constexpr std::string_view kIgnoredWithValue[] = {
    "--register-link-binaries",
    "--host-ccbin",
    "-ccbin",
    "--cpu-arch",
    "--machine",
    "-m",
    "-Xptxas",
    "-Xnvvm",
    "--options-file",
    "-maxrregcount",
    "--maxrregcount",
    "--kernels-used",
    "--variables-used",
};

std::optional<std::string> valueOf(std::string_view name, const std::vector<std::string>& words,
                                   std::size_t& at) {
  const std::string& word = words[at];
  if (word == name) {
    if (at + 1 == words.size())
      fatal(fmt::format("Missing value for option '{}'", name));
    return words[++at];
  }
  if (word.starts_with(name) && word.size() > name.size() && word[name.size()] == '=')
    return word.substr(name.size() + 1);
  return std::nullopt;
}

Options parse(const std::vector<std::string>& words) {
  Options options;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string& word = words[at];
    const auto value = [&](std::string_view longName, std::string_view shortName) {
      auto found = valueOf(longName, words, at);
      return found ? found : valueOf(shortName, words, at);
    };
    const auto joined = [&](std::string_view letter) -> std::optional<std::string> {
      if (word.starts_with(letter) && word.size() > letter.size())
        return word.substr(letter.size());
      return std::nullopt;
    };
    if (!word.starts_with('-')) {
      options.inputs.push_back(word);
    } else if (word == "--version" || word == "-V") {
      fmt::print("{}", kVersion);
      std::exit(0);
    } else if (word == "--help" || word == "-h") {
      fmt::print("{}", kHelp);
      std::exit(0);
    } else if (const auto architecture = value("--arch", "-arch")) {
      options.architecture = *architecture;
    } else if (const auto output = value("--output-file", "-o")) {
      options.output = *output;
    } else if (const auto library = value("--library", "-l")) {
      options.libraries.push_back(*library);
    } else if (const auto path = value("--library-path", "-L")) {
      options.paths.push_back(*path);
    } else if (std::ranges::any_of(kIgnoredWithValue, [&](std::string_view name) {
                 return valueOf(name, words, at).has_value();
               })) {
      continue;
    } else if (const auto library = joined("-l"); library && !word.starts_with("-lto")) {
      options.libraries.push_back(*library);
    } else if (const auto path = joined("-L")) {
      options.paths.push_back(*path);
    }
  }
  if (options.inputs.empty() && options.libraries.empty())
    fatal("no input files");
  if (options.architecture.empty())
    fatal("'-arch' must be specified");
  return options;
}

std::string find(const std::string& library, const Options& options) {
  for (const std::string& path : options.paths)
    for (const std::string& name : {"lib" + library + ".a", library})
      if (const auto file = std::filesystem::path(path) / name; std::filesystem::exists(file))
        return file;
  fatal(fmt::format("Could not find library '{}'", library));
}

void add(nvjitlink::DeviceLinker& linker, const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    fatal(fmt::format("Could not open input file '{}'", path));
  const std::string content(std::istreambuf_iterator<char>(file), {});
  switch (linker.add(nvjitlink::kindOf(content), content, path)) {
  case LinkResult::Success:
  case LinkResult::NotForDevice: // nothing of it takes part
    return;
  case LinkResult::InvalidPtx:
    fmt::print(stderr, "{}", linker.log());
    std::exit(255);
  case LinkResult::NotSupported:
    fatal(fmt::format("LTO-IR in '{}' is not supported", path));
  default:
    fatal(fmt::format("Input file '{}' is not recognised", path));
  }
}

} // namespace

int main(int count, char** arguments) {
  const Options options = parse({arguments + 1, arguments + count});
  const nvcc::Architecture* architecture = nvcc::findArchitecture(options.architecture);
  if (!architecture || !options.architecture.starts_with("sm_"))
    fatal(fmt::format("Value '{}' is not defined for option 'arch'", options.architecture));
  nvjitlink::DeviceLinker linker(*architecture);
  for (const std::string& input : options.inputs)
    add(linker, input);
  for (const std::string& library : options.libraries)
    add(linker, find(library, options));
  std::string cubin;
  if (linker.link(cubin) != LinkResult::Success) {
    fmt::print(stderr, "nvlink {}", linker.log());
    return 255;
  }
  std::ofstream output(options.output, std::ios::binary);
  output << cubin;
  output.close();
  if (!output)
    fatal(fmt::format("Could not write output file '{}'", options.output));
  return 0;
}
