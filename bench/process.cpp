#include "process.h"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <spawn.h>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

extern char** environ;

namespace heddle::bench {

ProcessOutcome runProcess(const std::vector<std::string>& command, const Environment& changes) {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable; ++variable) {
    const std::string text = *variable;
    bool replaced = false;
    for (const auto& [name, value] : changes) {
      replaced = replaced || text.starts_with(name + "=");
    }
    if (!replaced) {
      variables.push_back(text);
    }
  }
  for (const auto& [name, value] : changes) {
    variables.push_back(name + "=" + value);
  }
  const auto pointers = [](const std::vector<std::string>& strings) {
    std::vector<char*> result;
    for (const std::string& string : strings) {
      result.push_back(const_cast<char*>(string.c_str()));
    }
    result.push_back(nullptr);
    return result;
  };

  int ends[2];
  if (pipe(ends) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe");
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);

  const auto start = std::chrono::steady_clock::now();
  pid_t child = 0;
  const int error = posix_spawn(&child, command[0].c_str(), &actions, nullptr,
                                pointers(command).data(), pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (error != 0) {
    close(ends[0]);
    throw std::system_error(error, std::generic_category(), command[0]);
  }

  ProcessOutcome outcome;
  char buffer[4096];
  ssize_t count = 0;
  while ((count = read(ends[0], buffer, sizeof(buffer))) > 0 || (count < 0 && errno == EINTR)) {
    if (outcome.output.empty()) {
      const auto now = std::chrono::steady_clock::now();
      outcome.secondsToOutput = std::chrono::duration<double>(now - start).count();
    }
    if (count > 0) {
      outcome.output.append(buffer, static_cast<std::size_t>(count));
    }
  }
  close(ends[0]);
  int status = 0;
  rusage usage{};
  while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  outcome.peakBytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024; // Linux counts kilobytes
  outcome.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

std::filesystem::path ownDirectory() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path();
}

std::string platformProgram(const char* kind, const char* suffix) {
  return (ownDirectory() / fmt::format("{}_{}", kind, suffix)).string();
}

Environment platformEnvironment(const std::filesystem::path& cache) {
  std::string libraries = (ownDirectory().parent_path() / "lib").string();
  if (const char* old = std::getenv("LD_LIBRARY_PATH"); old && *old) {
    libraries += fmt::format(":{}", old);
  }
  return {{"LD_LIBRARY_PATH", libraries},
          {"CUDA_CACHE_PATH", (cache / "cuda").string()},
          {"POCL_CACHE_DIR", (cache / "pocl").string()}};
}

TemporaryDirectory::TemporaryDirectory() {
  std::string pattern = (std::filesystem::temp_directory_path() / "heddle-bench-XXXXXX").string();
  if (!mkdtemp(pattern.data())) {
    throw std::runtime_error("cannot make a temporary directory");
  }
  path_ = pattern;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

} // namespace heddle::bench
