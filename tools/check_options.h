// The options of compute-sanitizer that `heddle check` takes.
#pragma once

#include "tools/commands.h"

#include <cstdint>
#include <optional>
#include <string>

namespace heddle::tools {

// Under which name the command was called. compute-sanitizer does what NVIDIA's command does unless
// options say otherwise; `heddle check` runs all tools and explains what they find.
enum class CheckCommand { ComputeSanitizer, HeddleCheck };

struct CheckOptions {
  std::string tool = "memcheck";    // or "all"
  bool isStrict = false;            // also reports what NVIDIA's tools do not look for
  std::string initSpace = "global"; // or "shared" or "all"
  std::string raceSpace = "shared"; // or "global" or "all"
  std::string raceReport = "analysis", raceLevel = "warn";
  std::string streamOrderedRaces = "no"; // or "use-before-alloc", "use-after-free" or "all"
  bool checksLeaks = false, checksApiAccesses = true, checksDeviceHeap = true;
  bool tracksUnused = false;         // memory that nobody writes until it is freed
  std::uint64_t unusedThreshold = 0; // in percent
  std::string apiErrors; // "all", "explicit" or "no"; empty: explicit with memcheck, else no
  bool showsHostFrames = true, showsDeviceFrames = true, isBacktraceShort = true;
  std::uint64_t hostCallers = 0, deviceCallers = 0; // that are shown; 0: all
  bool reportsExitCode = true, requiresCuda = true;
  bool followsChildren = true;
  bool stripsPaths = true;          // the folders in names of source files
  std::optional<int> errorExitCode; // of this command if there are errors
  std::uint64_t printLimit = 100;   // errors that are printed; 0: all
  std::string printLevel = "warn";
  std::string demangle = "full", language = "c";
  bool isQuiet = false, showsDetails = false;
  std::string logFile;            // empty: standard output
  std::string format = "text";    // or "explained", "json" or "sarif"
  std::string saveFile, readFile; // records of an earlier run; empty: none
  bool savesXml = false;
  std::string prefix = "=========";
  std::string suppressions;  // a file of findings that do not count
  std::string processFilter; // names of executables; empty: all are checked
  std::string preload;       // libraries for LD_PRELOAD
  std::string kernelFilter;  // as HEDDLE_CHECK_KERNELS has it
  std::uint64_t launchSkip = 0;
  std::uint64_t launchCount = 0; // 0: all
  bool showsHelp = false;
  Arguments program; // with its arguments

  // Returns the names of the tools that run: --tool all stands for several.
  Arguments tools() const;
  // Returns what HEDDLE_CHECK has to say, so that the libraries of the program check as asked for.
  std::string settings() const;
};

// Throws toolkit::UsageError for what it does not know, by name.
CheckOptions parseCheckOptions(const Arguments& words, CheckCommand command);
std::string checkUsage();

} // namespace heddle::tools
