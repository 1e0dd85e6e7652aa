// Running a program and listening to it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace heddle::bench {

using Environment = std::vector<std::pair<std::string, std::string>>;

struct ProcessOutcome {
  int exitCode = 0; // 128 + signal when a signal ended it
  std::string output;
  double secondsToOutput = 0;  // from before the start to the first byte on standard output
  std::uint64_t peakBytes = 0; // the most memory that it had at a time
};

// Standard error is passed through. `changes` are added to the environment.
ProcessOutcome runProcess(const std::vector<std::string>& command, const Environment& changes);

std::filesystem::path ownDirectory();

// The program of a kind, as bench or cold_start, for a platform with this suffix.
std::string platformProgram(const char* kind, const char* suffix);
// What the platforms' programs need: the libraries of this build, and caches in this directory.
Environment platformEnvironment(const std::filesystem::path& cache);

// A directory that goes away with the object.
class TemporaryDirectory {
public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  const std::filesystem::path& path() const { return path_; }

private:
  std::filesystem::path path_;
};

} // namespace heddle::bench
