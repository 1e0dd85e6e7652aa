// The command lines of clang for the passes over a source.
#include "nvcc/compile.h"
#include "nvcc/source_remap.h"
#include "nvcc/source_rewriter.h"
#include "toolkit/clang_settings.h"

#include <algorithm>
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
          // Loops whose trip count only a run knows are not unrolled: a copy for the rest would
          // come with them, which splits lanes that leave at different times once more, and
          // threads of a gang have chains enough that do not depend on each other.
          "-mllvm", "-unroll-runtime=false",
          // nvcc does not look up names in templates that are never instantiated.
          "-fdelayed-template-parsing"});
  words.insert(words.end(), std::begin(toolkit::kDeviceHeapOptions),
               std::end(toolkit::kDeviceHeapOptions));
  // The signedness of char must be the host's, since both share structures and constants.
  if (std::is_unsigned_v<char>)
    words.push_back("-funsigned-char");
  if (architecture.name != architecture.clang) {
    append(words, {"-U__CUDA_ARCH__", fmt::format("-D__CUDA_ARCH__={}0", architecture.number)});
    if (architecture.variant == 'a')
      words.push_back(fmt::format("-D__CUDA_ARCH_FEAT_SM{}_ALL", architecture.number));
  }
  // clang 19 defines the macro above for the one such architecture that it knows, but not these.
  if (architecture.variant == 'a')
    words.push_back(fmt::format("-D__CUDA_ARCH_SPECIFIC__={}0", architecture.number));
  if (architecture.variant != 0)
    words.push_back(fmt::format("-D__CUDA_ARCH_FAMILY_SPECIFIC__={}0", architecture.number));
  constexpr unsigned kFirstWithDoubles = 13;
  if (architecture.number < kFirstWithDoubles)
    append(words, {"-mllvm", "-heddle-demote-doubles"});
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
  append(words, hostCodeOptions());
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
  append(words, hostCodeOptions());
  if (toolchain_.hostCompiler == toolchain_.clang.string())
    append(words, openmpRuntime());
  return words;
}

Words Compiler::hostCodeOptions() const {
  const Settings& s = settings_;
  Words words;
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

} // namespace heddle::nvcc
