// The options of compute-sanitizer that `heddle check` takes.
#pragma once

#include "tools/commands.h"

#include <cstdint>
#include <string>

namespace heddle::tools {

struct CheckOptions {
  std::string tool = "memcheck";
  bool checksLeaks = false;
  std::string apiErrors = "explicit"; // or "all" or "no"
  bool showsHostFrames = true;
  bool showsDeviceFrames = true;
  bool reportsExitCode = true;
  bool requiresCuda = true;
  bool followsChildren = true;
  bool keepsPaths = false;        // the folders in names of source files
  int errorExitCode = 0;          // of this command, if the program succeeds and there are errors
  std::uint64_t printLimit = 100; // errors that are printed; 0: all
  std::string logFile;            // empty: standard output
  std::string format = "text";    // or "json" or "sarif"
  std::string saveFile, readFile; // records of an earlier run; empty: none
  bool savesXml = false;
  std::string prefix = "=========";
  std::string kernelFilter; // as HEDDLE_CHECK_KERNELS has it
  std::uint64_t launchSkip = 0;
  std::uint64_t launchCount = 0; // 0: all
  bool showsHelp = false;
  Arguments program; // with its arguments
};

// Throws toolkit::UsageError for what it does not know, by name.
CheckOptions parseCheckOptions(const Arguments& words);
extern const char* const kCheckUsage;

} // namespace heddle::tools
