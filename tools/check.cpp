// heddle check, also installed as compute-sanitizer: runs a program with the checker switched on,
// and prints what it finds in the form that compute-sanitizer has. The libraries in the program,
// and in the processes that it starts, append their findings to a file (src/trace/findings.h),
// which this command reads while the program runs.
#include "environment/environment.h"
#include "toolkit/tool_options.h"
#include "tools/check_options.h"
#include "tools/check_report.h"
#include "tools/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace heddle::tools {
namespace {

namespace fs = std::filesystem;

// How long the command sleeps between two looks at the findings and at the program.
constexpr useconds_t kPollMicroseconds = 5000;

// The file of findings, in a folder that no other user can look into.
class FindingsFile {
public:
  FindingsFile() {
    std::string pattern = (fs::temp_directory_path() / "heddle-check-XXXXXX").string();
    if (!mkdtemp(pattern.data()))
      throw std::system_error(errno, std::generic_category(), pattern);
    folder_ = pattern;
    descriptor_ = open(path().c_str(), O_CREAT | O_EXCL | O_RDONLY | O_CLOEXEC, 0600);
    if (descriptor_ < 0)
      throw std::system_error(errno, std::generic_category(), path().string());
  }
  ~FindingsFile() {
    close(descriptor_);
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  FindingsFile(const FindingsFile&) = delete;
  FindingsFile& operator=(const FindingsFile&) = delete;

  fs::path path() const { return folder_ / "findings"; }

  // Calls `take` with each record that has been completed since the last time.
  template <typename Take> void read(Take take) {
    char bytes[4096];
    for (ssize_t count; (count = ::read(descriptor_, bytes, sizeof bytes)) > 0;)
      pending_.append(bytes, static_cast<std::size_t>(count));
    for (std::size_t end; (end = pending_.find('\0')) != std::string::npos;) {
      take(std::string_view(pending_).substr(0, end));
      pending_.erase(0, end + 1);
    }
  }

private:
  fs::path folder_;
  int descriptor_ = -1;
  std::string pending_;
};

// What the libraries in the program read.
void setEnvironment(const CheckOptions& options, const fs::path& findings) {
  setenv("HEDDLE_CHECK", options.settings().c_str(), 1);
  setenv("HEDDLE_CHECK_FILE", findings.c_str(), 1);
  setenv("HEDDLE_CHECK_KERNELS", options.kernelFilter.c_str(), 1);
  setenv("HEDDLE_CHECK_UNUSED", std::to_string(options.unusedThreshold).c_str(), 1);
  setenv("HEDDLE_CHECK_LAUNCHES",
         fmt::format("{},{}", options.launchSkip, options.launchCount).c_str(), 1);
  if (!options.processFilter.empty())
    setenv("HEDDLE_CHECK_EXECUTABLES", options.processFilter.c_str(), 1);
  if (!options.preload.empty()) {
    std::string libraries = options.preload;
    std::ranges::replace(libraries, ',', ':');
    setenv("LD_PRELOAD", libraries.c_str(), 1);
  }
  if (!options.followsChildren)
    setenv("HEDDLE_CHECK_PROCESS", std::to_string(getpid()).c_str(), 1);
}

// Becomes the program.
[[noreturn]] void execute(const CheckOptions& options) {
  std::vector<char*> words;
  for (const std::string& word : options.program)
    words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execvp(words[0], words.data());
  fmt::print(stderr, "compute-sanitizer: {}: {}\n", options.program[0], std::strerror(errno));
  _exit(127);
}

// Starts a process that calls `prepare` and becomes the program.
template <typename Prepare> pid_t start(const CheckOptions& options, Prepare prepare) {
  const pid_t child = fork();
  if (child < 0)
    throw std::system_error(errno, std::generic_category(), "fork");
  if (child != 0)
    return child;
  prepare();
  execute(options);
}

volatile sig_atomic_t runningProgram = 0;

// What would end this process ends the program, and then this process reports.
void passSignalsOn(pid_t program) {
  runningProgram = program;
  for (const int number : {SIGTERM, SIGHUP})
    std::signal(number, [](int received) { kill(runningProgram, received); });
  // The terminal sends these to both.
  for (const int number : {SIGINT, SIGQUIT})
    std::signal(number, SIG_IGN);
}

// The status of the program when it has ended.
int follow(pid_t program, FindingsFile& findings, CheckReport& report) {
  const auto take = [&](std::string_view record) { report.take(record); };
  int status = 0;
  while (waitpid(program, &status, WNOHANG) == 0) {
    findings.read(take);
    usleep(kPollMicroseconds);
  }
  findings.read(take);
  return status;
}

// What the program prints when its blocks run one after the other, in this order.
std::string outputInOrder(const CheckOptions& options, const fs::path& file, const char* order) {
  const pid_t program = start(options, [&] {
    setenv("HEDDLE_CHECK", order, 1);
    setenv("HEDDLE_WORKERS", "1", 1);
    const int output = open(file.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
    const int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
  });
  passSignalsOn(program);
  waitpid(program, nullptr, 0);
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> linesOf(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

// Results that depend on the order of blocks, as sums by atomics do, show in what the program
// prints. What differs between two runs in the same order, as times do, says nothing.
void compareOrders(const CheckOptions& options, FindingsFile& findings, CheckReport& report) {
  const fs::path file = findings.path().parent_path() / "output";
  const std::vector<std::string> first = linesOf(outputInOrder(options, file, "")),
                                 second = linesOf(outputInOrder(options, file, "")),
                                 reversed = linesOf(outputInOrder(options, file, "reverse-blocks"));
  if (first.size() != second.size() || first.size() != reversed.size()) {
    if (first.size() == second.size())
      report.take(fmt::format("EPortability: What the program prints depends on the order of its "
                              "blocks\n    {} lines if the first block of each grid runs first\n"
                              "    {} lines if the last one does",
                              first.size(), reversed.size()));
    return;
  }
  for (std::size_t line = 0; line < first.size(); ++line)
    if (first[line] == second[line] && first[line] != reversed[line])
      return report.take(fmt::format(
          "EPortability: What the program prints depends on the order of its blocks\n    line {}: "
          "{}\n    {} if the last block of each grid runs first",
          line + 1, first[line], reversed[line]));
}

// `heddle run` compiles a source and runs it.
void compileSource(Arguments& program) {
  if (!program.front().ends_with(".cu"))
    return;
  program.insert(program.begin(), {fs::read_symlink("/proc/self/exe").string(), "run", "-lineinfo",
                                   "-Xcompiler", "-rdynamic"});
}

// Prints the records that --save has written.
int printSaved(const CheckOptions& options) {
  std::ifstream file(options.readFile, std::ios::binary);
  if (!file)
    throw std::system_error(errno, std::generic_category(), options.readFile);
  CheckReport report(options);
  report.title();
  for (std::string record; std::getline(file, record, '\0');)
    if (!record.empty())
      report.take(record);
  report.summary();
  return report.errors() > 0 ? options.errorExitCode.value_or(0) : 0;
}

// Whether there is such a program, also in the folders of PATH.
bool canBeRun(const std::string& name) {
  if (name.find('/') != std::string::npos)
    return !fs::is_directory(name) && access(name.c_str(), X_OK) == 0;
  const char* const path = environmentVariable("PATH");
  std::istringstream folders(path ? path : "/bin:/usr/bin");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((fs::path(folder) / name).c_str(), X_OK) == 0)
      return true;
  return false;
}

// The exit code of NVIDIA's command where it could not check anything.
constexpr int kNothingChecked = 255;

int run(CheckOptions options, CheckCommand command) {
  compileSource(options.program);
  CheckReport report(options);
  report.title();
  if (!canBeRun(options.program.front())) {
    report.note("Target application doesn't exist or is not a valid executable");
    return 1;
  }
  FindingsFile findings;
  const pid_t program = start(options, [&] { setEnvironment(options, findings.path()); });
  passSignalsOn(program);
  const int status = follow(program, findings, report);
  if (options.tool == "portability")
    compareOrders(options, findings, report);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (!report.usesCuda()) {
    report.note(fmt::format("{}Target application terminated before first instrumented API call",
                            options.requiresCuda ? "Error: " : ""));
    if (options.requiresCuda && command == CheckCommand::ComputeSanitizer)
      return kNothingChecked;
  }
  if (WIFSIGNALED(status))
    report.note("Error: process didn't terminate successfully");
  else if (options.reportsExitCode && code != 0)
    report.note("Target application returned an error");
  report.summary();
  return report.errors() > 0 && options.errorExitCode ? *options.errorExitCode : code;
}

int check(const Arguments& words, CheckCommand command) {
  const CheckOptions options = parseCheckOptions(words, command);
  if (options.showsHelp) {
    fmt::print("{}", checkUsage());
    return 0;
  }
  if (!options.readFile.empty())
    return printSaved(options);
  if (options.program.empty()) {
    fmt::print("compute-sanitizer: Nothing to check\n{}", checkUsage());
    return command == CheckCommand::ComputeSanitizer ? 0 : 2;
  }
  return run(options, command);
}

} // namespace

int checkCommand(const Arguments& arguments) {
  return check(arguments, CheckCommand::HeddleCheck);
}

int computeSanitizerCommand(const Arguments& arguments) {
  try {
    return check(arguments, CheckCommand::ComputeSanitizer);
  } catch (const toolkit::UsageError& error) {
    fmt::print(stderr, "{}\n{}", error.what(), checkUsage());
    return kNothingChecked;
  }
}

} // namespace heddle::tools
