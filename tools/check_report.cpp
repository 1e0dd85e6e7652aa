#include "tools/check_report.h"

#include "environment/environment.h"
#include "toolkit/tool_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <regex>
#include <sys/utsname.h>
#include <system_error>
#include <unistd.h>

namespace heddle::tools {
namespace {

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
    } else if (pattern.starts_with("%") && !pattern.starts_with("%%")) {
      throw toolkit::UsageError(
          fmt::format("Unknown macro '{}' in {}", pattern.substr(0, 2), pattern));
    } else {
      name += pattern.front();
      if (pattern.starts_with("%%"))
        pattern.remove_prefix(1);
      pattern.remove_prefix(1);
    }
  }
  return name;
}

std::FILE* opened(const std::string& name) {
  std::FILE* const file = std::fopen(name.c_str(), "we");
  if (!file)
    throw std::system_error(errno, std::generic_category(), name);
  return file;
}

std::string_view nextLine(std::string_view& text) {
  const std::string_view taken = text.substr(0, text.find('\n'));
  text.remove_prefix(taken.size() == text.size() ? taken.size() : taken.size() + 1);
  return taken;
}

// "at add(float*) in /home/me/add.cu:12" without the folder.
std::string withoutFolder(std::string_view text) {
  constexpr std::string_view kIn = " in /";
  const std::size_t in = text.rfind(kIn), slash = text.rfind('/');
  if (in == std::string_view::npos)
    return std::string(text);
  return std::string(text.substr(0, in + kIn.size() - 1)).append(text.substr(slash + 1));
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// Fortran counts from 1: adds that to the three numbers of each thread and block in a line.
std::string countedFromOne(std::string_view text) {
  static const std::regex kIndex(R"(\b(thread|Thread|block) \((\d+),(\d+),(\d+)\))");
  std::string result;
  std::cmatch match;
  const char* from = text.data();
  while (std::regex_search(from, text.data() + text.size(), match, kIndex)) {
    const auto next = [&](int group) { return std::stoull(match[group].str()) + 1; };
    result += fmt::format("{}{} ({},{},{})", match.prefix().str(), match[1].str(), next(2), next(3),
                          next(4));
    from = match.suffix().first;
  }
  return result.append(from, text.data() + text.size());
}

// Which of the lines about callers in one report are shown.
class Callers {
public:
  explicit Callers(const CheckOptions& options) : options_(options) {}

  bool isShown(std::string_view text) {
    if (text.starts_with("    Device Frame: "))
      return options_.showsDeviceFrames && isInLimit(device_, options_.deviceCallers);
    if (text.starts_with("    Saved host backtrace"))
      return options_.showsHostFrames;
    constexpr std::string_view kFrame = "        Host Frame: ";
    if (!text.starts_with(kFrame))
      return true;
    const bool isHidden = options_.isBacktraceShort && isBoring(text.substr(kFrame.size()));
    return options_.showsHostFrames && !isHidden && isInLimit(host_, options_.hostCallers);
  }

private:
  // Behind main there are only the C library and the start of the process; before the program's
  // first function there is the CUDA runtime.
  bool isBoring(std::string_view frame) {
    const bool isBehindMain = hasMain_;
    hasMain_ |= frame.starts_with("main [");
    const bool isOfRuntime = frame.starts_with("cuda") || frame.starts_with("__cuda") ||
                             frame.starts_with("heddle::") ||
                             frame.find(" in libcudart.so") != std::string_view::npos;
    return isBehindMain || isOfRuntime || frame.starts_with("__libc_start") ||
           frame.find(" in libc.so") != std::string_view::npos;
  }
  static bool isInLimit(std::uint64_t& count, std::uint64_t limit) {
    return ++count <= limit || limit == 0;
  }

  const CheckOptions& options_;
  bool hasMain_ = false;
  std::uint64_t device_ = 0, host_ = 0;
};

} // namespace

CheckReport::CheckReport(const CheckOptions& options) : options_(options) {
  if (!options.suppressions.empty())
    suppressions_ = Suppressions(options.suppressions);
  if (!options.logFile.empty())
    file_ = opened(expandedName(options.logFile));
  if (!options.saveFile.empty())
    saved_ = opened(expandedName(options.saveFile));
}

CheckReport::~CheckReport() {
  if (file_ != stdout)
    std::fclose(file_);
  if (saved_)
    std::fclose(saved_);
}

void CheckReport::title() {
  if (!options_.isQuiet)
    line("COMPUTE-SANITIZER");
  if (!options_.showsDetails)
    return;
  utsname system{};
  uname(&system);
  const auto detail = [&](std::string_view name, std::string_view value) {
    line(fmt::format("{:<24}{}", fmt::format("{}:", name), value));
  };
  detail("Process ID", std::to_string(getpid()));
  const std::time_t now = std::time(nullptr);
  char created[32] = "";
  if (std::tm local{}; localtime_r(&now, &local))
    std::strftime(created, sizeof created, "%Y-%b-%d %H:%M:%S", &local);
  detail("Created", created);
  detail("System OS", system.sysname);
  detail("OS build", system.version);
  detail("CPU architecture", system.machine);
  detail("Computer Name", system.nodename);
  if (!options_.program.empty())
    detail("Target application", options_.program.front());
  line("");
}

void CheckReport::line(std::string_view text) {
  if (options_.format != "text")
    return;
  fmt::print(file_, "{} {}\n", options_.prefix, text);
  std::fflush(file_);
}

void CheckReport::note(std::string_view text) {
  line(text);
  if (options_.format == "explained")
    fmt::print(file_, "heddle check: {}\n", text);
}

void CheckReport::take(std::string_view record) {
  if (saved_ && !options_.savesXml)
    fmt::print(saved_, "{}{}", record, '\0');
  const char kind = record.front();
  record.remove_prefix(1);
  if (kind == 'S') {
    usesCuda_ = true;
  } else if (kind == 'N') {
    note(record);
  } else if (kind == 'L') {
    leakedBytes_ += std::strtoull(std::string(nextLine(record)).c_str(), nullptr, 10);
    ++leaks_;
    error(Severity::Leak, record);
  } else if (kind == 'E') {
    error(Severity::Error, record);
  } else if (kind == 'W') {
    error(Severity::Warning, record);
  }
}

void CheckReport::summary() {
  if (!options_.isQuiet)
    printCounts();
  if (options_.format == "json")
    fmt::print(file_, "{}", toJson(options_.tool, findings_));
  else if (options_.format == "sarif")
    fmt::print(file_, "{}", toSarif(options_.tool, findings_));
  else if (options_.format == "explained")
    fmt::print(file_, "{}", explained_.text(fmt::format("{}", fmt::join(options_.tools(), ", "))));
  if (saved_ && options_.savesXml)
    fmt::print(saved_, "{}", toXml(findings_));
}

void CheckReport::printCounts() {
  if (options_.checksLeaks)
    line(fmt::format("LEAK SUMMARY: {} bytes leaked in {} allocations", leakedBytes_, leaks_));
  if (options_.tool == "racecheck")
    line(fmt::format("RACECHECK SUMMARY: {} displayed ({}, {})", counted(printed_, "hazard"),
                     counted(errors_ - warnings_, "error"), counted(warnings_, "warning")));
  else
    line(fmt::format("ERROR SUMMARY: {}", counted(errors_, "error")));
  if (options_.tool != "racecheck" && options_.printLimit && errors_ > options_.printLimit)
    line(fmt::format("ERROR SUMMARY: {} errors were not printed. Use --print-limit option to "
                     "adjust the number of printed errors",
                     errors_ - options_.printLimit));
}

bool CheckReport::isLeftOut(Severity severity, std::string_view text) const {
  if (severity == Severity::Warning && options_.raceLevel == "error")
    return true;
  if (options_.printLevel == "fatal" ||
      (options_.printLevel == "error" && severity == Severity::Warning))
    return true;
  const bool isOfHeap = text.starts_with("Malloc/Free") ||
                        (severity == Severity::Leak && text.find("device heap") != text.npos);
  return (!suppressions_.empty() && suppressions_.hold(severity, text)) ||
         (!options_.checksDeviceHeap && isOfHeap) ||
         (!options_.checksApiAccesses && text.starts_with("Host API memory access"));
}

void CheckReport::error(Severity severity, std::string_view text) {
  if (isLeftOut(severity, text))
    return;
  ++errors_;
  warnings_ += severity == Severity::Warning;
  if (options_.format == "explained")
    explained_.add(parseFinding(severity, text));
  if (options_.format == "json" || options_.format == "sarif" || options_.savesXml)
    findings_.push_back(parseFinding(severity, text));
  if (options_.printLimit && printed_ >= options_.printLimit)
    return;
  ++printed_;
  lines(text);
  line("");
}

void CheckReport::lines(std::string_view text) {
  Callers callers(options_);
  while (!text.empty()) {
    const std::string_view next = nextLine(text);
    if (!callers.isShown(next))
      continue;
    const std::string shown = options_.stripsPaths ? withoutFolder(next) : std::string(next);
    line(options_.language == "fortran" ? countedFromOne(shown) : shown);
  }
}

} // namespace heddle::tools
