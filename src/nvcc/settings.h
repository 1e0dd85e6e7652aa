// What the command line asks for, after each option has been given its meaning.
#pragma once

#include "fatbin/fatbin.h"
#include "nvcc/code_targets.h"
#include "nvcc/command_line.h"

#include <optional>

namespace heddle::nvcc {

enum class Phase {
  Link,
  Compile,
  Ptx,
  LtoIr,
  HostSource,
  Cubin,
  Fatbin,
  Preprocess,
  Dependencies,
  DeviceLink,
  Lib,
};

enum class FileKind { Cuda, Cxx, C, Ptx, Cubin, Fatbin, Object, Archive, SharedObject };

struct Input {
  std::string path;
  FileKind kind;
};

// One part of the link line: an input, or an option for the linker. Their order is that of the
// command line.
struct LinkItem {
  std::optional<std::size_t> input; // index into Settings::inputs
  std::vector<std::string> options;
};

// -Xheddle=aot: native code that is made ahead of time.
struct AheadOfTime {
  // The processor's time for the kernels of one source; without it, all are compiled.
  std::optional<unsigned> seconds;
};

enum class Cudart { None, Shared, Static };

struct Settings {
  Phase phase = Phase::Link;
  bool run = false;
  bool clean = false;
  bool dryRun = false;
  bool verbose = false;
  unsigned threads = 1; // commands that run side by side
  bool help = false;
  bool version = false;
  bool listArchitectures = false;
  bool listCodes = false;

  std::vector<Input> inputs;
  std::vector<std::string> unknownInputs; // files whose suffix does not tell their kind
  std::vector<LinkItem> linkItems;
  std::string output;
  std::string outputDirectory;
  std::string keepDirectory; // empty: intermediate files are removed

  // -I, -D, -U, -isystem and -include, each followed by its value, in the order given.
  std::vector<std::string> preprocessor;
  std::vector<std::string> includePaths; // values of -I, where headers to rewrite are looked for
  std::vector<std::string> libraryPaths;
  std::vector<std::string> dependencyOptions; // -MT, -MP
  bool dependencies = false;                  // -MD or -MMD
  bool userDependenciesOnly = false;
  std::string dependencyFile;

  std::string hostBindir;
  std::string archiver;
  std::vector<std::string> hostOptions;  // -Xcompiler and forwarded ones
  std::vector<std::string> hostLanguage; // nvcc's options that the host compiler takes too
  std::vector<std::string> warnings;
  std::vector<std::string> archiverOptions;
  std::vector<std::string> runArguments;
  std::string ptxasOptions; // stored in the fat binary

  std::string standard;
  std::string optimization; // -O of the host, empty when not given
  bool debug = false;
  bool deviceDebug = false;
  bool deviceOptimize = true;
  bool lineInfo = false;
  bool shared = false;
  bool relaxedConstexpr = false;
  bool extendedLambda = false;
  bool perThreadStream = false;
  bool relocatable = false;
  bool linkTimeOptimization = false;
  bool deviceLink = true;
  bool fastMath = false;
  bool flushToZero = false;
  bool preciseDivision = true;
  bool preciseSquareRoot = true;
  bool fusedMultiplyAdd = true;
  Cudart cudart = Cudart::Static;
  fatbin::Compression compression = fatbin::Compression::Zstd;
  std::vector<CodeTarget> targets;
  bool native = false; // -arch=native: native code for this processor, however large
  std::optional<AheadOfTime> aheadOfTime; // otherwise native code is made for small sources
};

// Throws FatalError for what NVIDIA's nvcc refuses too.
Settings interpret(std::span<const Argument> arguments);

} // namespace heddle::nvcc
