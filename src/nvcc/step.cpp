#include "nvcc/step.h"
#include "nvcc/process.h"

#include <exception>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>

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

bool Runner::takeThread() const {
  int free = freeThreads_.load();
  while (free > 0)
    if (freeThreads_.compare_exchange_weak(free, free - 1))
      return true;
  return false;
}

void Runner::sideBySide(std::size_t count, const std::function<void(std::size_t)>& work) const {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::map<std::size_t, std::exception_ptr> failures;
  const auto takeNumbers = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        work(i);
      } catch (...) {
        next = count;
        std::lock_guard lock(mutex);
        failures.emplace(i, std::current_exception());
      }
    }
  };
  std::vector<std::thread> threads;
  try {
    // This thread takes numbers, too.
    while (threads.size() + 1 < count && takeThread())
      threads.emplace_back([&] {
        takeNumbers();
        ++freeThreads_;
      });
  } catch (const std::system_error&) {
    ++freeThreads_; // the system has no more threads, so fewer must do
  }
  takeNumbers();
  for (std::thread& thread : threads)
    thread.join();
  if (!failures.empty())
    std::rethrow_exception(failures.begin()->second);
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
