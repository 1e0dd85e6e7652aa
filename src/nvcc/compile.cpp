#include "nvcc/compile.h"
#include "nvcc/files.h"
#include "nvcc/host_source.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

namespace heddle::nvcc {

namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

void append(Words& to, const Words& from) {
  to.insert(to.end(), from.begin(), from.end());
}

bool isVerbose(const Words& ptxasOptions) {
  return std::ranges::any_of(ptxasOptions, [](const std::string& option) {
    return option == "-v" || option == "--verbose";
  });
}

// The limit of -maxrregcount; 0 without one.
unsigned registerLimit(const Words& ptxasOptions) {
  unsigned limit = 0;
  for (const std::string& option : ptxasOptions)
    if (const std::size_t equals = option.find('=');
        equals != option.npos && option.substr(0, equals).ends_with("-maxrregcount"))
      limit = static_cast<unsigned>(std::strtoul(option.c_str() + equals + 1, nullptr, 10));
  return limit;
}

} // namespace

fs::path Compiler::intermediate(const Input& input, const std::string& suffix) const {
  return work_.uniqueFile(fs::path(input.path).stem(), suffix);
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
                             const Words& options) {
  Words command = devicePass(input, architecture, warnings);
  append(command, options);
  append(command, {"-S", input.path, "-o", output});
  runner_.performMaking(CommandStep(command), output);
  if (label.current && !runner_.dryRun())
    runner_.perform(RetargetStep(output, label));
}

void Compiler::compileLtoIr(const Input& input, const Architecture& architecture,
                            const fs::path& ptx, const fs::path& output, Warnings warnings,
                            Words options) {
  const fs::path bitcode = intermediate(input, ".bc");
  append(options, {"-mllvm", "-heddle-bitcode=" + bitcode.string()});
  compileDevice(input, architecture, architecture, ptx, warnings, options);
  runner_.performMaking(LtoIrStep(bitcode, ptx, output), output);
}

void Compiler::toLtoIr(const Input& input, const fs::path& output) {
  compileLtoIr(input, *settings_.targets.front().architecture, intermediate(input, ".ptx"), output,
               Warnings::All, dependencyOptions(output));
}

void Compiler::toPtx(const Input& input, const fs::path& output) {
  const Architecture& architecture = *settings_.targets.front().architecture;
  compileDevice(input, architecture, architecture, output, Warnings::All,
                dependencyOptions(output));
}

std::vector<Compiler::DeviceCode> Compiler::compileForAll(const Input& input, Warnings warnings,
                                                          const fs::path& dependencyTarget) {
  const std::vector<CodeTarget>& targets = settings_.targets;
  std::vector<DeviceCode> files;
  for (const CodeTarget& target : targets) {
    const std::string name =
        targets.size() > 1 ? "." + std::string(target.architecture->virtualName()) : "";
    files.push_back({intermediate(input, name + ".ptx"), {}});
    if (settings_.linkTimeOptimization)
      files.back().ltoIr = intermediate(input, name + ".ltoir");
  }
  remapOptions(input); // so that the passes side by side only read the member behind it
  runner_.sideBySide(targets.size(), [&](std::size_t i) {
    // The pass for the first architecture prints the warnings and finds the dependencies.
    const bool isFirst = i == 0;
    const Architecture& architecture = *targets[i].architecture;
    const Warnings printed = isFirst ? warnings : Warnings::None;
    const Words options =
        isFirst && !dependencyTarget.empty() ? dependencyOptions(dependencyTarget) : Words{};
    if (files[i].ltoIr.empty())
      compileDevice(input, architecture, architecture, files[i].ptx, printed, options);
    else
      compileLtoIr(input, architecture, files[i].ptx, files[i].ltoIr, printed, options);
  });
  return files;
}

void Compiler::embed(const Input& input, Warnings warnings, const fs::path& output,
                     const fs::path& dependencyTarget) {
  std::vector<FatbinStep::Source> sources;
  if (input.kind == FileKind::Cuda) {
    const std::vector<DeviceCode> files = compileForAll(input, warnings, dependencyTarget);
    const Architecture* relabelled = selectForOurDevice(settings_.targets);
    for (std::size_t i = 0; i < files.size(); ++i) {
      const CodeTarget& target = settings_.targets[i];
      const fs::path& ptx = files[i].ptx;
      bool ours = target.architecture == relabelled;
      const Architecture* label = ours ? &ourDevice() : target.architecture;
      applyPtxasOptions(input, target, ptx);
      // The image is labelled as one for our device, which would refuse it otherwise. The .target
      // inside stays, since it decides which inline PTX is valid.
      if (ours && !target.cubins.empty())
        sources.push_back({ptx, label, FatbinStep::Form::Cubin});
      else
        for (const Architecture* cubin : target.cubins)
          addCubin(input, ptx, *cubin, sources);
      // A target without cubins is one of a user who wants nothing but PTX.
      const bool isWanted = settings_.aheadOfTime || !target.cubins.empty();
      if (target.nativeCode && isWanted && canHaveNativeCode(ptx))
        // Nobody has asked for this cubin, so that it must not make errors in the PTX those of
        // nvcc.
        sources.push_back({nativeCubin(input, ptx, *target.nativeCode, {"--native-code-if-valid"}),
                           target.nativeCode});
      sources.push_back({ptx, label});
      if (!files[i].ltoIr.empty())
        sources.push_back({files[i].ltoIr, label});
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

// Of a large source most kernels are never launched, so that compiling those that are, at their
// first launch, takes less time than compiling all of them here, unless the user wants that.
bool Compiler::isWorthNativeCode(const fs::path& ptx) const {
  if (settings_.aheadOfTime)
    return settings_.aheadOfTime->seconds != 0;
  // In bytes of PTX. Of 81 programs of HeCBench, 79 have less (2026-11).
  constexpr std::uintmax_t kMaxPtxForNativeCode = 131072;
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(ptx, error);
  return settings_.native || error || bytes <= kMaxPtxForNativeCode;
}

bool Compiler::canHaveNativeCode(const fs::path& ptx) const {
  return !settings_.relocatable && !runner_.dryRun() && isWorthNativeCode(ptx) &&
         readFile(ptx).find(".entry ") != std::string::npos;
}

// Makes a cubin with native code. Returns its path.
fs::path Compiler::nativeCubin(const Input& input, const fs::path& ptx,
                               const Architecture& architecture, const Words& options) {
  fs::path cubin = intermediate(input, fmt::format(".{}.cubin", architecture.realName()));
  assemble(ptx, architecture, cubin, options);
  return cubin;
}

// Adds a cubin with native code if that is likely to pay. Only a cubin for our own device is ever
// run from native code. In the other cases the cubin holds the PTX alone.
void Compiler::addCubin(const Input& input, const fs::path& ptx, const Architecture& architecture,
                        std::vector<FatbinStep::Source>& sources) {
  const bool isForOurDevice = settings_.native || architecture.number == ourDevice().number;
  if (isForOurDevice && canHaveNativeCode(ptx))
    sources.push_back({nativeCubin(input, ptx, architecture), &architecture});
  else
    sources.push_back({ptx, &architecture, FatbinStep::Form::Cubin});
}

// Has ptxas say what the kernels use, if the command line asks for it, and limits their registers.
void Compiler::applyPtxasOptions(const Input& input, const CodeTarget& target,
                                 const fs::path& ptx) {
  const Words options = splitWords(settings_.ptxasOptions);
  if (isVerbose(options)) {
    const Architecture& real =
        target.cubins.empty() ? *target.architecture : *target.cubins.front();
    Words command{toolchain_.prefix / "bin" / "ptxas", "-arch=" + real.realName()};
    append(command, options);
    append(command, {"--compile-only", ptx, "-o", intermediate(input, ".resources.cubin")});
    runner_.perform(CommandStep(command));
  }
  if (const unsigned limit = registerLimit(options))
    runner_.perform(LimitRegistersStep(ptx, limit));
}

Words Compiler::nativeCodeOptions(const fs::path& ptx) const {
  if (settings_.relocatable)
    return {"--compile-only"};
  if (!isWorthNativeCode(ptx))
    return {"--block-sizes=none"};
  Words options;
  if (settings_.phase != Phase::Cubin && !settings_.native)
    options.emplace_back("--block-sizes=256"); // the size of most launches
  if (settings_.aheadOfTime) {
    options.emplace_back("--split-compile=0");
    if (settings_.aheadOfTime->seconds)
      options.push_back(fmt::format("--native-code-budget={}", *settings_.aheadOfTime->seconds));
  } else if (!settings_.native) {
    // In seconds. Trades nvcc's time for that of first launches. The estimates that it is compared
    // with may be less than half of what it takes. NVIDIA's nvcc takes 1.1 to 4.0 s longer than
    // this one without native code, for eleven programs of HeCBench (2026-11).
    constexpr std::string_view kUsualBudget = "0.5";
    options.push_back(fmt::format("--native-code-budget={}", kUsualBudget));
  }
  return options;
}

void Compiler::assemble(const fs::path& ptx, const Architecture& architecture,
                        const fs::path& output, const Words& options) {
  Words command{toolchain_.prefix / "bin" / "ptxas", "-arch=" + architecture.realName()};
  append(command, options);
  append(command, nativeCodeOptions(ptx));
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
  assemble(ptx, real, output, splitWords(settings_.ptxasOptions));
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
