#include "nvcc/options.h"

#include <array>

namespace heddle::nvcc {

namespace {

using Id = OptionId;
using K = ValueKind;
using G = Group;

// clang-format off
constexpr auto kOptions = std::to_array<OptionRow>({
  // id, long name, short name, kind, value name, choices, attached, repeatable, group, help
  {Id::PhaseCubin, "cubin", "cubin", K::None, "", "", false, false, G::Phase, "Compile to a device binary: a cubin of Heddle, with native code for this processor."},
  {Id::PhaseFatbin, "fatbin", "fatbin", K::None, "", "", false, false, G::Phase, "Compile to a device-only fat binary."},
  {Id::PhasePtx, "ptx", "ptx", K::None, "", "", false, false, G::Phase, "Compile to PTX text."},
  {Id::PhasePreprocess, "preprocess", "E", K::None, "", "", false, false, G::Phase, "Preprocess only."},
  {Id::PhaseDependencies, "generate-dependencies", "M", K::None, "", "", false, false, G::Phase, "Print a make rule with the headers that the source needs."},
  {Id::PhaseUserDependencies, "generate-nonsystem-dependencies", "MM", K::None, "", "", false, false, G::Phase, "The same without system headers."},
  {Id::DependenciesToo, "generate-dependencies-with-compile", "MD", K::None, "", "", false, false, G::Phase, "Write the make rule to a file while compiling."},
  {Id::UserDependenciesToo, "generate-nonsystem-dependencies-with-compile", "MMD", K::None, "", "", false, false, G::Phase, "The same without system headers."},
  {Id::DependencyFile, "dependency-output", "MF", K::Single, "<file>", "", false, false, G::Phase, "The file for the make rule."},
  {Id::DependencyPhony, "generate-dependency-targets", "MP", K::None, "", "", false, false, G::Phase, "Add an empty target for each header."},
  {Id::PhaseCompile, "compile", "c", K::None, "", "", false, false, G::Phase, "Compile each input to an object file."},
  {Id::PhaseDeviceCompile, "device-c", "dc", K::None, "", "", false, false, G::Phase, "Compile each input to an object file with relocatable device code."},
  {Id::PhaseCompile, "device-w", "dw", K::None, "", "", false, false, G::Phase, "Compile each input to an object file with executable device code."},
  {Id::PhaseDeviceLink, "device-link", "dlink", K::None, "", "", false, false, G::Phase, "Link relocatable device code into an object file for the host linker."},
  {Id::PhaseLink, "link", "link", K::None, "", "", false, false, G::Phase, "Compile and link all inputs. This is the default."},
  {Id::PhaseLib, "lib", "lib", K::None, "", "", false, false, G::Phase, "Compile all inputs into a static library."},
  {Id::PhaseRun, "run", "run", K::None, "", "", false, false, G::Phase, "Compile, link and run."},
  {Id::PhaseHostSource, "cuda", "cuda", K::None, "", "", false, false, G::Phase, "Compile to C++ source for the host compiler, which holds the code as assembly."},
  {Id::Unsupported, "optix-ir", "optix-ir", K::None, "", "", false, false, G::Phase, "OptiX IR: not offered."},
  {Id::PhaseLtoIr, "ltoir", "ltoir", K::None, "", "", false, false, G::Phase, "Compile to LTO-IR: LLVM bitcode for nvJitLink, and PTX."},

  {Id::OutputFile, "output-file", "o", K::Single, "<file>", "", false, false, G::File, "Name of the output file."},
  {Id::PreInclude, "pre-include", "include", K::List, "<file>,...", "", false, true, G::File, "Headers to include before the source."},
  {Id::Accepted, "objdir-as-tempdir", "objtemp", K::None, "", "", false, false, G::File, "Accepted: intermediate files have a private directory."},
  {Id::Library, "library", "l", K::List, "<library>,...", "", true, true, G::File, "Libraries to link."},
  {Id::Define, "define-macro", "D", K::List, "<def>,...", "", true, true, G::File, "Macros to define."},
  {Id::Undefine, "undefine-macro", "U", K::List, "<def>,...", "", true, true, G::File, "Macros to undefine."},
  {Id::IncludePath, "include-path", "I", K::List, "<path>,...", "", true, true, G::File, "Directories to search for headers."},
  {Id::SystemInclude, "system-include", "isystem", K::List, "<path>,...", "", false, true, G::File, "Directories to search for system headers."},
  {Id::LibraryPath, "library-path", "L", K::List, "<path>,...", "", true, true, G::File, "Directories to search for libraries."},
  {Id::OutputDirectory, "output-directory", "odir", K::Single, "<directory>", "", false, false, G::File, "Directory of the output files."},
  {Id::DependencyTarget, "dependency-target-name", "MT", K::Single, "<target>", "", false, true, G::File, "Target of the make rule."},
  {Id::CompilerBindir, "compiler-bindir", "ccbin", K::Single, "<path>", "", false, false, G::File, "Compiler (or its directory) for plain C and C++ sources and for linking; CUDA sources are always compiled by clang."},
  {Id::Accepted, "allow-unsupported-compiler", "allow-unsupported-compiler", K::None, "", "", false, false, G::File, "Accepted: any host compiler may be named."},
  {Id::ArchiverBinary, "archiver-binary", "arbin", K::Single, "<path>", "", false, false, G::File, "The program that makes static libraries."},
  {Id::Cudart, "cudart", "cudart", K::Choice, "{none|shared|static}", "none|shared|static", false, false, G::File, "The CUDA runtime library to link. Default: static."},
  {Id::Accepted, "cudadevrt", "cudadevrt", K::Choice, "{none|static}", "none|static", false, false, G::File, "Accepted: the device runtime is part of the driver."},
  {Id::Accepted, "libdevice-directory", "ldir", K::Single, "<directory>", "", false, false, G::File, "Accepted: the device library is part of the headers."},
  {Id::Accepted, "target-directory", "target-dir", K::Single, "<string>", "", false, false, G::File, "Accepted: there is one target, this machine."},

  {Id::Profile, "profile", "pg", K::None, "", "", false, false, G::Behavior, "Instrument host code for gprof."},
  {Id::Debug, "debug", "g", K::None, "", "", false, false, G::Behavior, "Debug information for host code."},
  {Id::DeviceDebug, "device-debug", "G", K::None, "", "", false, false, G::Behavior, "Debug information for device code; turns its optimisation off."},
  {Id::LineInfo, "generate-line-info", "lineinfo", K::None, "", "", false, false, G::Behavior, "Line numbers for device code."},
  {Id::Accepted, "optimization-info", "opt-info", K::List, "<kind>,...", "", false, true, G::Behavior, "Accepted: no such reports are made."},
  {Id::Optimize, "optimize", "O", K::Single, "<level>", "", true, false, G::Behavior, "Optimisation level of host code. Device code is optimised fully unless -G is given."},
  {Id::Accepted, "Ofast-compile", "Ofc", K::Choice, "{0|max|mid|min}", "0|max|mid|min", false, false, G::Behavior, "Accepted: device code is optimised when it is loaded."},
  {Id::DeviceOptimize, "dopt", "dopt", K::Choice, "{on}", "on", false, false, G::Behavior, "Optimise device code even with -G."},
  {Id::LinkTimeOptimization, "dlink-time-opt", "dlto", K::None, "", "", false, false, G::Behavior, "Put LTO-IR beside the PTX, or, at the link, optimise the LTO-IR of all objects as one module."},
  {Id::LinkTimeOptimization, "lto", "lto", K::None, "", "", false, false, G::Behavior, "Like --dlink-time-opt."},
  {Id::LinkTimeOptimization, "gen-opt-lto", "gen-opt-lto", K::None, "", "", false, false, G::Behavior, "Like --dlink-time-opt."},
  {Id::TemplateBacktraceLimit, "ftemplate-backtrace-limit", "ftemplate-backtrace-limit", K::Single, "<limit>", "", false, false, G::Behavior, "How many template instantiations an error shows."},
  {Id::TemplateDepth, "ftemplate-depth", "ftemplate-depth", K::Single, "<limit>", "", false, false, G::Behavior, "Depth of template instantiation."},
  {Id::NoExceptions, "no-exceptions", "noeh", K::None, "", "", false, false, G::Behavior, "No exceptions in host code."},
  {Id::Shared, "shared", "shared", K::None, "", "", false, false, G::Behavior, "Link a shared library."},
  {Id::Language, "x", "x", K::Choice, "{c|c++|cu}", "c|c++|cu", false, false, G::Behavior, "Language of the inputs, whatever their names."},
  {Id::Standard, "std", "std", K::Choice, "{c++03|c++11|c++14|c++17|c++20|c++23}", "c++03|c++11|c++14|c++17|c++20|c++23", false, false, G::Behavior, "C++ standard. Default: c++17."},
  {Id::Accepted, "no-host-device-initializer-list", "nohdinitlist", K::None, "", "", false, false, G::Behavior, "Accepted: constexpr functions are always usable on the device."},
  {Id::Accepted, "no-host-device-move-forward", "nohdmoveforward", K::None, "", "", false, false, G::Behavior, "Accepted: constexpr functions are always usable on the device."},
  {Id::RelaxedConstexpr, "expt-relaxed-constexpr", "expt-relaxed-constexpr", K::None, "", "", false, false, G::Behavior, "constexpr functions may be called across host and device (always so here)."},
  {Id::ExtendedLambda, "extended-lambda", "extended-lambda", K::None, "", "", false, false, G::Behavior, "Lambdas may carry __device__ (always so here)."},
  {Id::ExtendedLambda, "expt-extended-lambda", "expt-extended-lambda", K::None, "", "", false, false, G::Behavior, "Old name of --extended-lambda."},
  {Id::Machine, "machine", "m", K::Choice, "{64}", "64", false, false, G::Behavior, "Width of the machine."},
  {Id::Machine, "m64", "m64", K::None, "", "", false, false, G::Behavior, "The same as --machine 64."},

  {Id::HostCompilerOptions, "compiler-options", "Xcompiler", K::List, "<options>,...", "", false, true, G::Phases, "Options for the host compiler."},
  {Id::LinkerOptions, "linker-options", "Xlinker", K::List, "<options>,...", "", false, true, G::Phases, "Options for the host linker."},
  {Id::ArchiverOptions, "archive-options", "Xarchive", K::List, "<options>,...", "", false, true, G::Phases, "Options for the archiver."},
  {Id::PtxasOptions, "ptxas-options", "Xptxas", K::List, "<options>,...", "", false, true, G::Phases, "Options for the PTX compiler; they travel with the PTX."},
  {Id::HeddleOptions, "heddle-options", "Xheddle", K::List, "<options>,...", "", false, true, G::Phases, "Options of Heddle alone. aot=<seconds>: native code for as many kernels of each source as one processor compiles in about that time, for the blocks that the source shows; aot=all: for all; aot=none: for none."},
  {Id::FatbinOptions, "fatbin-options", "Xfatbin", K::List, "<options>,...", "", false, true, G::Phases, "Options for the fat binary: -compress-all, -no-compress."},
  {Id::Accepted, "nvlink-options", "Xnvlink", K::List, "<options>,...", "", false, true, G::Phases, "Accepted: device code is linked when it is loaded."},
  {Id::Accepted, "cudafe-options", "Xcudafe", K::List, "<options>,...", "", false, true, G::Phases, "Accepted: the front end is clang."},

  {Id::ForwardUnknownToCompiler, "forward-unknown-to-host-compiler", "forward-unknown-to-host-compiler", K::None, "", "", false, false, G::Driver, "Unknown options go to the host compiler."},
  {Id::ForwardUnknownToLinker, "forward-unknown-to-host-linker", "forward-unknown-to-host-linker", K::None, "", "", false, false, G::Driver, "Unknown options go to the host linker."},
  {Id::ForwardUnknown, "forward-unknown-opts", "forward-unknown-opts", K::None, "", "", false, false, G::Driver, "Unknown options go to the host compiler and linker."},
  {Id::Accepted, "static-global-template-stub", "static-global-template-stub", K::Boolean, "{true|false}", "", false, false, G::Driver, "Accepted: stubs have the linkage of their kernel."},
  {Id::Accepted, "device-entity-has-hidden-visibility", "device-entity-has-hidden-visibility", K::Boolean, "{true|false}", "", false, false, G::Driver, "Accepted: visibility follows the host compiler's rules."},
  {Id::Accepted, "dont-use-profile", "noprof", K::None, "", "", false, false, G::Driver, "Accepted: there is no profile file."},
  {Id::DryRun, "dryrun", "dryrun", K::None, "", "", false, false, G::Driver, "Print the commands and run none."},
  {Id::Verbose, "verbose", "v", K::None, "", "", false, false, G::Driver, "Print the commands while they run."},
  {Id::Threads, "threads", "t", K::Single, "<number>", "", true, false, G::Driver, "How many sources and architectures are compiled side by side; 0: one for each processor. Default: 1."},
  {Id::Accepted, "split-compile", "split-compile", K::Single, "<number>", "", false, false, G::Driver, "Accepted: one process compiles a source for an architecture; see --threads."},
  {Id::Accepted, "split-compile-extended", "split-compile-extended", K::Single, "<number>", "", false, false, G::Driver, "Accepted, like --split-compile."},
  {Id::Accepted, "jobserver", "jobserver", K::None, "", "", false, false, G::Driver, "Accepted: --threads alone says what runs side by side."},
  {Id::Accepted, "fdevice-time-trace", "fdevice-time-trace", K::Single, "<file>", "", false, false, G::Driver, "Accepted: no trace is written."},
  {Id::Accepted, "time", "time", K::Single, "<file>", "", false, false, G::Driver, "Accepted: no table of times is written."},
  {Id::Keep, "keep", "keep", K::None, "", "", false, false, G::Driver, "Keep intermediate files."},
  {Id::Keep, "save-temps", "save-temps", K::None, "", "", false, false, G::Driver, "The same as --keep."},
  {Id::KeepDirectory, "keep-dir", "keep-dir", K::Single, "<directory>", "", false, false, G::Driver, "Where to keep them."},
  {Id::Clean, "clean-targets", "clean", K::None, "", "", false, false, G::Driver, "Delete the files that the same command without this option would make."},
  {Id::RunArguments, "run-args", "run-args", K::List, "<arguments>,...", "", false, true, G::Driver, "Arguments of the program that --run runs."},
  {Id::Accepted, "use-local-env", "use-local-env", K::None, "", "", false, false, G::Driver, "Accepted (Windows only)."},
  {Id::Accepted, "force-cl-env-setup", "force-cl-env-setup", K::None, "", "", false, false, G::Driver, "Accepted (Windows only)."},
  {Id::Accepted, "input-drive-prefix", "idp", K::Single, "<prefix>", "", false, false, G::Driver, "Accepted (Windows only)."},
  {Id::Accepted, "dependency-drive-prefix", "ddp", K::Single, "<prefix>", "", false, false, G::Driver, "Accepted (Windows only)."},
  {Id::Accepted, "drive-prefix", "dp", K::Single, "<prefix>", "", false, false, G::Driver, "Accepted (Windows only)."},
  {Id::Accepted, "no-align-double", "no-align-double", K::None, "", "", false, false, G::Driver, "Accepted (32-bit only)."},
  {Id::NoDeviceLink, "no-device-link", "nodlink", K::None, "", "", false, false, G::Driver, "Leave the device link step out."},

  {Id::Architecture, "gpu-architecture", "arch", K::Single, "<arch>", "", false, false, G::Gpu, "The architecture to compile for: compute_XY, sm_XY, native, all or all-major. Default: sm_75."},
  {Id::Code, "gpu-code", "code", K::List, "<code>,...", "", false, true, G::Gpu, "The images to embed."},
  {Id::GenerateCode, "generate-code", "gencode", K::Single, "<specification>", "", false, true, G::Gpu, "arch=compute_XY,code=[sm_XY,compute_XY]: one architecture and its images. May be repeated."},
  {Id::RelocatableDeviceCode, "relocatable-device-code", "rdc", K::Boolean, "{true|false}", "", false, false, G::Gpu, "Relocatable device code, to be linked across files. Default: false."},
  {Id::Accepted, "entries", "e", K::List, "<entry>,...", "", false, true, G::Gpu, "Accepted: all kernels are compiled."},
  {Id::MaxRegisters, "maxrregcount", "maxrregcount", K::Single, "<amount>", "", false, false, G::Gpu, "Register limit; it travels with the PTX."},
  {Id::FastMath, "use_fast_math", "use_fast_math", K::None, "", "", false, false, G::Gpu, "Fast math functions; implies --ftz=true --prec-div=false --prec-sqrt=false --fmad=true."},
  {Id::FastMath, "use-fast-math", "use-fast-math", K::None, "", "", false, false, G::Gpu, "The same as --use_fast_math, as older guides spell it."},
  {Id::FlushToZero, "ftz", "ftz", K::Boolean, "{true|false}", "", false, false, G::Gpu, "Flush single-precision denormals to zero. Default: false."},
  {Id::PreciseDivision, "prec-div", "prec-div", K::Boolean, "{true|false}", "", false, false, G::Gpu, "Correctly rounded single-precision division. Default: true."},
  {Id::PreciseSquareRoot, "prec-sqrt", "prec-sqrt", K::Boolean, "{true|false}", "", false, false, G::Gpu, "Correctly rounded single-precision square root. Default: true."},
  {Id::FusedMultiplyAdd, "fmad", "fmad", K::Boolean, "{true|false}", "", false, false, G::Gpu, "Contract multiplication and addition. Default: true."},
  {Id::Accepted, "extra-device-vectorization", "extra-device-vectorization", K::None, "", "", false, false, G::Gpu, "Accepted: device code is always vectorised."},
  {Id::DefaultStream, "default-stream", "default-stream", K::Choice, "{legacy|null|per-thread}", "legacy|null|per-thread", false, false, G::Gpu, "The stream of launches that name none. Default: legacy."},
  {Id::CompressMode, "compress-mode", "compress-mode", K::Choice, "{default|size|speed|balance|none}", "default|size|speed|balance|none", false, false, G::Gpu, "Compression of the fat binary."},
  {Id::NoCompress, "no-compress", "no-compress", K::None, "", "", false, false, G::Gpu, "The same as --compress-mode=none."},

  {Id::NoWarnings, "disable-warnings", "w", K::None, "", "", false, false, G::Warning, "No warnings."},
  {Id::WarningsAsErrors, "Werror", "Werror", K::List, "<kind>,...", "all-warnings|cross-execution-space-call|deprecated-declarations|default-stream-launch|ext-lambda-captures-this|missing-launch-bounds|reorder", false, true, G::Warning, "Warnings that are errors: all-warnings, reorder, deprecated-declarations; the other kinds are accepted."},
  {Id::WarnReorder, "Wreorder", "Wreorder", K::None, "", "", false, false, G::Warning, "Warn about members initialised out of order."},
  {Id::Accepted, "Wdefault-stream-launch", "Wdefault-stream-launch", K::None, "", "", false, false, G::Warning, "Accepted: there is no such warning."},
  {Id::Accepted, "Wmissing-launch-bounds", "Wmissing-launch-bounds", K::None, "", "", false, false, G::Warning, "Accepted: there is no such warning."},
  {Id::Accepted, "Wext-lambda-captures-this", "Wext-lambda-captures-this", K::None, "", "", false, false, G::Warning, "Accepted: there is no such warning."},
  {Id::Accepted, "Wno-deprecated-gpu-targets", "Wno-deprecated-gpu-targets", K::None, "", "", false, false, G::Warning, "Accepted: no architecture is deprecated."},
  {Id::HostWarning, "Wno-", "Wno-", K::None, "<warning>", "", true, true, G::Warning, "Switch a warning of the compiler off."},
  {Id::Accepted, "display-error-number", "err-no", K::None, "", "", false, false, G::Warning, "Accepted: diagnostics are clang's."},
  {Id::Accepted, "no-display-error-number", "no-err-no", K::None, "", "", false, false, G::Warning, "Accepted: diagnostics are clang's."},
  {Id::Accepted, "diag-error", "diag-error", K::List, "<number>,...", "", false, true, G::Warning, "Accepted: the numbers are another front end's."},
  {Id::Accepted, "diag-suppress", "diag-suppress", K::List, "<number>,...", "", false, true, G::Warning, "Accepted: the numbers are another front end's."},
  {Id::Accepted, "diag-warn", "diag-warn", K::List, "<number>,...", "", false, true, G::Warning, "Accepted: the numbers are another front end's."},
  {Id::Accepted, "brief-diagnostics", "brief-diag", K::Boolean, "{true|false}", "", false, false, G::Warning, "Accepted: diagnostics are clang's."},
  {Id::Accepted, "resource-usage", "res-usage", K::None, "", "", false, false, G::Warning, "Accepted: registers are assigned when the code is loaded."},

  {Id::Accepted, "keep-device-functions", "keep-device-functions", K::None, "", "", false, false, G::Other, "Accepted: unused device functions are dropped."},
  {Id::Accepted, "source-in-ptx", "src-in-ptx", K::None, "", "", false, false, G::Other, "Accepted: PTX carries line numbers only."},
  {Id::Accepted, "restrict", "restrict", K::None, "", "", false, false, G::Other, "Accepted: pointers are restricted only where they say so."},
  {Id::Accepted, "extensible-whole-program", "ewp", K::None, "", "", false, false, G::Other, "Accepted: device code is compiled when it is loaded."},
  {Id::Accepted, "relocatable-ptx", "reloc-ptx", K::None, "", "", false, false, G::Other, "Accepted: all PTX can be linked."},
  {Id::Accepted, "compile-as-tools-patch", "astoolspatch", K::None, "", "", false, false, G::Other, "Accepted."},
  {Id::Accepted, "device-stack-protector", "device-stack-protector", K::Boolean, "{true|false}", "", false, false, G::Other, "Accepted: the stack is always checked."},
  {Id::Accepted, "jump-table-density", "jtd", K::Single, "<number>", "", false, false, G::Other, "Accepted: the code generator decides."},
  {Id::Accepted, "frandom-seed", "frandom-seed", K::Single, "<seed>", "", false, false, G::Other, "Accepted: names do not depend on chance."},
  {Id::Accepted, "fdevice-syntax-only", "fdevice-syntax-only", K::None, "", "", false, false, G::Other, "Accepted."},
  {Id::Unsupported, "qpp-config", "qpp-config", K::Single, "<configuration>", "", false, false, G::Other, "The q++ host compiler: not offered."},
  {Id::Unsupported, "host-linker-script", "hls", K::Choice, "{use-lcs|gen-lcs}", "use-lcs|gen-lcs", false, false, G::Other, "Linker script: not offered."},
  {Id::Unsupported, "augment-host-linker-script", "aug-hls", K::None, "", "", false, false, G::Other, "Linker script: not offered."},
  {Id::Unsupported, "relocatable-link", "r", K::None, "", "", false, false, G::Other, "Partial device link: not offered."},
  {Id::Unsupported, "sanitize", "sanitize", K::Single, "<tool>", "", false, false, G::Other, "Instrumentation: not offered."},
  {Id::ListCodes, "list-gpu-code", "code-ls", K::None, "", "", false, false, G::Other, "List the sm_ names and stop."},
  {Id::ListArchitectures, "list-gpu-arch", "arch-ls", K::None, "", "", false, false, G::Other, "List the compute_ names and stop."},
  {Id::OptionsFile, "options-file", "optf", K::List, "<file>,...", "", false, true, G::Other, "Read options from files; also @file."},
  {Id::Help, "help", "h", K::None, "", "", false, false, G::Other, "This text."},
  {Id::Version, "version", "V", K::None, "", "", false, false, G::Other, "The version."},
});
// clang-format on

} // namespace

std::span<const OptionRow> optionTable() {
  return kOptions;
}

std::string_view groupTitle(Group group) {
  switch (group) {
  case Group::Phase:
    return "Compilation phase";
  case Group::File:
    return "Files and paths";
  case Group::Behavior:
    return "Compiling and linking";
  case Group::Phases:
    return "Options for the tools behind the driver";
  case Group::Driver:
    return "The driver";
  case Group::Gpu:
    return "Device code";
  case Group::Warning:
    return "Warnings";
  case Group::Other:
    return "Other options";
  }
  return {};
}

bool isChoice(const OptionRow& row, std::string_view value) {
  std::string_view rest = row.choices;
  while (!rest.empty()) {
    std::size_t end = rest.find('|');
    if (rest.substr(0, end) == value)
      return true;
    rest = end == rest.npos ? std::string_view{} : rest.substr(end + 1);
  }
  return false;
}

} // namespace heddle::nvcc
