// The steps of a compilation. A step can be run, and printed as a command line.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace heddle::nvcc {

class Step {
public:
  virtual ~Step() = default;
  virtual std::vector<std::string> commandLine() const = 0;
  virtual int run() const = 0; // exit status
};

// Runs another program.
class CommandStep : public Step {
public:
  explicit CommandStep(std::vector<std::string> command) : command_(std::move(command)) {}
  std::vector<std::string> commandLine() const override { return command_; }
  int run() const override;

private:
  std::vector<std::string> command_;
};

class Runner {
public:
  // Commands are performed by up to `threads` threads side by side.
  Runner(bool verbose, bool dryRun, unsigned threads)
      : verbose_(verbose), dryRun_(dryRun), freeThreads_(static_cast<int>(threads) - 1) {}

  bool dryRun() const { return dryRun_; }
  bool verbose() const { return verbose_ || dryRun_; }
  // Prints `#$ line` with --verbose or --dryrun.
  void note(const std::string& line) const;
  // Throws StepFailed when the step fails.
  void perform(const Step& step) const;
  // The same for a step that writes `output`. Removes the file when the step fails, since it may be
  // half written.
  void performMaking(const Step& step, const std::filesystem::path& output) const;

  // Calls `work` for each number below `count`. Where threads are free, they take a part of the
  // numbers. After an exception no more calls begin, and that of the lowest number is thrown. With
  // one thread the calls are made in order.
  void sideBySide(std::size_t count, const std::function<void(std::size_t)>& work) const;

private:
  bool takeThread() const;

  bool verbose_, dryRun_;
  mutable std::atomic<int> freeThreads_;
};

// Thrown when a step fails. The step has printed why.
struct StepFailed {
  int status;
};

} // namespace heddle::nvcc
