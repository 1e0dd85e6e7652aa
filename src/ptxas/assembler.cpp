#include "ptxas/assembler.h"

#include "fatbin/cubin.h"
#include "fatbin/fatbin.h"
#include "jit/sealed_object.h"
#include "toolkit/tool_options.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <string_view>

namespace heddle::ptxas {

namespace {

constexpr std::uint32_t kMaxThreadsPerBlock = 1024;
using BlockDim = std::array<std::uint32_t, 3>;

struct IgnoredOption {
  std::string_view longName, shortName;
  bool hasValue;
};
// These steer how a GPU's code is made, of which there is none here.
constexpr IgnoredOption kIgnored[] = {
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

bool isIgnored(toolkit::ToolOptions& options) {
  // -O3, where the value follows without a separator.
  if (options.word().starts_with("-O") && options.word().size() == 3)
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

// Kernels with a bound on their threads that is above this are often launched with fewer: they are
// compiled for blocks of this many threads too.
constexpr std::uint32_t kUsualThreadsPerBlock = 256;

// The block dimensions that a kernel is compiled for: what it declares, or else one-dimensional
// blocks of the sizes that the command line asks for.
std::vector<BlockDim> blockDimsOf(const jit::KernelInfo& kernel,
                                  const std::vector<std::uint32_t>& sizes) {
  if (kernel.requiredThreads[0])
    return {{kernel.requiredThreads[0], std::max(kernel.requiredThreads[1], 1u),
             std::max(kernel.requiredThreads[2], 1u)}};
  std::vector<BlockDim> blockDims;
  if (const auto& bound = kernel.maxThreads; bound[0]) {
    const std::uint32_t threads = bound[0] * std::max(bound[1], 1u) * std::max(bound[2], 1u);
    blockDims.push_back({threads, 1, 1});
    if (threads > kUsualThreadsPerBlock)
      blockDims.push_back({kUsualThreadsPerBlock, 1, 1});
    return blockDims;
  }
  for (const std::uint32_t threads : sizes)
    blockDims.push_back({threads, 1, 1});
  return blockDims;
}

std::string describeResources(const jit::KernelInfo& kernel, const std::string& architecture) {
  return fmt::format("ptxas info    : Compiling entry function '{0}' for '{1}'\n"
                     "ptxas info    : Function properties for {0}\n"
                     "    {2} bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
                     "ptxas info    : Used {3} registers, {4} bytes smem, {5} bytes cmem[0]\n",
                     kernel.name, architecture, kernel.localBytesPerThread, kernel.registers.get(),
                     kernel.staticSharedBytes, kernel.parameterBytes);
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

// Whether the PTX is valid. A kernel that cannot be compiled gets no native code, and its launch
// fails as it would from PTX alone.
bool addNativeCode(const std::vector<jit::PtxSource>& sources, const Options& options,
                   fatbin::Cubin& cubin, Assembly& assembly) {
  jit::ProgramOptions programOptions;
  programOptions.computeCapability = cubin.arch;
  std::unique_ptr<jit::Program> program;
  const jit::Status status = jit::Program::create(sources, programOptions, program);
  report(status, sources[0].name, assembly);
  if (!status)
    return false;
  for (const jit::KernelInfo& kernel : program->kernels()) {
    if (options.verbose)
      assembly.info += describeResources(kernel, options.architecture);
    for (const BlockDim& blockDim : blockDimsOf(kernel, options.blockSizes))
      // A kernel that does not compile is no error here: like one from PTX, it reports it when it
      // is launched.
      static_cast<void>(program->precompile(kernel.name, blockDim, cubin.objects));
  }
  for (auto& [key, object] : cubin.objects)
    object = jit::seal(key, object);
  if (!cubin.objects.empty())
    cubin.identity = jit::codeIdentity();
  return true;
}

} // namespace

Options parse(const std::vector<std::string>& words) {
  Options parsed;
  for (toolkit::ToolOptions options(words); !options.atEnd(); options.next()) {
    if (options.isFile())
      parsed.inputs.push_back(options.word());
    else if (options.is({"--version", "-V"}))
      parsed.showVersion = true;
    else if (options.is({"--help", "-h"}))
      parsed.showHelp = true;
    else if (options.is({"--verbose", "-v"}))
      parsed.verbose = true;
    else if (options.is({"--compile-only", "-c"}))
      parsed.compileOnly = true;
    else if (const auto output = options.value({"--output-file", "-o"}))
      parsed.output = *output;
    else if (const auto architecture = options.value({"--gpu-name", "-arch"}))
      parsed.architecture = *architecture;
    else if (const auto sizes = options.value({"--block-sizes"}))
      parsed.blockSizes = parseBlockSizes(*sizes);
    else if (!isIgnored(options))
      options.refuseUnknown();
  }
  architectureNumber(parsed.architecture); // refuses what is none
  return parsed;
}

Assembly assemble(const std::vector<jit::PtxSource>& sources, const Options& options) {
  Assembly assembly;
  fatbin::Cubin cubin;
  cubin.arch = architectureNumber(options.architecture);
  cubin.flags = imageFlags(options.architecture);
  for (const jit::PtxSource& source : sources)
    cubin.sources.emplace_back(source.text);
  // PTX that is still to be linked may use symbols of other modules, so it is checked when the link
  // has them all.
  if (!options.compileOnly && !addNativeCode(sources, options, cubin, assembly))
    return assembly;
  assembly.cubin = fatbin::writeCubin(cubin);
  return assembly;
}

} // namespace heddle::ptxas
