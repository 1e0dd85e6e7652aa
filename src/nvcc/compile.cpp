#include "nvcc/compile.h"
#include "nvcc/files.h"
#include "nvcc/host_source.h"
#include "nvcc/source_remap.h"
#include "nvcc/source_rewriter.h"
#include "toolkit/clang_settings.h"

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

Words withToolkitsLast(const Words& preprocessor) {
  Words result = preprocessor;
  for (std::size_t i = 0; i + 1 < result.size(); i += 2)
    if ((result[i] == "-I" || result[i] == "-isystem") &&
        toolkit::holdsToolkitHeaders(result[i + 1]))
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
              // Without a path clang looks for an installed toolkit. This directory is none.
              "--cuda-path=" + (toolchain_.lib / "heddle").string(), "-Xclang",
              toolkit::kSdkVersionOption, "-Xclang", "-fcuda-allow-variadic-functions",
              s.standard.empty() ? "-std=gnu++17" : "-std=" + s.standard};
  std::string architectureList;
  for (const CodeTarget& each : s.targets)
    architectureList +=
        fmt::format("{}{}0", architectureList.empty() ? "" : ",", each.architecture->number);
  append(words, toolkit::cudaMacros());
  append(words, {"-D__NVCC__", "-D__CUDA_ARCH_LIST__=" + architectureList});
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
    words.push_back(rewriteSource(word).value_or(word)); // values of macros are source text
  append(words, {"-isystem", toolchain_.include, "-isystem", toolchain_.cccl, "-isystem",
                 toolchain_.deviceLib, "-include", "cuda_runtime.h"});
  append(words, s.warnings);
  // The command line may have options that only another compiler or the other pass understands.
  append(
      words,
      {"-fno-crash-diagnostics", "-Qunused-arguments", "-Wno-unknown-warning-option",
       "-Wno-unknown-cuda-version", "-Wno-ignored-optimization-argument",
       // Programs write constexpr on functions that can never be it, such as those that call log.
       "-Wno-invalid-constexpr"});
  // nvcc with g++ accepts these, with a warning at most.
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
  append(words,
         {"--cuda-device-only", fmt::format("--cuda-gpu-arch=sm_{}", architecture.clang),
          std::string("--cuda-feature=") + toolkit::kPtxFeature, s.deviceOptimize ? "-O3" : "-O0",
          fmt::format("-ffp-contract={}", s.fusedMultiplyAdd ? "fast" : "off"),
          fmt::format("-D__CUDA_FTZ={:d}", s.flushToZero),
          fmt::format("-D__CUDA_PREC_DIV={:d}", s.preciseDivision),
          fmt::format("-D__CUDA_PREC_SQRT={:d}", s.preciseSquareRoot),
          // Programs rely on what nvcc does although C++ leaves it undefined: loops wait for
          // ever, memory is read as another type than it was written with, functions end
          // without a return, and lanes pass a variable that was never set to a shuffle.
          "-fno-finite-loops", "-fno-strict-aliasing", "-fno-strict-return", "-Xclang",
          "-no-enable-noundef-analysis",
          // nvcc does not look up names in templates that are never instantiated.
          "-fdelayed-template-parsing"});
  // The signedness of char must be the host's, since both share structures and constants.
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
  if (warnings != Warnings::All)
    // -Wno-everything is about clang's own warnings, -w about all.
    words.push_back(warnings == Warnings::DialectOnly ? "-Wno-everything" : "-w");
  for (std::size_t i = 0; i < s.hostOptions.size(); ++i) {
    if (!concernsDevice(s.hostOptions[i]))
      continue;
    words.push_back(s.hostOptions[i]);
    if (takesNextWord(s.hostOptions[i]) && i + 1 < s.hostOptions.size())
      words.push_back(s.hostOptions[++i]);
  }
  return words;
}

// Programs are mostly tested with g++ behind nvcc, where a function that ends without a return
// comes back to its caller, and signed integers wrap around.
const Words kLikeGcc{"-fno-strict-return", "-fwrapv"};

Words Compiler::hostPass(const Input& input) {
  const Settings& s = settings_;
  Words words = cudaFrontEnd(input);
  append(words, {"--cuda-host-only",
                 fmt::format("--cuda-gpu-arch=sm_{}", s.targets.front().architecture->clang)});
  if (s.relocatable)
    append(words, {"-Xclang", "-cuid=" + compilationId(input)});
  append(words, kLikeGcc);
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
  // gcc only warns about these habits of old C.
  if (isC)
    append(words, {"-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int",
                   "-Wno-error=int-conversion", "-Wno-error=incompatible-function-pointer-types"});
  if (toolchain_.hostCompiler == toolchain_.clang)
    append(words, kLikeGcc);
  append(words, toolkit::versionMacros());
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
    // The object of a program that is compiled and linked at once is a temporary file. Its make
    // rule goes to the output directory, or else to the current one.
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
  // The id must differ between any two objects of one program, and be the same in both passes and
  // when the same command is run again.
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
  compileDevice(input, architecture, architecture, output, Warnings::All,
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
      warnings = Warnings::None; // the first architecture has printed them
      // The image is labelled as our device's, or it would refuse it. The .target inside stays,
      // since it decides which inline PTX is valid.
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

// Adds a cubin with native code if that is likely to pay. Only a cubin for our own device is ever
// run from native code. And of a large source most kernels are never launched, so that compiling
// those that are, at their first launch, takes less time than compiling all of them here. In the
// other cases the cubin holds the PTX alone.
void Compiler::addCubin(const Input& input, const fs::path& ptx, const Architecture& architecture,
                        std::vector<FatbinStep::Source>& sources) {
  // In bytes of PTX. Trades nvcc's time for the time of the first launch.
  constexpr std::uintmax_t kMaxPtxForNativeCode = 16384;
  std::error_code error;
  bool worthIt = settings_.native || (architecture.number == ourDevice().number &&
                                      fs::file_size(ptx, error) <= kMaxPtxForNativeCode && !error);
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
    command.push_back("--block-sizes=256"); // the size of most launches
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
    compileDevice(input, architecture, label, ptx, Warnings::All, dependencyOptions(output));
  }
  assemble(ptx, real, output);
}

void Compiler::toFatbin(const Input& input, const fs::path& output) {
  embed(input, Warnings::All, output, output);
}

Words Compiler::embeddingPass(const Input& input, const fs::path& dependencyTarget) {
  fs::path container = intermediate(input, ".fatbin");
  embed(input, Warnings::DialectOnly, container, {});
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
  // Leaves out what only clang's own assembler understands.
  append(command, {"-g0", "-fno-integrated-as", "-fno-addrsig", "-S", input.path, "-o", assembly});
  runner_.performMaking(CommandStep(command), assembly);
  runner_.performMaking(HostSourceStep(assembly, output), output);
}

void Compiler::preprocess(const Input& input, const fs::path& output) {
  // Like NVIDIA's nvcc, shows the source as the device pass reads it.
  Words command = input.kind == FileKind::Cuda
                      ? devicePass(input, *settings_.targets.front().architecture, Warnings::All)
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
