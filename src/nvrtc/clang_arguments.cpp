#include "nvrtc/clang_arguments.h"

#include "nvcc/frontend/default_space.h"
#include "toolkit/clang_settings.h"

#include <fmt/format.h>
#include <type_traits>

namespace heddle::nvrtc {

namespace fs = std::filesystem;

namespace {

void append(std::vector<std::string>& to, std::initializer_list<std::string> words) {
  to.insert(to.end(), words);
}

std::string stringLiteral(std::string_view text) {
  std::string result = "\"";
  for (char each : text) {
    if (each == '"' || each == '\\')
      result += '\\';
    result += each;
  }
  return result + '"';
}

// Arguments that must be the same for the preamble and the source, or clang could not use the one
// for the other.
std::vector<std::string> languageArguments(const Request& request) {
  const Options& o = request.options;
  std::vector<std::string> words{"-triple", "nvptx64-nvidia-cuda", "-aux-triple",
#if defined(__aarch64__)
                                 "aarch64-unknown-linux-gnu",
#else
                                 "x86_64-unknown-linux-gnu",
#endif
                                 "-fcuda-is-device", toolkit::kSdkVersionOption,
                                 "-fcuda-allow-variadic-functions", "-std=" + o.standard,
                                 "-nostdsysteminc", "-nobuiltininc", "-Wno-unused-value",
                                 "-Wno-unknown-cuda-version",
                                 // libcu++ has the macros of nv/target, too.
                                 "-Wno-macro-redefined",
                                 // Headers that test for features of C++26 use them, although the
                                 // language version is an earlier one.
                                 "-Wno-c++26-extensions", "-Wno-invalid-constexpr"};
  words.insert(words.end(), std::begin(toolkit::kDeviceHeapOptions),
               std::end(toolkit::kDeviceHeapOptions));
  if (std::is_unsigned_v<char>)
    words.push_back("-fno-signed-char");
  if (o.fastMath)
    words.push_back("-D__CUDA_FAST_MATH__=1");
  if (o.moveForward && o.standard != "c++03")
    words.push_back("-D__NV_BUILTIN_MOVE_FORWARD=1");
  if (o.initializerList && o.standard != "c++03")
    words.push_back("-D__NV_BUILTIN_INITIALIZER_LIST=1");
  words.push_back("-D__CUDACC_RTC__=1");
  for (std::string& macro : toolkit::cudaMacros())
    words.push_back(std::move(macro));
  return words;
}

// The conditions of the preamble's NV_IF_TARGET: whether code for this architecture may use what
// each architecture has.
std::string targetConditions(const toolkit::Architecture& chosen) {
  std::string text;
  const auto define = [&](std::string_view condition, std::string_view name, bool holds) {
    text += fmt::format("#define NV_{0}_SM_{1} __NV_{0}_SM_{1}\n"
                        "#define __HEDDLE_NV_IS___NV_{0}_SM_{1} {2:d}\n",
                        condition, name, holds);
  };
  for (const toolkit::Architecture& each : toolkit::architectures())
    if (each.variant == 0) {
      define("PROVIDES", each.name, chosen.number >= each.number);
      define("IS_EXACTLY", each.name, chosen.number == each.number);
    } else if (each.variant == 'a')
      define("HAS_FEATURE", each.name, chosen.variant == 'a' && chosen.number == each.number);
  return text;
}

// Macros that may differ between sources with the same preamble.
std::string optionMacros(const Options& o) {
  const toolkit::Architecture& architecture = *o.architecture;
  std::string text = fmt::format("#undef __CUDA_ARCH__\n"
                                 "#define __CUDA_ARCH__ {0}0\n"
                                 "#define __CUDA_ARCH_LIST__ {0}0\n"
                                 "#define __CUDA_FTZ {1:d}\n"
                                 "#define __CUDA_PREC_DIV {2:d}\n"
                                 "#define __CUDA_PREC_SQRT {3:d}\n"
                                 "#define __USE_FAST_MATH__ {4:d}\n",
                                 architecture.number, o.flushToZero, o.preciseDivision,
                                 o.preciseSquareRoot, o.fastMath);
  if (architecture.variant == 'a')
    text += fmt::format("#define __CUDA_ARCH_FEAT_SM{0}_ALL 1\n"
                        "#define __CUDA_ARCH_SPECIFIC__ {0}0\n",
                        architecture.number);
  if (architecture.variant != 0)
    text += fmt::format("#define __CUDA_ARCH_FAMILY_SPECIFIC__ {}0\n", architecture.number);
  text += targetConditions(architecture);
  if (o.relocatable)
    text += "#define __CUDACC_RDC__ 1\n";
  if (o.debug)
    text += "#define __CUDACC_DEBUG__ 1\n";
  if (o.int128)
    text += "#define __CUDACC_RTC_INT128__ 1\n";
  return text;
}

} // namespace

std::vector<std::string> preambleArguments(const Request& request) {
  std::vector<std::string> words = languageArguments(request);
  // The preamble is the same for all architectures that NVRTC has.
  append(words, {"-target-cpu", "sm_90", "-target-feature", toolkit::kPtxFeature, "-O3"});
  append(words, {"-isysroot", request.installation.prefix});
  for (const fs::path& directory :
       {request.installation.include, request.installation.deviceLibrary,
        request.installation.standIns})
    append(words, {"-isystem", directory});
  return words;
}

std::vector<std::string> sourceArguments(const Request& request) {
  const Options& o = request.options;
  std::vector<std::string> words = languageArguments(request);
  append(words,
         {"-target-cpu", fmt::format("sm_{}", o.architecture->clang), "-target-feature",
          toolkit::kPtxFeature, o.debug ? "-O0" : "-O3", "-vectorize-loops", "-vectorize-slp",
          "-mframe-pointer=all", "-disable-llvm-verifier", "-discard-value-names",
          "-clear-ast-before-backend", "-fno-autolink", "-disable-pragma-debug-crash",
          // Programs rely on what nvcc does although C++ leaves it undefined; see
          // nvcc/clang_passes.cpp.
          "-fno-finite-loops", "-relaxed-aliasing", "-fno-strict-return",
          "-no-enable-noundef-analysis", "-fno-rounding-math",
          o.fusedMultiplyAdd ? "-ffp-contract=fast" : "-ffp-contract=off"});
  if (o.relocatable)
    words.push_back("-fgpu-rdc");
  if (o.flushToZero)
    words.push_back("-fdenormal-fp-math-f32=preserve-sign,preserve-sign");
  if (o.fastMath)
    words.push_back("-fgpu-approx-transcendentals");
  append(words, {"-include-pch", kPreamblePath, "-fno-validate-pch", "-isysroot",
                 request.installation.prefix, std::string("-I") + kMemoryHeaderDirectory,
                 std::string("-fmacro-prefix-map=") + kMemoryHeaderDirectory + "="});
  if (!o.noSourceInclude)
    append(words, {"-iquote", sourceDirectory(request)});
  for (const std::string& directory : includeDirectories(request))
    append(words, {"-I", directory});
  append(words, {"-isystem", request.installation.include, "-isystem",
                 request.installation.deviceLibrary});
  for (const std::string& directory : o.includePaths)
    if (toolkit::holdsToolkitHeaders(directory))
      append(words, {"-idirafter", directory});
  append(words, {"-idirafter", request.installation.standIns});
  if (o.lineInfo || o.debug)
    append(words, {"-debug-info-kind=line-directives-only", "-dwarf-version=2",
                   "-debugger-tuning=gdb", "-fno-dwarf-directory-asm"});
  if (o.noWarnings)
    words.push_back("-w");
  return words;
}

std::string sourceDirectory(const Request& request) {
  std::string directory = fs::path(request.name).parent_path();
  return directory.empty() ? "." : directory;
}

std::vector<std::string> includeDirectories(const Request& request) {
  std::vector<std::string> directories;
  for (const std::string& directory : request.options.includePaths)
    if (!directory.empty() && !toolkit::holdsToolkitHeaders(directory))
      directories.push_back(directory);
  return directories;
}

std::string decoratedSource(const Request& request) {
  const Options& o = request.options;
  std::string text = optionMacros(o);
  for (const std::string& macro : o.macros) {
    std::string_view definition = std::string_view(macro).substr(2);
    if (macro.starts_with("-U")) {
      text += fmt::format("#undef {}\n", definition);
      continue;
    }
    std::size_t equals = definition.find('=');
    std::string_view name = definition.substr(0, equals);
    text += fmt::format("#undef {}\n#define {} {}\n", name.substr(0, name.find('(')), name,
                        equals == definition.npos ? "1" : definition.substr(equals + 1));
    // The preamble has included <assert.h> without NDEBUG.
    if (name == "NDEBUG")
      text += "#undef assert\n#define assert(condition) ((void)0)\n";
  }
  for (const std::string& header : o.preIncludes)
    text += fmt::format("#include {}\n", stringLiteral(header));
  if (o.defaultDevice)
    text += fmt::format("#line 1 \"{}\"\n"
                        "#pragma clang force_cuda_host_device begin\n"
                        "#pragma clang attribute push(__attribute__((device)), apply_to = "
                        "variable(is_global))\n",
                        frontend::kDefaultSpaceFile);
  text += fmt::format("#line 1 {}\n", stringLiteral(request.name));
  text += request.source;
  text += '\n';
  if (o.defaultDevice)
    text += "#pragma clang attribute pop\n#pragma clang force_cuda_host_device end\n";
  if (!request.expressions.empty()) {
    text += fmt::format("__attribute__((host)) inline void {}() {{\n#line 2 \"__nv_name_map\"\n",
                        kExpressionFunction);
    for (std::string expression : request.expressions) {
      for (char& each : expression)
        if (each == '\n' || each == '\r')
          each = ' ';
      text += fmt::format("(void)({});\n", expression);
    }
    text += "}\n";
  }
  return text;
}

} // namespace heddle::nvrtc
