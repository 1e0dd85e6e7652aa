#include "ptxas/assembler.h"

#include "fatbin/cubin.h"
#include "fatbin/fatbin.h"
#include "jit/checks.h"
#include "jit/sealed_object.h"
#include "toolkit/files.h"
#include "toolkit/ptx_directives.h"
#include "toolkit/tool_options.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <sstream>
#include <string_view>

namespace heddle::ptxas {

namespace {

constexpr std::uint32_t kMaxThreadsPerBlock = 1024;

struct IgnoredOption {
  std::string_view longName, shortName;
  bool hasValue;
};
// These steer how a GPU's code is made, of which there is none here.
constexpr IgnoredOption kIgnored[] = {
    {"--opt-level", "-O", true},
    {"--device-debug", "-g", false},
    {"--generate-line-info", "-lineinfo", false},
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
    {"--Ofast-compile", "-Ofc", true},
    {"--compile-as-tools-patch", "-astoolspatch", false},
    {"--compiler-annotations", "-annotate", false},
    {"--device-function-maxrregcount", "-func-maxrregcount", true},
    {"--device-stack-protector", "-device-stack-protector", true},
    {"--disable-optimizer-constants", "-disable-optimizer-consts", false},
    {"--dont-merge-basicblocks", "-no-bb-merge", false},
    {"--entry", "-e", true},
    {"--extensible-whole-program", "-ewp", false},
    {"--force-load-cache", "-flcm", true},
    {"--force-store-cache", "-fscm", true},
    {"--g-tensor-memory-access-check", "-g-tmem-access-check", false},
    {"--gno-tensor-memory-access-check", "-gno-tmem-access-check", false},
    {"--legacy-bar-warp-wide-behavior", "-legacy-bar-warp-wide-behavior", false},
    {"--make-errors-visible-at-exit", "-make-errors-visible-at-exit", false},
    {"--maxntid", "-maxntid", true},
    {"--minnctapersm", "-minnctapersm", true},
    {"--optimize-float-atomics", "-opt-fp-atomics", false},
    {"--override-directive-values", "-override-directive-values", false},
    {"--position-independent-code", "-pic", true},
    {"--regAllocOptLevel", "-regAllocOptLevel", true},
    {"--register-usage-level", "-regUsageLevel", true},
    {"--return-at-end", "-ret-end", false},
    {"--sanitize", "-sanitize", true},
    {"--suppress-async-bulk-multicast-advisory-warning",
     "-suppress-async-bulk-multicast-advisory-warning", false},
    {"--suppress-double-demote-warning", "-suppress-double-demote-warning", false},
    {"--suppress-sparse-mma-advisory-info", "-suppress-sparse-mma-advisory-info", false},
};

[[noreturn]] void refuseValue(std::string_view value, std::string_view option) {
  throw toolkit::UsageError(
      fmt::format("Value '{}' is not defined for option '{}'", value, option));
}

std::vector<std::uint32_t> parseBlockSizes(std::string_view list) {
  std::vector<std::uint32_t> sizes;
  const char* end = list.data() + list.size();
  for (const char* at = list.data(); at < end;) {
    std::uint32_t size = 0;
    const auto [rest, error] = std::from_chars(at, end, size);
    if (error != std::errc() || size == 0 || size > kMaxThreadsPerBlock ||
        (rest != end && *rest != ','))
      refuseValue(list, "block-sizes");
    sizes.push_back(size);
    at = rest + 1;
  }
  return sizes;
}

unsigned parseNumber(std::string_view value, std::string_view option) {
  unsigned number = 0;
  const char* end = value.data() + value.size();
  const auto [rest, error] = std::from_chars(value.data(), end, number);
  if (error != std::errc() || rest != end)
    refuseValue(value, option);
  return number;
}

std::chrono::nanoseconds parseSeconds(std::string_view value, std::string_view option) {
  constexpr double kMostSeconds = 1e6;
  double seconds = 0;
  const char* end = value.data() + value.size();
  const auto [rest, error] = std::from_chars(value.data(), end, seconds, std::chars_format::fixed);
  const bool isInRange = seconds >= 0 && seconds <= kMostSeconds;
  if (error != std::errc() || rest != end || !isInRange)
    refuseValue(value, option);
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::duration<double>(seconds));
}

// The value is a number, or names the most or the fewest registers of the architecture.
unsigned parseRegisters(const std::string& value) {
  constexpr unsigned kMost = 255, kLeast = 24;
  if (value == "archmax" || value == "archmin")
    return value == "archmax" ? kMost : kLeast;
  return parseNumber(value, "maxrregcount");
}

bool isIgnored(toolkit::ToolOptions& options) {
  // -O3 and -m64, where the value follows without a separator.
  if ((options.word().starts_with("-O") && options.word().size() == 3) || options.word() == "-m64")
    return true;
  return std::ranges::any_of(kIgnored, [&](const IgnoredOption& ignored) {
    return ignored.hasValue ? options.value({ignored.longName, ignored.shortName}).has_value()
                            : options.is({ignored.longName, ignored.shortName});
  });
}

// The flags that stand for the letter of sm_90a and sm_100f.
std::uint64_t imageFlags(const std::string& architecture) {
  return architecture.ends_with('a')   ? fatbin::flagArchSpecific
         : architecture.ends_with('f') ? fatbin::flagFamilySpecific
                                       : 0;
}

unsigned architectureNumber(const std::string& architecture) {
  unsigned number = 0;
  const char* end = architecture.data() + architecture.size();
  if (!architecture.starts_with("sm_") ||
      std::from_chars(architecture.data() + 3, end, number).ec != std::errc() || number < 10)
    refuseValue(architecture, "gpu-name");
  return number;
}

// `unlimited` is the same kernel without the limit of the command line. The registers that it has
// more are spilled.
std::string describeResources(const jit::KernelInfo& kernel, const jit::KernelInfo& unlimited,
                              const std::string& architecture) {
  constexpr std::uint32_t kRegisterBytes = 4;
  const std::uint32_t registers = kernel.registers.get();
  const std::uint32_t spilled = (unlimited.registers.get() - registers) * kRegisterBytes;
  std::string text =
      fmt::format("ptxas info    : Compiling entry function '{0}' for '{1}'\n"
                  "ptxas info    : Function properties for {0}\n"
                  "    {2} bytes stack frame, {3} bytes spill stores, {3} bytes spill loads\n"
                  "ptxas info    : Used {4} registers, {5} bytes smem, {6} bytes cmem[0]",
                  kernel.name, architecture, kernel.localBytesPerThread + spilled, spilled,
                  registers, kernel.staticSharedBytes, kernel.parameterBytes);
  if (kernel.constantBytes)
    text += fmt::format(", {} bytes cmem[3]", kernel.constantBytes);
  return text + "\n";
}

// What kernels use, for --verbose. PTX that is still to be linked may not make a program yet; then
// it is left to the link to say.
std::string describeResources(const std::vector<jit::PtxSource>& limited,
                              const std::vector<jit::PtxSource>& given, const Options& options) {
  std::unique_ptr<jit::Program> program, unlimited;
  jit::ProgramOptions programOptions;
  programOptions.computeCapability = architectureNumber(options.architecture);
  if (!jit::Program::create(limited, programOptions, program) ||
      !jit::Program::create(given, programOptions, unlimited))
    return {};
  std::string text;
  for (std::size_t i = 0; i < program->kernels().size(); ++i)
    text += describeResources(program->kernels()[i], unlimited->kernels()[i], options.architecture);
  return text;
}

void report(const jit::Status& status, const std::string& fileName, Assembly& assembly) {
  for (const jit::Diagnostic& each : status.diagnostics)
    (status ? assembly.info : assembly.errors) +=
        fmt::format("ptxas {}, line {}; {} : {}\n", fileName, each.line,
                    status ? "warning" : "error  ", each.message);
  assembly.failure = status.failure;
  if (!status)
    assembly.errors += "ptxas fatal   : Ptx assembly aborted due to errors\n";
}

// Tells whether the PTX is valid.
bool addNativeCode(const std::vector<jit::PtxSource>& sources, const Options& options,
                   fatbin::Cubin& cubin, Assembly& assembly) {
  jit::enableAddressTests(); // as the driver does, which looks for this code
  jit::ProgramOptions programOptions;
  programOptions.computeCapability = cubin.arch;
  std::unique_ptr<jit::Program> program;
  const jit::Status status = jit::Program::create(sources, programOptions, program);
  report(status, sources[0].name, assembly);
  if (!status)
    return false;
  if (options.makesNativeCode)
    cubin.objects = makeNativeCode(*program, sources, options.nativeCode);
  for (auto& [key, object] : cubin.objects)
    object = jit::seal(key, object);
  if (!cubin.objects.empty())
    cubin.identity = jit::codeIdentity();
  return true;
}

} // namespace

namespace {

void parseInto(Options& parsed, const std::vector<std::string>& words, unsigned depth);

// The words of a file of options are separated by white space, as in NVIDIA's ptxas.
void parseFile(Options& parsed, const std::string& path, unsigned depth) {
  constexpr unsigned kMaxDepth = 16; // a file that names itself would never end
  const std::optional<std::string> text = toolkit::readFile(path);
  if (!text || depth == kMaxDepth)
    throw toolkit::UsageError(fmt::format("Could not open options file '{}'", path));
  std::istringstream stream(*text);
  parseInto(parsed, {std::istream_iterator<std::string>(stream), {}}, depth + 1);
}

void parseInto(Options& parsed, const std::vector<std::string>& words, unsigned depth) {
  for (toolkit::ToolOptions options(words); !options.atEnd(); options.next()) {
    if (options.isFile())
      parsed.inputs.push_back(options.word());
    else if (options.is({"--version", "-V"}))
      parsed.showVersion = true;
    else if (options.is({"--help", "-h"}))
      parsed.showHelp = true;
    else if (options.is({"--list-version", "-version-ls"}))
      parsed.listsIsaVersions = true;
    else if (options.is({"--verbose", "-v"}))
      parsed.verbose = true;
    else if (options.is({"--compile-only", "-c"}))
      parsed.compileOnly = true;
    else if (const auto output = options.value({"--output-file", "-o"}))
      parsed.output = *output;
    else if (const auto architecture = options.value({"--gpu-name", "-arch"}))
      parsed.architecture = *architecture;
    else if (const auto registers = options.value({"--maxrregcount", "-maxrregcount"}))
      parsed.maxRegisters = parseRegisters(*registers);
    else if (const auto text = options.value({"--input-as-string", "-ias"}))
      parsed.inputStrings.push_back(*text);
    else if (const auto path = options.value({"--options-file", "-optf"}))
      parseFile(parsed, *path, depth);
    else if (const auto sizes = options.value({"--block-sizes"})) {
      parsed.makesNativeCode = *sizes != "none";
      if (parsed.makesNativeCode)
        parsed.nativeCode.blockSizes = parseBlockSizes(*sizes);
    } else if (const auto seconds = options.value({"--native-code-budget"}))
      parsed.nativeCode.budget = parseSeconds(*seconds, "native-code-budget");
    else if (options.is({"--native-code-only"}))
      parsed.hasNativeCodeOnly = true;
    else if (options.is({"--native-code-if-valid"}))
      parsed.leavesErrorsToLoading = true;
    else if (const auto threads = options.value({"--split-compile", "-split-compile"}))
      parsed.nativeCode.threads = parseNumber(*threads, "split-compile");
    else if (!isIgnored(options))
      options.refuseUnknown();
  }
}

} // namespace

Options parse(const std::vector<std::string>& words) {
  Options parsed;
  parseInto(parsed, words, 0);
  architectureNumber(parsed.architecture); // throws if it is no architecture
  return parsed;
}

Assembly assemble(const std::vector<jit::PtxSource>& given, const Options& options) {
  Assembly assembly;
  fatbin::Cubin cubin;
  cubin.arch = architectureNumber(options.architecture);
  cubin.flags = imageFlags(options.architecture);
  cubin.isRelocatable = options.compileOnly;
  for (const jit::PtxSource& source : given) {
    cubin.sources.emplace_back(source.text);
    if (options.maxRegisters)
      toolkit::limitRegisters(cubin.sources.back(), options.maxRegisters);
  }
  std::vector<jit::PtxSource> sources;
  for (std::size_t i = 0; i < given.size(); ++i)
    sources.push_back({cubin.sources[i], given[i].name});
  // PTX that is still to be linked may use symbols of other modules, so it is checked when the link
  // has them all.
  if (!options.compileOnly && !addNativeCode(sources, options, cubin, assembly)) {
    if (!options.leavesErrorsToLoading)
      return assembly;
    assembly = {};
  }
  if (options.verbose)
    assembly.info += describeResources(sources, given, options);
  if (options.hasNativeCodeOnly)
    cubin.sources.clear();
  assembly.cubin = fatbin::writeCubin(cubin);
  return assembly;
}

} // namespace heddle::ptxas
