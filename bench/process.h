// Running a program and listening to it.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace heddle::bench {

using Environment = std::vector<std::pair<std::string, std::string>>;

struct ProcessOutcome {
  int exitCode = 0; // 128 + signal when a signal ended it
  std::string output;
  double secondsToOutput = 0; // from before the start to the first byte on standard output
};

// Standard error is passed through. `changes` are added to the environment.
ProcessOutcome runProcess(const std::vector<std::string>& command, const Environment& changes);

std::filesystem::path ownDirectory();

} // namespace heddle::bench
