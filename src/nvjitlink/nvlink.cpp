// nvlink: links device code of objects, libraries, cubins and PTX into one cubin.
#include "nvjitlink/device_linker.h"
#include "toolkit/files.h"
#include "toolkit/tool_options.h"
#include "toolkit/version.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <optional>

namespace {

using namespace heddle;
using nvjitlink::LinkResult;

constexpr const char* kHelp =
    "Usage  : nvlink [options] <cubin, PTX, fat binary, object or library>...\n"
    "  --arch <sm_XY>          (-arch)  the architecture\n"
    "  --output-file <file>    (-o)     the cubin; default: a.out\n"
    "  --library <name>        (-l)     a static library, looked for in\n"
    "  --library-path <dir>    (-L)     these folders\n"
    "  --register-link-binaries <file>  accepted: nvcc -dlink writes what registers them\n"
    "  -lto                             link LTO-IR (nvcc -dlto) and optimise it as a whole\n"
    "  -ftz, -prec-div, -prec-sqrt, -fma=<0|1>  how LTO-IR computes, as for libnvvm\n"
    "  --keep-functions                 keep functions of LTO-IR that are called nowhere\n"
    "  -g, -m64, -v, -w, --use-host-info, --shared, --suppress-..., -Xptxas and the like are "
    "accepted\n";

constexpr int kFatalStatus = 255; // the exit status of NVIDIA's nvlink

[[noreturn]] void fatal(const std::string& message) {
  fmt::print(stderr, "nvlink fatal   : {}\n", message);
  std::exit(kFatalStatus);
}

struct Options {
  std::string architecture, output = "a.out";
  std::vector<std::string> inputs, libraries, libraryPaths;
  bool prefersLtoIr = false, keepsFunctions = false;
  std::vector<std::string> ltoOptions;
};

// Options whose value must be skipped, though the link does not need it. All other options that are
// not known here are taken as having no value, and are ignored.
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

// The value that follows a letter without a separator, as in -lm.
std::optional<std::string> attachedValue(std::string_view word, std::string_view letter) {
  if (!word.starts_with(letter) || word.size() == letter.size() || word.starts_with("-lto"))
    return std::nullopt;
  return std::string(word.substr(letter.size()));
}

void parseOption(toolkit::ToolOptions& words, Options& options) {
  if (words.is({"--version", "-V"})) {
    fmt::print("nvlink: Heddle's linker of device code\n{}\n", toolkit::kReleaseLine);
    std::exit(0);
  }
  if (words.is({"--help", "-h"})) {
    fmt::print("{}", kHelp);
    std::exit(0);
  }
  if (words.is({"--link-time-opt", "--lto", "-lto", "-dlto"}))
    options.prefersLtoIr = true;
  else if (words.is({"--keep-functions"}))
    options.keepsFunctions = true;
  else if (const std::string lto = nvjitlink::ltoOption(words.word()); !lto.empty())
    options.ltoOptions.push_back(lto);
  else if (const auto architecture = words.value({"--arch", "-arch"}))
    options.architecture = *architecture;
  else if (const auto output = words.value({"--output-file", "-o"}))
    options.output = *output;
  else if (const auto library = words.value({"--library", "-l"}))
    options.libraries.push_back(*library);
  else if (const auto path = words.value({"--library-path", "-L"}))
    options.libraryPaths.push_back(*path);
  else if (std::ranges::any_of(kIgnoredWithValue, [&](std::string_view name) {
             return words.value({name}).has_value();
           }))
    return;
  else if (const auto library = attachedValue(words.word(), "-l"))
    options.libraries.push_back(*library);
  else if (const auto path = attachedValue(words.word(), "-L"))
    options.libraryPaths.push_back(*path);
}

Options parse(const std::vector<std::string>& arguments) {
  Options options;
  for (toolkit::ToolOptions words(arguments); !words.atEnd(); words.next())
    if (words.isFile())
      options.inputs.push_back(words.word());
    else
      parseOption(words, options);
  if (options.inputs.empty() && options.libraries.empty())
    throw toolkit::UsageError("no input files");
  if (options.architecture.empty())
    throw toolkit::UsageError("'-arch' must be specified");
  return options;
}

std::string findLibrary(const std::string& library, const Options& options) {
  for (const std::string& path : options.libraryPaths)
    for (const std::string& name : {"lib" + library + ".a", library})
      if (const auto file = std::filesystem::path(path) / name; std::filesystem::exists(file))
        return file;
  fatal(fmt::format("Could not find library '{}'", library));
}

void add(nvjitlink::DeviceLinker& linker, const std::string& path) {
  const std::optional<std::string> content = toolkit::readFile(path);
  if (!content)
    fatal(fmt::format("Could not open input file '{}'", path));
  switch (linker.add(nvjitlink::kindOf(*content), *content, path)) {
  case LinkResult::Success:
  case LinkResult::NotForDevice: // a library may hold code for other architectures only
    return;
  case LinkResult::InvalidPtx:
    fmt::print(stderr, "{}", linker.log());
    std::exit(kFatalStatus);
  case LinkResult::NotSupported:
    fatal(fmt::format("LTO-IR in '{}' is not supported", path));
  default:
    fatal(fmt::format("Input file '{}' is not recognised", path));
  }
}

int link(const Options& options) {
  const toolkit::Architecture* architecture = toolkit::findArchitecture(options.architecture);
  if (!architecture || !options.architecture.starts_with("sm_"))
    fatal(fmt::format("Value '{}' is not defined for option 'arch'", options.architecture));
  nvjitlink::DeviceLinker linker(*architecture, options.ltoOptions, options.prefersLtoIr);
  if (options.keepsFunctions)
    linker.keepFunctions();
  for (const std::string& input : options.inputs)
    add(linker, input);
  for (const std::string& library : options.libraries)
    add(linker, findLibrary(library, options));
  std::string cubin;
  if (linker.link(cubin) != LinkResult::Success) {
    fmt::print(stderr, "nvlink {}", linker.log());
    return kFatalStatus;
  }
  if (!toolkit::writeFile(options.output, cubin))
    fatal(fmt::format("Could not write output file '{}'", options.output));
  return 0;
}

} // namespace

int main(int count, char** arguments) {
  try {
    return link(parse({arguments + 1, arguments + count}));
  } catch (const toolkit::UsageError& error) {
    fatal(error.what());
  }
}
