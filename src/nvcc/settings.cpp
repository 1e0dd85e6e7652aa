#include "nvcc/settings.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <thread>

namespace heddle::nvcc {

namespace {

struct Suffix {
  std::string_view name;
  FileKind kind;
};
constexpr auto kSuffixes = std::to_array<Suffix>({
    {".cu", FileKind::Cuda},
    {".cpp", FileKind::Cxx},
    {".cc", FileKind::Cxx},
    {".cxx", FileKind::Cxx},
    {".C", FileKind::Cxx},
    {".c++", FileKind::Cxx},
    {".c", FileKind::C},
    {".ptx", FileKind::Ptx},
    {".cubin", FileKind::Cubin},
    {".fatbin", FileKind::Fatbin},
    {".o", FileKind::Object},
    {".obj", FileKind::Object},
    {".a", FileKind::Archive},
    {".lib", FileKind::Archive},
    {".so", FileKind::SharedObject},
});

std::optional<FileKind> kindOf(const std::string& path) {
  std::string name = std::filesystem::path(path).filename();
  std::string suffix = std::filesystem::path(path).extension();
  for (const Suffix& each : kSuffixes)
    if (suffix == each.name)
      return each.kind;
  if (name.find(".so.") != name.npos)
    return FileKind::SharedObject;
  return std::nullopt;
}

bool isSource(FileKind kind) {
  return kind == FileKind::Cuda || kind == FileKind::Cxx || kind == FileKind::C;
}

// Removes the backslash before quotes, which some build systems add for the shell.
std::string unescapedQuotes(std::string text) {
  for (std::size_t at = 0; (at = text.find("\\\"", at)) != text.npos; ++at)
    text.erase(at, 1);
  return text;
}

class Interpreter {
public:
  Settings interpret(std::span<const Argument> arguments) {
    for (const Argument& argument : arguments)
      if (argument.form == Argument::Form::Option)
        noteForwarding(argument.option->id);
    for (const Argument& argument : arguments) {
      switch (argument.form) {
      case Argument::Form::Input:
        addInput(argument.text);
        break;
      case Argument::Form::Option:
        apply(argument);
        break;
      case Argument::Form::Unknown:
        forward(argument.text);
        break;
      }
    }
    finish();
    return std::move(s_);
  }

private:
  void noteForwarding(OptionId id) {
    if (id == OptionId::ForwardUnknownToCompiler || id == OptionId::ForwardUnknown)
      toCompiler_ = true;
    if (id == OptionId::ForwardUnknownToLinker || id == OptionId::ForwardUnknown)
      toLinker_ = true;
  }

  void forward(const std::string& text) {
    if (!toCompiler_ && !toLinker_)
      throw FatalError(fmt::format("Unknown option '{}'", text));
    if (toCompiler_)
      s_.hostOptions.push_back(text);
    if (toLinker_ && !toCompiler_)
      s_.linkItems.push_back({std::nullopt, {text}});
  }

  void addInput(const std::string& path) {
    auto kind = kindOf(path);
    if (!kind) {
      // A later -x may say what it is, so this is no error yet.
      s_.unknownInputs.push_back(path);
      kind = FileKind::Object;
    }
    s_.linkItems.push_back({s_.inputs.size(), {}});
    s_.inputs.push_back({path, *kind});
  }

  // Whether a value of -arch, -code or -gencode asks for LTO-IR, as code=lto_90 does.
  static bool namesLtoIr(std::string_view names) { return names.find("lto_") != names.npos; }

  static bool endsBeforeCompile(Phase phase) {
    return phase == Phase::Ptx || phase == Phase::LtoIr || phase == Phase::HostSource ||
           phase == Phase::Cubin || phase == Phase::Fatbin || phase == Phase::Preprocess ||
           phase == Phase::Dependencies;
  }

  // -c, -dc and -dw give way to an option that ends earlier: nvcc -dc -fatbin makes a fat binary of
  // relocatable code.
  void setPhase(Phase phase) {
    if (phaseSet_ && phase == Phase::Compile && endsBeforeCompile(s_.phase))
      return;
    const bool givesWay = s_.phase == Phase::Compile && endsBeforeCompile(phase);
    if (phaseSet_ && s_.phase != phase && !givesWay)
      throw FatalError("Only one of the options that choose a compilation phase may be given");
    phaseSet_ = true;
    s_.phase = phase;
  }

  void addAll(std::vector<std::string>& to, std::string_view flag, const Argument& argument) {
    for (const std::string& value : argument.values) {
      to.emplace_back(flag);
      to.push_back(value);
    }
  }

  void apply(const Argument& argument) {
    static const std::string none;
    const std::string& value = argument.values.empty() ? none : argument.values.front();
    bool isTrue = value == "true";
    switch (argument.option->id) {
    case OptionId::PhaseCubin:
      return setPhase(Phase::Cubin);
    case OptionId::PhaseFatbin:
      return setPhase(Phase::Fatbin);
    case OptionId::PhasePtx:
      return setPhase(Phase::Ptx);
    case OptionId::PhaseLtoIr:
      return setPhase(Phase::LtoIr);
    case OptionId::PhaseHostSource:
      return setPhase(Phase::HostSource);
    case OptionId::PhasePreprocess:
      // -M wins over -E, in whichever order they are given.
      if (s_.phase != Phase::Dependencies)
        setPhase(Phase::Preprocess);
      return;
    case OptionId::PhaseDependencies:
    case OptionId::PhaseUserDependencies:
      if (s_.phase == Phase::Preprocess)
        phaseSet_ = false;
      s_.userDependenciesOnly = argument.option->id == OptionId::PhaseUserDependencies;
      return setPhase(Phase::Dependencies);
    case OptionId::PhaseCompile:
      return setPhase(Phase::Compile);
    case OptionId::PhaseDeviceCompile:
      s_.relocatable = true;
      return setPhase(Phase::Compile);
    case OptionId::PhaseDeviceLink:
      return setPhase(Phase::DeviceLink);
    case OptionId::PhaseLink:
      return setPhase(Phase::Link);
    case OptionId::PhaseLib:
      return setPhase(Phase::Lib);
    case OptionId::PhaseRun:
      s_.run = true;
      return setPhase(Phase::Link);
    case OptionId::OutputFile:
      s_.output = value;
      return;
    case OptionId::OutputDirectory:
      s_.outputDirectory = value;
      return;
    case OptionId::PreInclude:
      return addAll(s_.preprocessor, "-include", argument);
    case OptionId::Library:
      for (const std::string& library : argument.values)
        s_.linkItems.push_back({std::nullopt, {"-l" + library}});
      return;
    case OptionId::LibraryPath:
      for (const std::string& path : argument.values) {
        s_.libraryPaths.push_back(path);
        s_.linkItems.push_back({std::nullopt, {"-L" + path}});
      }
      return;
    case OptionId::Define:
      for (const std::string& macro : argument.values) {
        s_.preprocessor.push_back("-D");
        s_.preprocessor.push_back(unescapedQuotes(macro));
        // clang has to know too, since it chooses the function that launches kernels.
        if (macro.substr(0, macro.find('=')) == "CUDA_API_PER_THREAD_DEFAULT_STREAM")
          s_.perThreadStream = true;
      }
      return;
    case OptionId::Undefine:
      return addAll(s_.preprocessor, "-U", argument);
    case OptionId::IncludePath:
      s_.includePaths.insert(s_.includePaths.end(), argument.values.begin(), argument.values.end());
      return addAll(s_.preprocessor, "-I", argument);
    case OptionId::SystemInclude:
      return addAll(s_.preprocessor, "-isystem", argument);
    case OptionId::CompilerBindir:
      s_.hostBindir = value;
      return;
    case OptionId::ArchiverBinary:
      s_.archiver = value;
      return;
    case OptionId::Cudart:
      s_.cudart = value == "none"     ? Cudart::None
                  : value == "shared" ? Cudart::Shared
                                      : Cudart::Static;
      return;
    case OptionId::DependenciesToo:
      s_.dependencies = true;
      return;
    case OptionId::UserDependenciesToo:
      s_.dependencies = s_.userDependenciesOnly = true;
      return;
    case OptionId::DependencyFile:
      s_.dependencyFile = value;
      return;
    case OptionId::DependencyTarget:
      return addAll(s_.dependencyOptions, "-MT", argument);
    case OptionId::DependencyPhony:
      s_.dependencyOptions.push_back("-MP");
      return;
    case OptionId::Optimize:
      return setOptimization(value);
    case OptionId::Debug:
      s_.debug = true;
      return;
    case OptionId::DeviceDebug:
      s_.deviceDebug = true;
      return;
    case OptionId::DeviceOptimize:
      deviceOptimizeForced_ = true;
      return;
    case OptionId::LineInfo:
      s_.lineInfo = true;
      return;
    case OptionId::Profile:
      s_.hostLanguage.push_back("-pg");
      return;
    case OptionId::NoExceptions:
      s_.hostLanguage.push_back("-fno-exceptions");
      return;
    case OptionId::Shared:
      s_.shared = true;
      return;
    case OptionId::Language:
      language_ = value;
      return;
    case OptionId::Standard:
      s_.standard = value;
      return;
    case OptionId::RelaxedConstexpr:
      s_.relaxedConstexpr = true;
      return;
    case OptionId::ExtendedLambda:
      s_.extendedLambda = true;
      return;
    case OptionId::TemplateDepth:
      s_.hostLanguage.push_back("-ftemplate-depth=" + value);
      return;
    case OptionId::TemplateBacktraceLimit:
      s_.hostLanguage.push_back("-ftemplate-backtrace-limit=" + value);
      return;
    case OptionId::Architecture:
      architecture_ = value;
      return;
    case OptionId::Code:
      codes_.insert(codes_.end(), argument.values.begin(), argument.values.end());
      return;
    case OptionId::GenerateCode:
      generateCodes_.push_back(value);
      return;
    case OptionId::RelocatableDeviceCode:
      s_.relocatable = isTrue;
      return;
    case OptionId::MaxRegisters:
      return addPtxasOption("-maxrregcount=" + value);
    case OptionId::FastMath:
      s_.fastMath = true;
      return;
    case OptionId::FlushToZero:
      flushToZero_ = isTrue;
      return;
    case OptionId::PreciseDivision:
      preciseDivision_ = isTrue;
      return;
    case OptionId::PreciseSquareRoot:
      preciseSquareRoot_ = isTrue;
      return;
    case OptionId::FusedMultiplyAdd:
      fusedMultiplyAdd_ = isTrue;
      return;
    case OptionId::DefaultStream:
      s_.perThreadStream = value == "per-thread";
      return;
    case OptionId::CompressMode:
      s_.compression = value == "none"    ? fatbin::Compression::None
                       : value == "size"  ? fatbin::Compression::ZstdStrong
                       : value == "speed" ? fatbin::Compression::Lz4
                                          : fatbin::Compression::Zstd;
      return;
    case OptionId::NoCompress:
      s_.compression = fatbin::Compression::None;
      return;
    case OptionId::FatbinOptions:
      for (const std::string& option : argument.values)
        if (option == "-no-compress" || option == "--no-compress")
          s_.compression = fatbin::Compression::None;
      return;
    case OptionId::HeddleOptions:
      for (const std::string& option : argument.values)
        setHeddleOption(option);
      return;
    case OptionId::HostCompilerOptions:
      for (const std::string& group : argument.values)
        for (std::string& option : splitWords(group))
          s_.hostOptions.push_back(std::move(option));
      return;
    case OptionId::LinkerOptions:
      for (const std::string& option : argument.values)
        s_.linkItems.push_back({std::nullopt, {"-Xlinker", option}});
      return;
    case OptionId::ArchiverOptions:
      s_.archiverOptions.insert(s_.archiverOptions.end(), argument.values.begin(),
                                argument.values.end());
      return;
    case OptionId::PtxasOptions:
      for (const std::string& option : argument.values)
        addPtxasOption(option);
      return;
    case OptionId::NoWarnings:
      s_.warnings.push_back("-w");
      return;
    case OptionId::WarningsAsErrors:
      for (const std::string& kind : argument.values) {
        if (kind == "all-warnings")
          s_.warnings.push_back("-Werror");
        else if (kind == "reorder" || kind == "deprecated-declarations")
          s_.warnings.push_back("-Werror=" + kind);
      }
      return;
    case OptionId::WarnReorder:
      s_.warnings.push_back("-Wreorder");
      return;
    case OptionId::HostWarning:
      s_.warnings.push_back(argument.text);
      return;
    case OptionId::DryRun:
      s_.dryRun = true;
      return;
    case OptionId::Verbose:
      s_.verbose = true;
      return;
    case OptionId::Threads:
      setThreads(value);
      return;
    case OptionId::Keep:
      keep_ = true;
      return;
    case OptionId::KeepDirectory:
      keepDirectory_ = value;
      return;
    case OptionId::RunArguments:
      for (const std::string& group : argument.values)
        for (std::string& word : splitWords(group))
          s_.runArguments.push_back(std::move(word));
      return;
    case OptionId::Clean:
      s_.clean = true;
      return;
    case OptionId::NoDeviceLink:
      s_.deviceLink = false;
      return;
    case OptionId::ListArchitectures:
      s_.listArchitectures = true;
      return;
    case OptionId::ListCodes:
      s_.listCodes = true;
      return;
    case OptionId::Help:
      s_.help = true;
      return;
    case OptionId::Version:
      s_.version = true;
      return;
    case OptionId::Unsupported:
      throw FatalError(fmt::format("Option '--{}' is not supported by Heddle's nvcc",
                                   argument.option->longName));
    case OptionId::LinkTimeOptimization:
      s_.linkTimeOptimization = true;
      return;
    case OptionId::Machine:
    case OptionId::ForwardUnknownToCompiler:
    case OptionId::ForwardUnknownToLinker:
    case OptionId::ForwardUnknown:
    case OptionId::OptionsFile:
    case OptionId::Accepted:
      return;
    }
  }

  void setOptimization(const std::string& level) {
    if (level == "max")
      s_.optimization = "-O3";
    else if (level == "mid")
      s_.optimization = "-O2";
    else if (level == "min")
      s_.optimization = "-O1";
    else if (!level.empty() && level.find_first_not_of("0123456789") == level.npos)
      s_.optimization = "-O" + std::string(level.size() > 1 || level > "3" ? "3" : level);
    else if (toCompiler_)
      s_.optimization = "-O" + level; // -Ofast, -Os
    else
      throw FatalError(fmt::format("'{}': expected a number", level));
  }

  static unsigned parseNumber(const std::string& number) {
    constexpr std::size_t kMostDigits = 4; // more would be an error in a script
    if (number.empty() || number.size() > kMostDigits ||
        number.find_first_not_of("0123456789") != number.npos)
      throw FatalError(fmt::format("'{}': expected a number", number));
    return static_cast<unsigned>(std::stoul(number));
  }

  void setHeddleOption(const std::string& option) {
    constexpr std::string_view kAheadOfTime = "aot=";
    if (!option.starts_with(kAheadOfTime))
      throw FatalError(fmt::format("Unknown option '{}' of Heddle", option));
    const std::string value = option.substr(kAheadOfTime.size());
    s_.aheadOfTime.emplace();
    if (value != "all")
      s_.aheadOfTime->seconds = value == "none" ? 0 : parseNumber(value);
  }

  void setThreads(const std::string& number) {
    s_.threads = parseNumber(number);
    if (s_.threads == 0)
      s_.threads = std::max(std::thread::hardware_concurrency(), 1u);
  }

  void addPtxasOption(const std::string& option) {
    if (!s_.ptxasOptions.empty())
      s_.ptxasOptions += ' ';
    s_.ptxasOptions += option;
  }

  void finish() {
    if (!language_.empty()) {
      FileKind kind = language_ == "cu"  ? FileKind::Cuda
                      : language_ == "c" ? FileKind::C
                                         : FileKind::Cxx;
      for (Input& input : s_.inputs) {
        bool unknown = !kindOf(input.path);
        if (isSource(input.kind) || unknown)
          input.kind = kind;
      }
      s_.unknownInputs.clear();
    }
    // -use_fast_math sets defaults only. An explicit option wins, wherever it stands.
    s_.flushToZero = flushToZero_.value_or(s_.fastMath);
    s_.preciseDivision = preciseDivision_.value_or(!s_.fastMath);
    s_.preciseSquareRoot = preciseSquareRoot_.value_or(!s_.fastMath);
    s_.fusedMultiplyAdd = fusedMultiplyAdd_.value_or(true);
    s_.deviceOptimize = !s_.deviceDebug || deviceOptimizeForced_;
    if (keep_ || !keepDirectory_.empty())
      s_.keepDirectory = keepDirectory_.empty() ? "." : keepDirectory_;
    s_.targets = selectTargets(architecture_, codes_, generateCodes_);
    s_.linkTimeOptimization |= namesLtoIr(architecture_) ||
                               std::ranges::any_of(codes_, namesLtoIr) ||
                               std::ranges::any_of(generateCodes_, namesLtoIr);
    s_.native = architecture_ == "native";
    if (!s_.aheadOfTime || s_.aheadOfTime->seconds != 0)
      addNativeCode(s_.targets);
  }

  Settings s_;
  bool phaseSet_ = false;
  bool toCompiler_ = false, toLinker_ = false;
  bool keep_ = false;
  bool deviceOptimizeForced_ = false;
  std::string language_, architecture_, keepDirectory_;
  std::vector<std::string> codes_, generateCodes_;
  std::optional<bool> flushToZero_, preciseDivision_, preciseSquareRoot_, fusedMultiplyAdd_;
};

} // namespace

Settings interpret(std::span<const Argument> arguments) {
  return Interpreter().interpret(arguments);
}

} // namespace heddle::nvcc
