#include "trace/findings.h"

#include "environment/environment.h"
#include "trace/host_frames.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdio>
#include <fcntl.h>
#include <regex.h>
#include <unistd.h>

namespace heddle::trace {

namespace {

// Takes a word of HEDDLE_CHECK that switches something on. Returns false for other words.
bool takeSwitch(std::string_view word, CheckSettings& settings) {
  struct Switch {
    std::string_view word;
    bool CheckSettings::* member;
  };
  constexpr Switch kSwitches[] = {{"memcheck", &CheckSettings::memoryAccesses},
                                  {"initcheck", &CheckSettings::initialisedReads},
                                  {"initcheck-block", &CheckSettings::initialisedBlock},
                                  {"synccheck", &CheckSettings::synchronisation},
                                  {"racecheck", &CheckSettings::sharedRaces},
                                  {"global-races", &CheckSettings::globalRaces},
                                  {"race-hazards", &CheckSettings::raceHazards},
                                  {"unused-memory", &CheckSettings::unusedMemory},
                                  {"portability", &CheckSettings::portability},
                                  {"reverse-blocks", &CheckSettings::reverseBlocks},
                                  {"strict", &CheckSettings::strict},
                                  {"use-before-alloc", &CheckSettings::usesBeforeAllocation},
                                  {"use-after-free", &CheckSettings::usesAfterFree},
                                  {"leaks", &CheckSettings::leaks}};
  for (const Switch& each : kSwitches)
    if (word == each.word)
      return settings.*each.member = true;
  return false;
}

bool takeChoice(std::string_view word, CheckSettings& settings) {
  if (word == "api-errors")
    settings.apiErrors = ApiErrors::OfProgram;
  else if (word == "all-api-errors")
    settings.apiErrors = ApiErrors::All;
  else if (word == "simple-names")
    settings.names = FunctionNames::Simple;
  else if (word == "mangled-names")
    settings.names = FunctionNames::Mangled;
  else if (word == "no-race-analysis")
    settings.raceAnalysis = false;
  else
    return false;
  return true;
}

// Whether the executable of this process is one of those in a list of names and expressions.
bool isChosen(std::string_view list) {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  const std::string_view whole(path, static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
  const std::string name(whole.substr(whole.rfind('/') + 1));
  constexpr std::string_view kRegex = "regex:";
  while (!list.empty()) {
    const std::string_view each = list.substr(0, list.find(','));
    list.remove_prefix(each.size() == list.size() ? each.size() : each.size() + 1);
    if (!each.starts_with(kRegex)) {
      if (each == name)
        return true;
      continue;
    }
    regex_t expression;
    if (regcomp(&expression, std::string(each.substr(kRegex.size())).c_str(),
                REG_EXTENDED | REG_NOSUB) != 0)
      continue;
    const bool isMatch = regexec(&expression, name.c_str(), 0, nullptr, 0) == 0;
    regfree(&expression);
    if (isMatch)
      return true;
  }
  return false;
}

CheckSettings readSettings() {
  CheckSettings settings;
  const char* const process = environmentVariable("HEDDLE_CHECK_PROCESS");
  if (process && process != std::to_string(getpid()))
    return settings;
  const char* const executables = environmentVariable("HEDDLE_CHECK_EXECUTABLES");
  if (executables && !isChosen(executables))
    return settings;
  const char* const text = environmentVariable("HEDDLE_CHECK");
  std::string_view rest = text ? text : "";
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find(','));
    rest.remove_prefix(word.size() == rest.size() ? word.size() : word.size() + 1);
    if (!takeSwitch(word, settings) && !takeChoice(word, settings))
      std::fprintf(stderr, "heddle: HEDDLE_CHECK has the unknown word %.*s\n",
                   static_cast<int>(word.size()), word.data());
  }
  // Lockstep hides races between the threads of a warp.
  if (settings.portability && !settings.sharedRaces)
    settings.sharedRaces = settings.warpRacesOnly = true;
  return settings;
}

// Negative when there is no file.
int findingsFile() {
  static const int file = [] {
    const char* const path = environmentVariable("HEDDLE_CHECK_FILE");
    if (!path || !*path)
      return -1;
    const int opened = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (opened < 0)
      std::fprintf(stderr, "heddle: cannot open the file of findings %s\n", path);
    return opened;
  }();
  return file;
}

void printLines(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() == text.size() ? line.size() : line.size() + 1);
    std::fprintf(stderr, "========= %.*s\n", static_cast<int>(line.size()), line.data());
  }
}

} // namespace

const CheckSettings& checkSettings() {
  static const CheckSettings settings = readSettings();
  return settings;
}

void reportFinding(Finding kind, const std::string& text) {
  if (findingsFile() < 0)
    return printLines(text);
  // One write(), so that the records of several threads and libraries do not mix.
  const std::string record = static_cast<char>(kind) + text + '\0';
  while (write(findingsFile(), record.data(), record.size()) < 0 && errno == EINTR) {
  }
}

void reportApiError(std::string_view function, int error, std::string_view name,
                    std::string_view description, unsigned depth) {
  const ApiErrors wanted = checkSettings().apiErrors;
  if (wanted == ApiErrors::None || (wanted == ApiErrors::OfProgram && depth > 0))
    return;
  std::string text = "Program hit ";
  text.append(name).append(" (error ").append(std::to_string(error)).append(") due to \"");
  text.append(description).append("\" on CUDA API call to ").append(function).append(".");
  text += describe(callersOf(function), "error");
  reportFinding(Finding::Error, text);
}

std::string hexadecimal(std::uint64_t number) {
  char digits[16];
  const auto end = std::to_chars(digits, digits + sizeof digits, number, 16).ptr;
  return "0x" + std::string(digits, end);
}

std::string withCommas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t end = digits.size(); end > 3; end -= 3)
    digits.insert(end - 3, ",");
  return digits;
}

} // namespace heddle::trace
