#include "nvcc/step.h"
#include "nvcc/process.h"

#include <fmt/format.h>

namespace heddle::nvcc {

constexpr int kInterruptedStatus = 130; // as a shell has it: 128 + SIGINT

int CommandStep::run() const {
  return runCommand(command_);
}

void Runner::note(const std::string& line) const {
  if (verbose())
    fmt::print(stderr, "#$ {}\n", line);
}

void Runner::perform(const Step& step) const {
  note(shellLine(step.commandLine()));
  if (dryRun_)
    return;
  int status = step.run();
  if (interrupted())
    throw StepFailed{kInterruptedStatus};
  if (status != 0)
    throw StepFailed{status};
}

void Runner::performMaking(const Step& step, const std::filesystem::path& output) const {
  try {
    perform(step);
  } catch (const StepFailed&) {
    std::error_code error;
    std::filesystem::remove(output, error);
    throw;
  }
}

} // namespace heddle::nvcc
