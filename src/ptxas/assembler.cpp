#include "ptxas/assembler.h"

#include "fatbin/cubin.h"
#include "fatbin/fatbin.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <string_view>

namespace heddle::ptxas {

namespace {

constexpr std::uint32_t kMostThreads = 1024;
using Shape = std::array<std::uint32_t, 3>;

struct OptionError {
  std::string message;
};
[[noreturn]] void refuse(std::string message) {
  throw OptionError{std::move(message)};
}

struct Flag {
  std::string_view longName, shortName;
  bool hasValue;
};
// What the code of a GPU is steered by.
constexpr Flag kIgnored[] = {
    {"--opt-level", "-O", true},
    {"--device-debug", "-g", false},
    {"--generate-line-info", "-lineinfo", false},
    {"--maxrregcount", "-maxrregcount", true},
    {"--machine", "-m", true},
    {"--warn-on-spills", "-warn-spills", false},
    {"--warn-on-local-memory-usage", "-warn-lmem-usage", false},
    {"--warn-on-double-precision-use", "-warn-double-usage", false},
    {"--warning-as-error", "-Werror", false},
    {"--disable-warnings", "-w", false},
    {"--def-load-cache", "-dlcm", true},
    {"--def-store-cache", "-dscm", true},
    {"--fmad", "-fmad", true},
    {"--preserve-relocs", "-preserve-relocs", false},
    {"--allow-expensive-optimizations", "-allow-expensive-optimizations", true},
    {"--suppress-stack-size-warning", "-suppress-stack-size-warning", false},
    {"--suppress-debug-info", "-suppress-debug-info", false},
    {"--sp-bounds-check", "-sp-bounds-check", false},
};

// The value of an option, in the same word or in the next one.
std::optional<std::string> valueOf(std::string_view name, const std::vector<std::string>& words,
                                   std::size_t& at) {
  const std::string& word = words[at];
  if (word == name) {
    if (at + 1 == words.size())
      refuse(fmt::format("Missing value for option '{}'", name));
    return words[++at];
  }
  if (word.starts_with(name) && word.size() > name.size() && word[name.size()] == '=')
    return word.substr(name.size() + 1);
  return std::nullopt;
}

std::vector<std::uint32_t> numbersIn(std::string_view list) {
  std::vector<std::uint32_t> numbers;
  const char* end = list.data() + list.size();
  for (const char* at = list.data(); at < end;) {
    std::uint32_t number = 0;
    const auto [rest, error] = std::from_chars(at, end, number);
    if (error != std::errc() || number == 0 || number > kMostThreads ||
        (rest != end && *rest != ','))
      refuse(fmt::format("Value '{}' is not defined for option 'block-sizes'", list));
    numbers.push_back(number);
    at = rest + 1;
  }
  return numbers;
}

bool ignored(const std::vector<std::string>& words, std::size_t& at) {
  if (words[at].starts_with("-O") && words[at].size() == 3)
    return true;
  for (const Flag& flag : kIgnored) {
    if (!flag.hasValue && (words[at] == flag.longName || words[at] == flag.shortName))
      return true;
    if (flag.hasValue && (valueOf(flag.longName, words, at) || valueOf(flag.shortName, words, at)))
      return true;
  }
  return false;
}

Options parseWords(const std::vector<std::string>& words) {
  Options options;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string& word = words[at];
    const auto value = [&](std::string_view longName, std::string_view shortName) {
      auto found = valueOf(longName, words, at);
      return found ? found : valueOf(shortName, words, at);
    };
    if (!word.starts_with('-')) {
      options.inputs.push_back(word);
    } else if (word == "--version" || word == "-V") {
      options.showVersion = true;
    } else if (word == "--help" || word == "-h") {
      options.showHelp = true;
    } else if (word == "--verbose" || word == "-v") {
      options.verbose = true;
    } else if (word == "--compile-only" || word == "-c") {
      options.compileOnly = true;
    } else if (const auto output = value("--output-file", "-o")) {
      options.output = *output;
    } else if (const auto architecture = value("--gpu-name", "-arch")) {
      options.architecture = *architecture;
    } else if (const auto sizes = valueOf("--block-sizes", words, at)) {
      options.blockSizes = numbersIn(*sizes);
    } else if (!ignored(words, at)) {
      refuse(fmt::format("Unknown option '{}'", word));
    }
  }
  return options;
}

// Of sm_90a and sm_100f.
std::uint64_t flagsOf(const std::string& architecture) {
  return architecture.ends_with('a')   ? fatbin::flagArchSpecific
         : architecture.ends_with('f') ? fatbin::flagFamilySpecific
                                       : 0;
}

unsigned numberOf(const std::string& architecture) {
  unsigned number = 0;
  const char* end = architecture.data() + architecture.size();
  if (!architecture.starts_with("sm_") ||
      std::from_chars(architecture.data() + 3, end, number).ec != std::errc() || number < 10)
    refuse(fmt::format("Value '{}' is not defined for option 'gpu-name'", architecture));
  return number;
}

// The shapes that are worth it: what the kernel asks for, or the usual sizes in one dimension.
std::vector<Shape> shapesOf(const jit::KernelInfo& kernel,
                            const std::vector<std::uint32_t>& usual) {
  if (kernel.requiredThreads[0])
    return {{kernel.requiredThreads[0], std::max(kernel.requiredThreads[1], 1u),
             std::max(kernel.requiredThreads[2], 1u)}};
  if (const auto& most = kernel.maxThreads; most[0]) {
    const std::uint32_t threads = most[0] * std::max(most[1], 1u) * std::max(most[2], 1u);
    std::vector<Shape> shapes{{threads, 1, 1}};
    if (threads > 256)
      shapes.push_back({256, 1, 1});
    return shapes;
  }
  std::vector<Shape> shapes;
  for (const std::uint32_t threads : usual)
    shapes.push_back({threads, 1, 1});
  return shapes;
}

std::string report(const jit::KernelInfo& kernel, const std::string& architecture) {
  return fmt::format("ptxas info    : Compiling entry function '{0}' for '{1}'\n"
                     "ptxas info    : Function properties for {0}\n"
                     "    {2} bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
                     "ptxas info    : Used {3} registers, {4} bytes smem, {5} bytes cmem[0]\n",
                     kernel.name, architecture, kernel.localBytesPerThread,
                     kernel.maxRegisters ? kernel.maxRegisters : 32, kernel.staticSharedBytes,
                     kernel.parameterBytes);
}

} // namespace

std::string parse(const std::vector<std::string>& words, Options& options) {
  try {
    options = parseWords(words);
    numberOf(options.architecture);
    return {};
  } catch (const OptionError& error) {
    return error.message;
  }
}

Assembly assemble(const std::vector<jit::PtxSource>& sources, const Options& options) {
  Assembly made;
  fatbin::Cubin cubin;
  cubin.arch = numberOf(options.architecture);
  cubin.flags = flagsOf(options.architecture);
  for (const jit::PtxSource& source : sources)
    cubin.sources.emplace_back(source.text);
  jit::ProgramOptions programOptions;
  programOptions.computeCapability = cubin.arch;
  jit::Status status;
  // What is still to be linked may lack its other half: it is checked when it is.
  std::unique_ptr<jit::Program> program;
  if (!options.compileOnly)
    status = jit::Program::create(sources, programOptions, program);
  for (const jit::Diagnostic& each : status.diagnostics)
    (status ? made.info : made.errors) +=
        fmt::format("ptxas {}, line {}; {} : {}\n", sources[0].name, each.line,
                    status ? "warning" : "error  ", each.message);
  made.failure = status.failure;
  if (!status) {
    made.errors += "ptxas fatal   : Ptx assembly aborted due to errors\n";
    return made;
  }
  if (program) {
    for (const jit::KernelInfo& kernel : program->kernels()) {
      if (options.verbose)
        made.info += report(kernel, options.architecture);
      // A kernel that cannot be compiled says so when it is launched, as from PTX.
      for (const Shape& shape : shapesOf(kernel, options.blockSizes))
        program->precompile(kernel.name, shape, cubin.objects);
    }
    if (!cubin.objects.empty())
      cubin.identity = jit::codeIdentity();
  }
  made.cubin = fatbin::writeCubin(cubin);
  return made;
}

} // namespace heddle::ptxas
