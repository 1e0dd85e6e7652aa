// ptxas: compiles PTX ahead of time. The native code of a kernel depends on the block shape, so the
// cubin holds it for the shapes that the kernel declares, or else for the usual ones; other shapes
// are compiled from the PTX in the cubin when they are first launched.
#include "fatbin/cubin.h"
#include "fatbin/fatbin.h"
#include "jit/program.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace heddle;
using Shape = std::array<std::uint32_t, 3>;

constexpr std::uint32_t kMostThreads = 1024;

constexpr const char* kVersion = "ptxas: Heddle's assembler of PTX\n"
                                 "Cuda compilation tools, release 13.0, V13.0.88\n";
constexpr const char* kHelp =
    "Usage  : ptxas [options] <ptx file>,...\n"
    "  --output-file <file>  (-o)      the cubin; default: elf.o\n"
    "  --gpu-name <sm_XY>    (-arch)   the architecture; default: sm_75\n"
    "  --verbose             (-v)      what each kernel uses\n"
    "  --compile-only        (-c)      PTX that is still to be linked: no native code\n"
    "  --block-sizes <n>,...           the blocks that kernels which name none are compiled for;\n"
    "                                  default: 128,256,512\n"
    "  --warning-as-error, --suppress-..., -O<n>, -g, -lineinfo, -maxrregcount and the like steer "
    "a\n"
    "  GPU's code and are accepted\n";

struct Options {
  std::vector<std::string> inputs;
  std::string output = "elf.o", architecture = "sm_75";
  std::vector<std::uint32_t> blockSizes{128, 256, 512};
  bool verbose = false, compileOnly = false;
};

[[noreturn]] void fatal(const std::string& message) {
  fmt::print(stderr, "ptxas fatal   : {}\n", message);
  std::exit(255);
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
      fatal(fmt::format("Missing value for option '{}'", name));
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
      fatal(fmt::format("Value '{}' is not defined for option 'block-sizes'", list));
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

Options parse(const std::vector<std::string>& words) {
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
      fmt::print("{}", kVersion);
      std::exit(0);
    } else if (word == "--help" || word == "-h") {
      fmt::print("{}", kHelp);
      std::exit(0);
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
      fatal(fmt::format("Unknown option '{}'", word));
    }
  }
  if (options.inputs.empty())
    fatal("No input files specified; use option --help for more information");
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
    fatal(fmt::format("Value '{}' is not defined for option 'gpu-name'", architecture));
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

void report(const jit::KernelInfo& kernel, const std::string& architecture) {
  fmt::print(stderr,
             "ptxas info    : Compiling entry function '{0}' for '{1}'\n"
             "ptxas info    : Function properties for {0}\n"
             "    {2} bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
             "ptxas info    : Used {3} registers, {4} bytes smem, {5} bytes cmem[0]\n",
             kernel.name, architecture, kernel.localBytesPerThread,
             kernel.maxRegisters ? kernel.maxRegisters : 32, kernel.staticSharedBytes,
             kernel.parameterBytes);
}

} // namespace

int main(int count, char** arguments) {
  const Options options = parse({arguments + 1, arguments + count});
  const unsigned number = numberOf(options.architecture);
  fatbin::Cubin cubin;
  cubin.arch = number;
  cubin.flags = flagsOf(options.architecture);
  for (const std::string& path : options.inputs) {
    std::ifstream file(path, std::ios::binary);
    if (!file)
      fatal(fmt::format("Could not open input file '{}'", path));
    cubin.sources.emplace_back(std::istreambuf_iterator<char>(file),
                               std::istreambuf_iterator<char>());
  }
  std::vector<jit::PtxSource> sources;
  for (std::size_t at = 0; at < cubin.sources.size(); ++at)
    sources.push_back({cubin.sources[at], options.inputs[at]});
  jit::ProgramOptions programOptions;
  programOptions.computeCapability = number;
  jit::Status status;
  // What is still to be linked may lack its other half: it is checked when it is.
  const std::unique_ptr<jit::Program> program =
      options.compileOnly ? nullptr : jit::Program::create(sources, programOptions, status);
  for (const jit::Diagnostic& each : status.diagnostics)
    fmt::print(stderr, "ptxas {}, line {}; {} : {}\n", options.inputs[0], each.line,
               status ? "warning" : "error  ", each.message);
  if (!status)
    fatal("Ptx assembly aborted due to errors");
  if (program) {
    for (const jit::KernelInfo& kernel : program->kernels()) {
      if (options.verbose)
        report(kernel, options.architecture);
      // A kernel that cannot be compiled says so when it is launched, as from PTX.
      for (const Shape& shape : shapesOf(kernel, options.blockSizes))
        program->precompile(kernel.name, shape, cubin.objects);
    }
    if (!cubin.objects.empty())
      cubin.identity = jit::codeIdentity();
  }
  std::ofstream output(options.output, std::ios::binary);
  output << fatbin::writeCubin(cubin);
  output.close();
  if (!output)
    fatal(fmt::format("Could not write output file '{}'", options.output));
  return 0;
}
