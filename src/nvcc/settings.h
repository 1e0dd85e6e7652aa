// What the command line asks for, with the meaning of every option resolved.
#pragma once

#include "fatbin/fatbin.h"
#include "nvcc/architectures.h"
#include "nvcc/command_line.h"

#include <optional>

namespace heddle::nvcc {

enum class Phase {
  Link,
  Compile,
  Ptx,
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

// The link line in the order of the command line: an input, or an option for the linker.
struct LinkItem {
  std::optional<std::size_t> input; // index into Settings::inputs
  std::vector<std::string> options;
};

enum class Cudart { None, Shared, Static };

struct Settings {
  Phase phase = Phase::Link;
  bool run = false;
  bool clean = false;
  bool dryRun = false;
  bool verbose = false;
  bool help = false;
  bool version = false;
  bool listArchitectures = false;
  bool listCodes = false;

  std::vector<Input> inputs;
  std::vector<std::string> unknownInputs; // names that say nothing about their content
  std::vector<LinkItem> linkItems;
  std::string output;
  std::string outputDirectory;
  std::string keepDirectory; // empty: intermediate files are removed

  // For the preprocessor, in the order given: -I, -D, -U, -isystem, -include with their values.
  std::vector<std::string> preprocessor;
  std::vector<std::string> includePaths; // of -I, for the search of rewritten headers
  std::vector<std::string> libraryPaths;
  std::vector<std::string> dependencyOptions; // -MT, -MP
  bool dependencies = false;                  // -MD or -MMD
  bool userDependenciesOnly = false;
  std::string dependencyFile;

  std::string hostBindir;
  std::string archiver;
  std::vector<std::string> hostOptions;  // -Xcompiler and forwarded ones
  std::vector<std::string> hostLanguage; // options of nvcc's own that the host compiler shares
  std::vector<std::string> warnings;
  std::vector<std::string> archiverOptions;
  std::vector<std::string> runArguments;
  std::string ptxasOptions; // travel in the fat binary

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
  bool deviceLink = true;
  bool fastMath = false;
  bool flushToZero = false;
  bool preciseDivision = true;
  bool preciseSquareRoot = true;
  bool fusedMultiplyAdd = true;
  Cudart cudart = Cudart::Static;
  fatbin::Compression compression = fatbin::Compression::Zstd;
  std::vector<CodeTarget> targets;
  bool native = false; // machine code for this processor, however much it is
};

// Throws FatalError for what nvcc refuses.
Settings interpret(std::span<const Argument> arguments);

} // namespace heddle::nvcc
