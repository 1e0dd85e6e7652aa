// heddle check, also installed as compute-sanitizer: runs a program with the checker switched on,
// and prints what it finds in the form that compute-sanitizer has. The libraries in the program,
// and in the processes that it starts, append their findings to a file (src/trace/findings.h),
// which this command reads while the program runs.
#include "environment/environment.h"
#include "tools/check_formats.h"
#include "tools/check_options.h"
#include "tools/commands.h"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
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

// The name of the log file: %p is the number of this process, %q{NAME} a variable.
std::string expandedName(std::string_view pattern) {
  std::string name;
  while (!pattern.empty()) {
    const std::size_t close = pattern.find('}');
    if (pattern.starts_with("%p")) {
      name += std::to_string(getpid());
      pattern.remove_prefix(2);
    } else if (pattern.starts_with("%q{") && close != std::string_view::npos) {
      const char* const value =
          environmentVariable(std::string(pattern.substr(3, close - 3)).c_str());
      name += value ? value : "";
      pattern.remove_prefix(close + 1);
    } else {
      name += pattern.front();
      pattern.remove_prefix(1);
    }
  }
  return name;
}

// Prints findings and counts them.
class Report {
public:
  explicit Report(const CheckOptions& options) : options_(options) {
    if (!options.logFile.empty())
      file_ = opened(expandedName(options.logFile));
    if (!options.saveFile.empty())
      saved_ = opened(expandedName(options.saveFile));
  }
  ~Report() {
    if (file_ != stdout)
      std::fclose(file_);
    if (saved_)
      std::fclose(saved_);
  }
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;

  std::uint64_t errors() const { return errors_; }
  bool usesCuda() const { return usesCuda_; }

  void line(std::string_view text) {
    if (options_.format != "text")
      return;
    fmt::print(file_, "{}{}{}\n", options_.prefix, text.empty() ? "" : " ", text);
    std::fflush(file_);
  }

  void take(std::string_view record) {
    if (saved_ && !options_.savesXml)
      fmt::print(saved_, "{}{}", record, '\0');
    const char kind = record.front();
    record.remove_prefix(1);
    if (kind == 'S') {
      usesCuda_ = true;
    } else if (kind == 'N') {
      lines(record);
    } else if (kind == 'L') {
      leakedBytes_ += std::strtoull(std::string(nextLine(record)).c_str(), nullptr, 10);
      ++leaks_;
      error(Severity::Leak, record);
    } else if (kind == 'E') {
      error(Severity::Error, record);
    } else if (kind == 'W') {
      ++warnings_;
      error(Severity::Warning, record);
    }
  }

  void summary() {
    if (options_.checksLeaks)
      line(fmt::format("LEAK SUMMARY: {} bytes leaked in {} allocations", leakedBytes_, leaks_));
    const auto counted = [](std::uint64_t count, std::string_view noun) {
      return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
    };
    if (options_.tool == "racecheck")
      line(fmt::format("RACECHECK SUMMARY: {} displayed ({}, {})", counted(errors_, "hazard"),
                       counted(errors_ - warnings_, "error"), counted(warnings_, "warning")));
    else
      line(fmt::format("ERROR SUMMARY: {}", counted(errors_, "error")));
    if (options_.printLimit && errors_ > options_.printLimit)
      line(fmt::format("ERROR SUMMARY: {} errors were not printed. Use --print-limit option to "
                       "adjust the number of printed errors",
                       errors_ - options_.printLimit));
    if (options_.format != "text")
      fmt::print(file_, "{}",
                 options_.format == "json" ? toJson(options_.tool, findings_)
                                           : toSarif(options_.tool, findings_));
    if (saved_ && options_.savesXml)
      fmt::print(saved_, "{}", toXml(findings_));
  }

private:
  static std::string_view nextLine(std::string_view& text) {
    const std::string_view taken = text.substr(0, text.find('\n'));
    text.remove_prefix(taken.size() == text.size() ? taken.size() : taken.size() + 1);
    return taken;
  }

  static std::FILE* opened(const std::string& name) {
    std::FILE* const file = std::fopen(name.c_str(), "we");
    if (!file)
      throw std::system_error(errno, std::generic_category(), name);
    return file;
  }

  void error(Severity severity, std::string_view text) {
    ++errors_;
    if (options_.format != "text" || options_.savesXml)
      findings_.push_back(parseFinding(severity, text));
    if (options_.printLimit && errors_ > options_.printLimit)
      return;
    lines(text);
    line("");
  }

  void lines(std::string_view text) {
    while (!text.empty())
      if (const std::string_view next = nextLine(text); isShown(next))
        line(options_.keepsPaths ? std::string(next) : withoutFolder(next));
  }

  bool isShown(std::string_view text) const {
    if (text.starts_with("    Device Frame: "))
      return options_.showsDeviceFrames;
    const bool isOfHost =
        text.starts_with("        Host Frame: ") || text.starts_with("    Saved host backtrace");
    return options_.showsHostFrames || !isOfHost;
  }

  // "at add(float*) in /home/me/add.cu:12" without the folder.
  static std::string withoutFolder(std::string_view text) {
    constexpr std::string_view kIn = " in /";
    const std::size_t in = text.rfind(kIn), slash = text.rfind('/');
    if (in == std::string_view::npos)
      return std::string(text);
    return std::string(text.substr(0, in + kIn.size() - 1)).append(text.substr(slash + 1));
  }

  const CheckOptions& options_;
  std::FILE* file_ = stdout;
  std::FILE* saved_ = nullptr;          // of --save
  std::vector<ParsedFinding> findings_; // for formats that are written at the end
  std::uint64_t errors_ = 0, warnings_ = 0, leaks_ = 0, leakedBytes_ = 0;
  bool usesCuda_ = false;
};

// What the libraries in the program read.
void setEnvironment(const CheckOptions& options, const fs::path& findings) {
  std::string words = options.tool;
  if (options.checksLeaks)
    words += ",leaks";
  if (options.apiErrors != "no")
    words += options.apiErrors == "all" ? ",all-api-errors" : ",api-errors";
  setenv("HEDDLE_CHECK", words.c_str(), 1);
  setenv("HEDDLE_CHECK_FILE", findings.c_str(), 1);
  setenv("HEDDLE_CHECK_KERNELS", options.kernelFilter.c_str(), 1);
  setenv("HEDDLE_CHECK_LAUNCHES",
         fmt::format("{},{}", options.launchSkip, options.launchCount).c_str(), 1);
  if (!options.followsChildren)
    setenv("HEDDLE_CHECK_PROCESS", std::to_string(getpid()).c_str(), 1);
}

pid_t start(const CheckOptions& options, const fs::path& findings) {
  const pid_t child = fork();
  if (child < 0)
    throw std::system_error(errno, std::generic_category(), "fork");
  if (child != 0)
    return child;
  setEnvironment(options, findings);
  std::vector<char*> words;
  for (const std::string& word : options.program)
    words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execvp(words[0], words.data());
  fmt::print(stderr, "compute-sanitizer: {}: {}\n", options.program[0], std::strerror(errno));
  _exit(127);
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
int follow(pid_t program, FindingsFile& findings, Report& report) {
  const auto take = [&](std::string_view record) { report.take(record); };
  int status = 0;
  while (waitpid(program, &status, WNOHANG) == 0) {
    findings.read(take);
    usleep(kPollMicroseconds);
  }
  findings.read(take);
  return status;
}

// `heddle run` compiles a source and runs it.
void compileSource(Arguments& program) {
  if (!program.front().ends_with(".cu"))
    return;
  program.insert(program.begin(),
                 {fs::read_symlink("/proc/self/exe").string(), "run", "-lineinfo"});
}

// Prints the records that --save has written.
int printSaved(const CheckOptions& options) {
  std::ifstream file(options.readFile, std::ios::binary);
  if (!file)
    throw std::system_error(errno, std::generic_category(), options.readFile);
  Report report(options);
  report.line("COMPUTE-SANITIZER");
  for (std::string record; std::getline(file, record, '\0');)
    if (!record.empty())
      report.take(record);
  report.summary();
  return report.errors() > 0 ? options.errorExitCode : 0;
}

} // namespace

int checkCommand(const Arguments& words) {
  CheckOptions options = parseCheckOptions(words);
  if (options.showsHelp) {
    fmt::print("{}", kCheckUsage);
    return 0;
  }
  if (!options.readFile.empty())
    return printSaved(options);
  compileSource(options.program);
  FindingsFile findings;
  Report report(options);
  report.line("COMPUTE-SANITIZER");
  const pid_t program = start(options, findings.path());
  passSignalsOn(program);
  const int status = follow(program, findings, report);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (options.requiresCuda && !report.usesCuda())
    report.line("Error: Target application terminated before first instrumented API call");
  if (WIFSIGNALED(status))
    report.line("Error: process didn't terminate successfully");
  else if (options.reportsExitCode && code != 0)
    report.line("Target application returned an error");
  report.summary();
  return code == 0 && report.errors() > 0 ? options.errorExitCode : code;
}

} // namespace heddle::tools
