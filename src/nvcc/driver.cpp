#include "nvcc/driver.h"
#include "environment/environment.h"
#include "nvcc/compile.h"
#include "nvcc/help.h"
#include "nvcc/link.h"
#include "nvcc/process.h"

#include <fmt/format.h>

namespace heddle::nvcc {

namespace fs = std::filesystem;

namespace {

bool isSource(FileKind kind) {
  return kind == FileKind::Cuda || kind == FileKind::Cxx || kind == FileKind::C;
}

std::vector<std::string> withEnvironment(std::span<const std::string> arguments) {
  std::vector<std::string> words;
  auto addFrom = [&](const char* variable) {
    if (const char* text = environmentVariable(variable))
      for (std::string& word : splitWords(text))
        words.push_back(std::move(word));
  };
  addFrom("NVCC_PREPEND_FLAGS");
  words.insert(words.end(), arguments.begin(), arguments.end());
  addFrom("NVCC_APPEND_FLAGS");
  return words;
}

class Driver {
public:
  explicit Driver(const Settings& settings)
      : settings_(settings), toolchain_(Toolchain::find(settings.hostBindir, settings.archiver)),
        runner_(settings.verbose, settings.dryRun, settings.threads) {}

  int run() {
    printSettings();
    if (!settings_.unknownInputs.empty())
      throw FatalError(
          fmt::format("Don't know what to do with '{}'", settings_.unknownInputs.front()));
    if (settings_.inputs.empty())
      throw FatalError("No input files specified; use option --help for more information");
    if (settings_.clean)
      return clean();
    WorkDirectory work(settings_.dryRun && !settings_.keepDirectory.empty()
                           ? fs::path()
                           : fs::path(settings_.keepDirectory));
    Linker linker(settings_, toolchain_, work, runner_);
    switch (settings_.phase) {
    case Phase::Link:
      return link(linker, work);
    case Phase::DeviceLink:
      linker.deviceLink(compileSources(work), finalOutput());
      return 0;
    case Phase::Lib:
      linker.archive(compileSources(work), finalOutput());
      return 0;
    default:
      return compileEach(work);
    }
  }

private:
  // Prints the lines of --verbose and --dryrun from which CMake learns where the headers and the
  // libraries are, and the default architecture.
  void printSettings() const {
    if (!runner_.verbose())
      return;
    const fs::path bin = toolchain_.prefix / "bin";
    const char* path = environmentVariable("PATH");
    runner_.note("_NVVM_BRANCH_=nvvm");
    runner_.note("_SPACE_= ");
    runner_.note("_CUDART_=cudart");
    runner_.note("_HERE_=" + bin.string());
    runner_.note("_THERE_=" + bin.string());
    runner_.note("TOP=" + toolchain_.prefix.string());
    runner_.note("NVVMIR_LIBRARY_DIR=" + (toolchain_.prefix / "nvvm" / "libdevice").string());
    runner_.note(fmt::format("PATH={}:{}", bin.string(), path ? path : ""));
    runner_.note("INCLUDES=" +
                 shellLine(std::vector<std::string>{"-I" + toolchain_.include.string()}));
    runner_.note("LIBRARIES=  " + shellLine(libraryOptions(toolchain_)));
    std::string architectures;
    for (const CodeTarget& each : settings_.targets)
      architectures += fmt::format(" -arch {}", each.architecture->virtualName());
    runner_.note("DEVICE_FLAGS=" + architectures);
  }

  fs::path inOutputDirectory(const fs::path& name) const {
    return settings_.outputDirectory.empty() ? name : fs::path(settings_.outputDirectory) / name;
  }

  std::string suffix() const {
    switch (settings_.phase) {
    case Phase::Ptx:
      return ".ptx";
    case Phase::LtoIr:
      return ".ltoir";
    case Phase::HostSource:
      return ".cu.cpp.ii";
    case Phase::Cubin:
      return ".cubin";
    case Phase::Fatbin:
      return ".fatbin";
    case Phase::Compile:
      return ".o";
    default:
      return "";
    }
  }

  // The file that a phase without linking makes of `input`. Empty: standard output.
  fs::path outputOf(const Input& input) const {
    if (!settings_.output.empty())
      return inOutputDirectory(settings_.output);
    if (suffix().empty())
      return settings_.phase == Phase::Dependencies ? fs::path(settings_.dependencyFile)
                                                    : fs::path();
    return inOutputDirectory(fs::path(input.path).stem().string() + suffix());
  }

  fs::path finalOutput() const {
    const char* standard = settings_.phase == Phase::Lib          ? "a.a"
                           : settings_.phase == Phase::DeviceLink ? "a_dlink.o"
                                                                  : "a.out";
    return inOutputDirectory(settings_.output.empty() ? standard : settings_.output);
  }

  int compileEach(const WorkDirectory& work) {
    std::vector<const Input*> taken;
    bool deviceOnly = settings_.phase == Phase::Fatbin || settings_.phase == Phase::Cubin;
    for (const Input& input : settings_.inputs) {
      bool image = input.kind == FileKind::Ptx || input.kind == FileKind::Cubin ||
                   input.kind == FileKind::Fatbin;
      if (isSource(input.kind) || (deviceOnly && image))
        taken.push_back(&input);
      else
        fmt::print(stderr, "nvcc warning : '{}' is not used in this compilation phase\n",
                   input.path);
    }
    if (!settings_.output.empty() && taken.size() > 1)
      throw FatalError(
          "A single input file is required for a non-link phase when an outputfile is specified");
    bool oneArchitecture = settings_.phase == Phase::Ptx || settings_.phase == Phase::LtoIr ||
                           settings_.phase == Phase::Cubin;
    if (oneArchitecture && settings_.targets.size() > 1)
      throw FatalError(fmt::format(
          "Option '--{0} (-{0})' is not allowed when compiling for multiple GPU architectures",
          suffix().substr(1)));
    const auto compileOne = [&](std::size_t i) { compile(*taken[i], outputOf(*taken[i]), work); };
    if (settings_.phase != Phase::Preprocess && settings_.phase != Phase::Dependencies) {
      runner_.sideBySide(taken.size(), compileOne);
      return 0;
    }
    // These print their results, which must not be mixed.
    for (std::size_t i = 0; i < taken.size(); ++i)
      compileOne(i);
    return 0;
  }

  void compile(const Input& input, const fs::path& output, const WorkDirectory& work) {
    Compiler compiler(settings_, toolchain_, work, runner_);
    switch (settings_.phase) {
    case Phase::Ptx:
      requireCuda(input);
      compiler.toPtx(input, output);
      break;
    case Phase::LtoIr:
      requireCuda(input);
      compiler.toLtoIr(input, output);
      break;
    case Phase::HostSource:
      requireCuda(input);
      compiler.toHostSource(input, output);
      break;
    case Phase::Cubin:
      if (isSource(input.kind))
        requireCuda(input);
      if (input.kind == FileKind::Cuda || input.kind == FileKind::Ptx)
        compiler.toCubin(input, output);
      else
        compiler.toFatbin(input, output);
      break;
    case Phase::Fatbin:
      if (isSource(input.kind))
        requireCuda(input);
      compiler.toFatbin(input, output);
      break;
    case Phase::Preprocess:
      compiler.preprocess(input, output);
      break;
    case Phase::Dependencies:
      compiler.listDependencies(input, output);
      break;
    default:
      compiler.toObject(input, output);
      break;
    }
  }

  static void requireCuda(const Input& input) {
    if (input.kind != FileKind::Cuda)
      throw FatalError(
          fmt::format("'{}' has no device code; use -x cu if it is a CUDA source", input.path));
  }

  Linker::Objects compileSources(const WorkDirectory& work) {
    // Files get their names in the order of the inputs, whatever order they are compiled in.
    Linker::Objects objects;
    std::vector<std::size_t> sources;
    for (std::size_t i = 0; i < settings_.inputs.size(); ++i)
      if (const Input& input = settings_.inputs[i]; isSource(input.kind)) {
        objects[i] = work.uniqueFile(fs::path(input.path).stem(), ".o");
        sources.push_back(i);
      }
    runner_.sideBySide(sources.size(), [&](std::size_t i) {
      Compiler(settings_, toolchain_, work, runner_)
          .toObject(settings_.inputs[sources[i]], objects.at(sources[i]));
    });
    return objects;
  }

  int link(Linker& linker, const WorkDirectory& work) {
    // With -run and without -o, the program is a temporary file.
    fs::path output =
        settings_.run && settings_.output.empty() ? work.file("a.out") : finalOutput();
    linker.link(compileSources(work), output);
    if (!settings_.run)
      return 0;
    std::vector<std::string> command{fs::absolute(output)};
    command.insert(command.end(), settings_.runArguments.begin(), settings_.runArguments.end());
    runner_.note(shellLine(command));
    return settings_.dryRun ? 0 : runCommand(command);
  }

  int clean() const {
    std::vector<fs::path> outputs;
    if (settings_.phase == Phase::Link || settings_.phase == Phase::Lib ||
        settings_.phase == Phase::DeviceLink)
      outputs.push_back(finalOutput());
    else
      for (const Input& input : settings_.inputs)
        if (isSource(input.kind))
          outputs.push_back(outputOf(input));
    for (const fs::path& output : outputs) {
      if (output.empty())
        continue;
      runner_.note(shellLine(std::vector<std::string>{"rm", "-f", output}));
      std::error_code error;
      if (!settings_.dryRun && fs::is_regular_file(output, error))
        fs::remove(output, error);
    }
    return 0;
  }

  const Settings& settings_;
  Toolchain toolchain_;
  Runner runner_;
};

int listArchitectures(bool codes) {
  for (const Architecture& each : toolkit::architectures())
    if (each.current)
      fmt::print("{}\n", codes ? each.realName() : each.virtualName());
  return 0;
}

} // namespace

int driverMain(std::span<const std::string> arguments) {
  try {
    Settings settings = interpret(parseCommandLine(withEnvironment(arguments)));
    if (settings.help) {
      fmt::print("{}", helpText());
      return 0;
    }
    if (settings.version) {
      fmt::print("{}", versionText());
      return 0;
    }
    if (settings.listArchitectures || settings.listCodes)
      return listArchitectures(settings.listCodes);
    if (const char* bindir = environmentVariable("NVCC_CCBIN");
        bindir && settings.hostBindir.empty())
      settings.hostBindir = bindir;
    catchInterrupts();
    return Driver(settings).run();
  } catch (const StepFailed& failure) {
    return failure.status;
  } catch (const std::exception& error) {
    fmt::print(stderr, "nvcc fatal   : {}\n", error.what());
    return 1;
  }
}

} // namespace heddle::nvcc
