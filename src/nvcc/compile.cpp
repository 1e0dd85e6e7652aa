#include "nvcc/compile.h"
#include "nvcc/files.h"
#include "nvcc/host_source.h"
#include "nvcc/source_remap.h"
#include "nvcc/source_rewriter.h"

#include <array>
#include <fmt/format.h>
#include <type_traits>

namespace heddle::nvcc {

namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

void append(Words& to, const Words& from) {
  to.insert(to.end(), from.begin(), from.end());
}

// The highest PTX version that clang 19 writes.
constexpr const char* ptxFeature = "--cuda-feature=+ptx85";
// What clang takes for the toolkit's version: it decides how kernels are launched.
constexpr const char* sdkVersion = "-target-sdk-version=12.5";

// Options for the host compiler that also change what the device pass reads or means.
bool concernsDevice(const std::string& option) {
  constexpr auto prefixes = std::to_array<std::string_view>({"-D",
                                                             "-U",
                                                             "-I",
                                                             "-std=",
                                                             "-isystem",
                                                             "-iquote",
                                                             "-idirafter",
                                                             "-include",
                                                             "-imacros",
                                                             "-funsigned-char",
                                                             "-fsigned-char",
                                                             "-fno-rtti",
                                                             "-fno-exceptions",
                                                             "-fshort-enums",
                                                             "-ftemplate-",
                                                             "-fconstexpr-",
                                                             "-ferror-limit",
                                                             "-fdiagnostics-",
                                                             "-fcolor-diagnostics",
                                                             "-fno-color-diagnostics",
                                                             "-ffile-prefix-map",
                                                             "-fmacro-prefix-map"});
  for (std::string_view prefix : prefixes)
    if (option.starts_with(prefix))
      return true;
  return false;
}

bool takesNextWord(const std::string& option) {
  constexpr auto names = std::to_array<std::string_view>(
      {"-D", "-U", "-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros"});
  return std::find(names.begin(), names.end(), option) != names.end();
}

// A directory with another CUDA toolkit's headers is searched last, so that ours are found.
bool holdsToolkit(const std::string& directory) {
  std::error_code error;
  return fs::exists(fs::path(directory) / "cuda_runtime.h", error) &&
         fs::exists(fs::path(directory) / "crt" / "host_config.h", error);
}

Words withToolkitsLast(const Words& preprocessor) {
  Words result = preprocessor;
  for (std::size_t i = 0; i + 1 < result.size(); i += 2)
    if ((result[i] == "-I" || result[i] == "-isystem") && holdsToolkit(result[i + 1]))
      result[i] = "-idirafter";
  return result;
}

} // namespace

fs::path Compiler::intermediate(const Input& input, const std::string& suffix) {
  std::string stem = fs::path(input.path).stem();
  std::string name = stem + suffix;
  for (int i = 2; !usedNames_.insert(name).second; ++i)
    name = fmt::format("{}-{}{}", stem, i, suffix);
  return work_.file(name);
}

const Words& Compiler::remapOptions(const Input& input) {
  if (remappedPath_ == input.path)
    return remap_;
  remappedPath_ = input.path;
  remap_.clear();
  if (runner_.dryRun())
    return remap_;
  for (const Remap& each : remapSource(input.path, settings_.includePaths, work_))
    append(remap_, {"-Xclang", "-remap-file", "-Xclang",
                    fmt::format("{};{}", each.original, each.copy.string())});
  return remap_;
}

Words Compiler::cudaFrontEnd(const Input& input) {
  const Settings& s = settings_;
  Words words{toolchain_.frontEnd, "-resource-dir", toolchain_.resources, "-x", "cuda",
              "-nocudainc", "-nocudalib",
              // Any directory that is no toolkit, or clang would look for an installed one.
              "--cuda-path=" + (toolchain_.lib / "heddle").string(), "-Xclang", sdkVersion,
              "-Xclang", "-fcuda-allow-variadic-functions",
              s.standard.empty() ? "-std=gnu++17" : "-std=" + s.standard};
  std::string architectureList;
  for (const CodeTarget& each : s.targets)
    architectureList +=
        fmt::format("{}{}0", architectureList.empty() ? "" : ",", each.architecture->number);
  append(words,
         {"-D__NVCC__", "-D__CUDACC__", "-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=0",
          "-D__CUDACC_VER_BUILD__=88", "-D__CUDA_API_VER_MAJOR__=13", "-D__CUDA_API_VER_MINOR__=0",
          "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1", "-D__CUDA_ARCH_LIST__=" + architectureList});
  if (s.relocatable)
    append(words, {"-fgpu-rdc", "-D__CUDACC_RDC__"});
  if (s.relaxedConstexpr)
    words.push_back("-D__CUDACC_RELAXED_CONSTEXPR__");
  if (s.extendedLambda)
    words.push_back("-D__CUDACC_EXTENDED_LAMBDA__");
  if (s.deviceDebug)
    words.push_back("-D__CUDACC_DEBUG__");
  if (s.perThreadStream)
    append(words, {"-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1", "-Xclang",
                   "-fgpu-default-stream=per-thread"});
  if (s.fastMath)
    append(words, {"-D__CUDA_FAST_MATH__=1", "-D__USE_FAST_MATH__=1"});
  for (const std::string& word : withToolkitsLast(s.preprocessor))
    words.push_back(rewriteSource(word).value_or(word)); // macros are source text too
  append(words, {"-isystem", toolchain_.include, "-isystem", toolchain_.cccl, "-isystem",
                 toolchain_.deviceLib, "-include", "cuda_runtime.h"});
  append(words, s.warnings);
  // Options for other compilers, and for the other pass, are no cause for complaint.
  append(words,
         {"-fno-crash-diagnostics", "-Qunused-arguments", "-Wno-unknown-warning-option",
          "-Wno-unknown-cuda-version", "-Wno-ignored-optimization-argument",
          // constexpr on functions that are not, such as those that call log: a word too much.
          "-Wno-invalid-constexpr"});
  // What nvcc and its usual host compiler accept, with a warning at most.
  append(words, {"-Wno-register", "-Wno-error=c++11-narrowing",
                 "-Wno-error=missing-template-arg-list-after-template-kw",
                 "-Wno-error=reserved-user-defined-literal"});
  append(words, remapOptions(input));
  return words;
}

Words Compiler::devicePass(const Input& input, const Architecture& architecture,
                           Warnings warnings) {
  const Settings& s = settings_;
  Words words = cudaFrontEnd(input);
  append(words, {"--cuda-device-only", fmt::format("--cuda-gpu-arch=sm_{}", architecture.clang),
                 ptxFeature, s.deviceOptimize ? "-O3" : "-O0",
                 fmt::format("-ffp-contract={}", s.fusedMultiplyAdd ? "fast" : "off"),
                 fmt::format("-D__CUDA_FTZ={:d}", s.flushToZero),
                 fmt::format("-D__CUDA_PREC_DIV={:d}", s.preciseDivision),
                 fmt::format("-D__CUDA_PREC_SQRT={:d}", s.preciseSquareRoot),
                 // What programs rely on with nvcc: loops may wait for ever, memory is read as
                 // other types than it was written, functions end without their value, and lanes
                 // whose variable was never set pass it to a shuffle all the same.
                 "-fno-finite-loops", "-fno-strict-aliasing", "-fno-strict-return", "-Xclang",
                 "-no-enable-noundef-analysis",
                 // Bodies of templates that nobody instantiates may use names that are nowhere.
                 "-fdelayed-template-parsing"});
  // As the host's, whose structures and constants the device shares.
  if (std::is_unsigned_v<char>)
    words.push_back("-funsigned-char");
  if (architecture.name != architecture.clang) {
    append(words, {"-U__CUDA_ARCH__", fmt::format("-D__CUDA_ARCH__={}0", architecture.number)});
    if (architecture.variant == 'a')
      append(words, {fmt::format("-D__CUDA_ARCH_FEAT_SM{}_ALL", architecture.number),
                     fmt::format("-D__CUDA_ARCH_SPECIFIC__={}0", architecture.number)});
    if (architecture.variant != 0)
      words.push_back(fmt::format("-D__CUDA_ARCH_FAMILY_SPECIFIC__={}0", architecture.number));
  }
  if (s.fastMath)
    words.push_back("-fgpu-approx-transcendentals");
  if (s.flushToZero)
    words.push_back("-fgpu-flush-denormals-to-zero");
  if (!s.preciseDivision)
    append(words, {"-mllvm", fmt::format("-nvptx-prec-divf32={}", s.fastMath ? 0 : 1)});
  if (!s.preciseSquareRoot)
    append(words, {"-mllvm", "-nvptx-prec-sqrtf32=0"});
  // Line numbers are all that the loader reads; full DWARF would only make PTX larger.
  if (s.lineInfo || s.deviceDebug)
    words.push_back("-gline-directives-only");
  if (s.relocatable)
    words.push_back("-cuid=" + compilationId(input));
  if (warnings != Warnings::Show)
    words.push_back(warnings == Warnings::Own ? "-Wno-everything" : "-w");
  for (std::size_t i = 0; i < s.hostOptions.size(); ++i) {
    if (!concernsDevice(s.hostOptions[i]))
      continue;
    words.push_back(s.hostOptions[i]);
    if (takesNextWord(s.hostOptions[i]) && i + 1 < s.hostOptions.size())
      words.push_back(s.hostOptions[++i]);
  }
  return words;
}

// Programs are tried with GCC behind nvcc, where a function that ends without its value returns,
// and numbers that overflow go round.
const Words likeGcc{"-fno-strict-return", "-fwrapv"};

Words Compiler::hostPass(const Input& input) {
  const Settings& s = settings_;
  Words words = cudaFrontEnd(input);
  append(words, {"--cuda-host-only",
                 fmt::format("--cuda-gpu-arch=sm_{}", s.targets.front().architecture->clang)});
  if (s.relocatable)
    append(words, {"-Xclang", "-cuid=" + compilationId(input)});
  append(words, likeGcc);
  if (!s.optimization.empty())
    words.push_back(s.optimization);
  if (s.debug)
    words.push_back("-g");
  if (s.shared)
    words.push_back("-fPIC");
  append(words, s.hostLanguage);
  append(words, s.hostOptions);
  return words;
}

Words Compiler::plainPass(const Input& input) {
  const Settings& s = settings_;
  bool isC = input.kind == FileKind::C;
  Words words{isC ? toolchain_.hostCCompiler : toolchain_.hostCompiler, "-x", isC ? "c" : "c++"};
  if (!isC && !s.standard.empty())
    words.push_back("-std=" + s.standard);
  // Old C is what nvcc's usual host compiler only warns about.
  if (isC)
    append(words, {"-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int",
                   "-Wno-error=int-conversion", "-Wno-error=incompatible-function-pointer-types"});
  if (toolchain_.hostCompiler == toolchain_.clang)
    append(words, likeGcc);
  append(words,
         {"-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=0", "-D__CUDACC_VER_BUILD__=88"});
  if (s.perThreadStream)
    words.push_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
  append(words, withToolkitsLast(s.preprocessor));
  append(words, {"-isystem", toolchain_.include, "-isystem", toolchain_.cccl});
  append(words, s.warnings);
  if (!s.optimization.empty())
    words.push_back(s.optimization);
  if (s.debug)
    words.push_back("-g");
  if (s.shared)
    words.push_back("-fPIC");
  append(words, s.hostLanguage);
  append(words, s.hostOptions);
  if (toolchain_.hostCompiler == toolchain_.clang.string())
    append(words, openmpRuntime());
  return words;
}

Words Compiler::openmpRuntime() const {
  for (const std::string& option : settings_.hostOptions)
    if (option == "-fopenmp" || option.starts_with("-fopenmp="))
      return {"-isystem", toolchain_.hostInclude,
              fmt::format("-D__HEDDLE_OPENMP_LIBRARY__=\"{}\"", toolchain_.openmp.string()),
              "-include", "openmp_runtime.h"};
  return {};
}

Words Compiler::dependencyOptions(const fs::path& output) const {
  const Settings& s = settings_;
  if (!s.dependencies)
    return {};
  fs::path file = s.dependencyFile;
  if (file.empty()) {
    // An object on its way to the linker has no place of its own; its rule stays where we are.
    bool intermediate = output.parent_path() == work_.path() && s.keepDirectory.empty();
    file = intermediate ? fs::path(s.outputDirectory) / output.filename() : output;
    file.replace_extension(".d");
  }
  Words words{s.userDependenciesOnly ? "-MMD" : "-MD", "-MF", file};
  append(words, s.dependencyOptions);
  if (std::find(words.begin(), words.end(), "-MT") == words.end())
    append(words, {"-MT", output.parent_path() == work_.path() ? output.filename() : output});
  return words;
}

std::string Compiler::compilationId(const Input& input) const {
  // Must differ between any two objects of one program, and be the same for both passes and for
  // the same command run again.
  std::error_code error;
  std::string text = fs::weakly_canonical(input.path, error);
  text += '\n' + settings_.output + '\n' + settings_.outputDirectory;
  for (const Words* words : {&settings_.preprocessor, &settings_.hostOptions})
    for (const std::string& word : *words)
      text += '\n' + word;
  return digest(text);
}

void Compiler::compileDevice(const Input& input, const Architecture& architecture,
                             const Architecture& label, const fs::path& output, Warnings warnings,
                             const Words& dependencies) {
  Words command = devicePass(input, architecture, warnings);
  append(command, dependencies);
  append(command, {"-S", input.path, "-o", output});
  runner_.performMaking(CommandStep(command), output);
  if (label.current && !runner_.dryRun())
    runner_.perform(RetargetStep(output, label));
}

void Compiler::toPtx(const Input& input, const fs::path& output) {
  const Architecture& architecture = *settings_.targets.front().architecture;
  compileDevice(input, architecture, architecture, output, Warnings::Show,
                dependencyOptions(output));
}

void Compiler::embed(const Input& input, Warnings warnings, const fs::path& output,
                     const fs::path& dependencyTarget) {
  std::vector<FatbinStep::Source> sources;
  if (input.kind == FileKind::Cuda) {
    bool several = settings_.targets.size() > 1;
    const Architecture* relabelled = selectForOurDevice(settings_.targets);
    for (const CodeTarget& target : settings_.targets) {
      fs::path ptx = intermediate(
          input, several ? fmt::format(".{}.ptx", target.architecture->virtualName()) : ".ptx");
      bool ours = target.architecture == relabelled;
      const Architecture* label = ours ? &ourDevice() : target.architecture;
      compileDevice(input, *target.architecture, *target.architecture, ptx, warnings,
                    sources.empty() && !dependencyTarget.empty()
                        ? dependencyOptions(dependencyTarget)
                        : Words{});
      warnings = Warnings::Hide; // said once is enough
      // Given out as our device's, though its .target, by which inline PTX is judged, is another.
      if (ours && !target.cubins.empty())
        sources.push_back({ptx, label, FatbinStep::Form::Cubin});
      else
        for (const Architecture* cubin : target.cubins)
          addCubin(input, ptx, *cubin, sources);
      sources.push_back({ptx, label});
    }
  } else {
    sources.push_back({input.path, nullptr});
  }
  fatbin::Writer::Entry entry;
  entry.compression = settings_.compression;
  entry.options = settings_.ptxasOptions;
  if (settings_.relocatable)
    entry.options += entry.options.empty() ? "--compile-only" : " --compile-only";
  if (settings_.deviceDebug)
    entry.flags |= fatbin::flagDebug;
  runner_.performMaking(FatbinStep(sources, entry, output), output);
}

// Only a cubin for our own device is ever run from its machine code. Any other is its PTX, and so
// is one of which there is much: what is launched at all is compiled sooner than all of it.
void Compiler::addCubin(const Input& input, const fs::path& ptx, const Architecture& architecture,
                        std::vector<FatbinStep::Source>& sources) {
  constexpr std::uintmax_t mostPtx = 16384;
  std::error_code error;
  bool worthIt = settings_.native || (architecture.number == ourDevice().number &&
                                      fs::file_size(ptx, error) <= mostPtx && !error);
  if (!worthIt || settings_.relocatable || runner_.dryRun()) {
    sources.push_back({ptx, &architecture, FatbinStep::Form::Cubin});
    return;
  }
  fs::path cubin = intermediate(input, fmt::format(".{}.cubin", architecture.realName()));
  assemble(ptx, architecture, cubin);
  sources.push_back({cubin, &architecture});
}

void Compiler::assemble(const fs::path& ptx, const Architecture& architecture,
                        const fs::path& output) {
  Words command{toolchain_.prefix / "bin" / "ptxas", "-arch=" + architecture.realName()};
  if (settings_.relocatable)
    command.push_back("--compile-only");
  else if (settings_.phase != Phase::Cubin && !settings_.native)
    command.push_back("--block-sizes=256"); // the one that most kernels are launched with
  append(command, {ptx, "-o", output});
  runner_.performMaking(CommandStep(command), output);
}

void Compiler::toCubin(const Input& input, const fs::path& output) {
  const CodeTarget& target = settings_.targets.front();
  const Architecture& architecture = *target.architecture;
  const bool relabelled = selectForOurDevice(settings_.targets);
  const Architecture& label = relabelled ? ourDevice() : architecture;
  const Architecture& real = relabelled || target.cubins.empty() ? label : *target.cubins.front();
  fs::path ptx = input.path;
  if (input.kind == FileKind::Cuda) {
    ptx = intermediate(input, ".ptx");
    compileDevice(input, architecture, label, ptx, Warnings::Show, dependencyOptions(output));
  }
  assemble(ptx, real, output);
}

void Compiler::toFatbin(const Input& input, const fs::path& output) {
  embed(input, Warnings::Show, output, output);
}

Words Compiler::embeddingPass(const Input& input, const fs::path& dependencyTarget) {
  fs::path container = intermediate(input, ".fatbin");
  embed(input, Warnings::Own, container, {});
  Words command = hostPass(input);
  append(command, dependencyOptions(dependencyTarget));
  append(command, {fmt::format("-D__HEDDLE_LIBRARY_DIRECTORY__=\"{}\"", toolchain_.lib.string()),
                   "-isystem", toolchain_.hostInclude, "-include", "library_directory.h", "-Xclang",
                   "-fcuda-include-gpubinary", "-Xclang", container});
  append(command, openmpRuntime());
  return command;
}

void Compiler::toObject(const Input& input, const fs::path& output) {
  if (input.kind != FileKind::Cuda) {
    Words command = plainPass(input);
    append(command, dependencyOptions(output));
    append(command, {"-c", input.path, "-o", output});
    runner_.performMaking(CommandStep(command), output);
    return;
  }
  Words command = embeddingPass(input, output);
  append(command, {"-c", input.path, "-o", output});
  runner_.performMaking(CommandStep(command), output);
  if (settings_.relocatable)
    runner_.performMaking(StampStep(output, compilationId(input)), output);
}

void Compiler::toHostSource(const Input& input, const fs::path& output) {
  fs::path assembly = intermediate(input, ".s");
  Words command = embeddingPass(input, output);
  // For the assemblers of other compilers.
  append(command, {"-g0", "-fno-integrated-as", "-fno-addrsig", "-S", input.path, "-o", assembly});
  runner_.performMaking(CommandStep(command), assembly);
  runner_.performMaking(HostSourceStep(assembly, output), output);
}

void Compiler::preprocess(const Input& input, const fs::path& output) {
  // As in nvcc, what is shown of a CUDA source is what the device's compiler reads.
  Words command = input.kind == FileKind::Cuda
                      ? devicePass(input, *settings_.targets.front().architecture, Warnings::Show)
                      : plainPass(input);
  append(command, {"-E", input.path});
  if (!output.empty())
    append(command, {"-o", output});
  runner_.perform(CommandStep(command));
}

void Compiler::listDependencies(const Input& input, const fs::path& output) {
  Words command = input.kind == FileKind::Cuda ? hostPass(input) : plainPass(input);
  command.push_back(settings_.userDependenciesOnly ? "-MM" : "-M");
  append(command, settings_.dependencyOptions);
  command.push_back(input.path);
  if (!output.empty())
    append(command, {"-o", output});
  runner_.perform(CommandStep(command));
}

} // namespace heddle::nvcc
