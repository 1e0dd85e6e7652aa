// The table of nvcc's options, one row for each. The parser of the command line and --help use it.
// settings.cpp gives each OptionId its meaning.
#pragma once

#include <span>
#include <string_view>

namespace heddle::nvcc {

enum class OptionId {
  // Compilation phases.
  PhaseCubin,
  PhaseFatbin,
  PhasePtx,
  PhaseLtoIr,
  PhaseHostSource,
  PhasePreprocess,
  PhaseDependencies,
  PhaseUserDependencies,
  PhaseCompile,
  PhaseDeviceCompile,
  PhaseDeviceLink,
  PhaseLink,
  PhaseLib,
  PhaseRun,
  // Files and paths.
  OutputFile,
  OutputDirectory,
  PreInclude,
  Library,
  LibraryPath,
  Define,
  Undefine,
  IncludePath,
  SystemInclude,
  CompilerBindir,
  ArchiverBinary,
  Cudart,
  DependenciesToo,
  UserDependenciesToo,
  DependencyFile,
  DependencyTarget,
  DependencyPhony,
  // Code generation.
  Optimize,
  Debug,
  DeviceDebug,
  DeviceOptimize,
  LineInfo,
  Profile,
  NoExceptions,
  Shared,
  Language,
  Standard,
  RelaxedConstexpr,
  ExtendedLambda,
  Machine,
  TemplateDepth,
  TemplateBacktraceLimit,
  LinkTimeOptimization,
  Architecture,
  Code,
  GenerateCode,
  RelocatableDeviceCode,
  MaxRegisters,
  FastMath,
  FlushToZero,
  PreciseDivision,
  PreciseSquareRoot,
  FusedMultiplyAdd,
  DefaultStream,
  CompressMode,
  NoCompress,
  FatbinOptions,
  // Options for the tools behind the driver.
  HostCompilerOptions,
  LinkerOptions,
  ArchiverOptions,
  PtxasOptions,
  HeddleOptions,
  // Diagnostics.
  NoWarnings,
  WarningsAsErrors,
  WarnReorder,
  HostWarning, // -Wno-…: handed to the compiler as it is
  // The driver itself.
  ForwardUnknownToCompiler,
  ForwardUnknownToLinker,
  ForwardUnknown,
  DryRun,
  Verbose,
  Threads,
  Keep,
  KeepDirectory,
  RunArguments,
  Clean,
  NoDeviceLink,
  ListArchitectures,
  ListCodes,
  Help,
  Version,
  OptionsFile,
  // Known and without effect here: the reason is in the row's help text.
  Accepted,
  // Known and refused.
  Unsupported,
};

enum class ValueKind {
  None,
  Boolean, // true or false
  Single,
  List,   // commas separate the values
  Choice, // one of `choices`
};

enum class Group { Phase, File, Behavior, Phases, Driver, Gpu, Warning, Other };

struct OptionRow {
  OptionId id;
  std::string_view longName;  // after two dashes
  std::string_view shortName; // after one dash
  ValueKind kind;
  std::string_view value;   // how --help names the value
  std::string_view choices; // separated by '|'
  bool attached;            // the value may follow the short name directly, as in -O3 and -lm
  bool repeatable;          // several occurrences add up; else the last one counts
  Group group;
  std::string_view help;
};

std::span<const OptionRow> optionTable();
std::string_view groupTitle(Group group);
bool isChoice(const OptionRow& row, std::string_view value);

} // namespace heddle::nvcc
