#include "trace/findings.h"

#include "environment/environment.h"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

namespace heddle::trace {

namespace {

CheckSettings readSettings() {
  CheckSettings settings;
  const char* const process = environmentVariable("HEDDLE_CHECK_PROCESS");
  if (process && process != std::to_string(getpid()))
    return settings;
  const char* const text = environmentVariable("HEDDLE_CHECK");
  std::string_view rest = text ? text : "";
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find(','));
    rest.remove_prefix(word.size() == rest.size() ? word.size() : word.size() + 1);
    if (word == "memcheck")
      settings.memoryAccesses = true;
    else if (word == "initcheck")
      settings.initialisedReads = true;
    else if (word == "synccheck")
      settings.synchronisation = true;
    else if (word == "racecheck")
      settings.sharedRaces = true;
    else if (word == "leaks")
      settings.leaks = true;
    else if (word == "api-errors")
      settings.apiErrors = ApiErrors::OfProgram;
    else if (word == "all-api-errors")
      settings.apiErrors = ApiErrors::All;
    else
      std::fprintf(stderr, "heddle: HEDDLE_CHECK has the unknown word %.*s\n",
                   static_cast<int>(word.size()), word.data());
  }
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
  reportFinding(Finding::Error, text);
}

std::string hexadecimal(std::uint64_t number) {
  char digits[16];
  const auto end = std::to_chars(digits, digits + sizeof digits, number, 16).ptr;
  return "0x" + std::string(digits, end);
}

} // namespace heddle::trace
