#include "tools/check_options.h"

#include "toolkit/tool_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace heddle::tools {
namespace {

using toolkit::UsageError;

[[noreturn]] void refuse(std::string_view option) {
  throw UsageError(fmt::format("the argument for option '{}' is invalid", option));
}

std::string oneOf(std::string_view option, const std::string& value,
                  std::initializer_list<std::string_view> values) {
  if (std::ranges::find(values, value) == values.end())
    refuse(option);
  return value;
}

template <typename Number> Number number(std::string_view option, const std::string& value) {
  Number result{};
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), result);
  if (error != std::errc() || end != value.data() + value.size())
    throw UsageError(fmt::format("the argument ('{}') for option '{}' is invalid", value, option));
  return result;
}

// The filters of a list as people write it, `kernel_name=add,kns=ad`, as lines of
// HEDDLE_CHECK_KERNELS. A regular expression may have commas, and is the rest of the list.
std::string kernelFilters(std::string_view option, std::string_view list) {
  struct Key {
    std::string_view written, meant;
  };
  constexpr Key kKeys[] = {
      {"kernel_name=", "name="}, {"kne=", "name="},           {"kernel_substring=", "part="},
      {"kns=", "part="},         {"kernel_regex=", "regex="}, {"regex=", "regex="},
      {"regex:", "regex="}};
  const char sign = option.ends_with("-exclude") ? '-' : '+';
  std::string filters;
  while (!list.empty()) {
    std::string_view meant = option.starts_with("--kernel-regex") ? "regex=" : "name=";
    for (const Key& key : kKeys)
      if (list.starts_with(key.written)) {
        meant = key.meant;
        list.remove_prefix(key.written.size());
        break;
      }
    const std::string_view text = meant == "regex=" ? list : list.substr(0, list.find(','));
    list.remove_prefix(text.size() == list.size() ? text.size() : text.size() + 1);
    filters += fmt::format("{}{}{}\n", sign, meant, text);
  }
  return filters;
}

// Options about what is not here: a device far from the program, to which something has to be
// connected, OptiX and other processors; and switches of checks that are always made, because they
// cost nothing. They are taken, so that scripts work, and change nothing.
struct TakenOption {
  std::string_view name;
  std::string_view values; // separated by bars; "N": a number, "TEXT": anything, empty: no value
};
constexpr TakenOption kTakenOptions[] = {
    {"--check-bulk-copy", "yes|no"},
    {"--check-cache-control", ""},
    {"--check-optix", ""},
    {"--check-optix-leaks", ""},
    {"--check-warpgroup-mma", "yes|no"},
    {"--detect-missing-module-unload", ""},
    {"--force-blocking-launches", ""},
    {"--force-synchronization-limit", "N"},
    {"--ignore-getprocaddress-notfound", ""},
    {"--injection-path", "TEXT"},
    {"--injection-path32", "TEXT"},
    {"--kill", ""},
    {"--launch-timeout", "N"},
    {"--max-connections", "N"},
    {"--missing-barrier-init-is-fatal", "yes|no"},
    {"--num-cuda-barriers", "N"},
    {"--nvtx", "yes|no"},
    {"--padding", "N"},
    {"--port", "N"},
    {"--racecheck-continue-on-deadlock", "yes|no"},
    {"--racecheck-deadlock-timeout", "N"},
    {"--racecheck-num-workers", "N"},
    {"--support-32bit", ""},
};

// Options that would have a meaning here, but nothing stands behind them: whoever gives one shall
// know that it does nothing.
constexpr TakenOption kUnsupportedOptions[] = {
    {"--coredump-behavior", "full|exit"},
    {"--coredump-name", "TEXT"},
    {"--destroy-on-device-error", "context|kernel"},
    {"--generate-coredump", ""},
    {"--mode", "launch-and-attach|launch|attach"},
    {"--racecheck-memcpy-async", "yes|no"},
    {"--racecheck-trace-sync", "yes|no"},
    {"--save-session-details", ""},
};

// The first value of each of these options is what happens in any case.
bool isDefault(const TakenOption& option, std::string_view value) {
  return option.name != "--racecheck-trace-sync"
             ? !option.values.empty() && option.values.starts_with(value)
             : option.values.ends_with(value);
}

void checkValue(const TakenOption& option, const std::string& value) {
  if (option.values == "TEXT")
    return;
  if (option.values == "N") {
    number<std::uint64_t>(option.name, value);
    return;
  }
  std::string_view rest = option.values;
  while (!rest.empty()) {
    const std::string_view each = rest.substr(0, rest.find('|'));
    if (each == value)
      return;
    rest.remove_prefix(each.size() == rest.size() ? each.size() : each.size() + 1);
  }
  refuse(option.name);
}

// Takes the current option if it is this one. Returns whether it did, and its value.
std::optional<std::string> take(toolkit::ToolOptions& words, const TakenOption& option) {
  if (option.values.empty())
    return words.is({option.name}) ? std::optional<std::string>("") : std::nullopt;
  std::optional<std::string> value = words.value({option.name});
  if (value)
    checkValue(option, *value);
  return value;
}

bool takeWithoutEffect(toolkit::ToolOptions& words) {
  for (const TakenOption& option : kTakenOptions)
    if (take(words, option))
      return true;
  for (const TakenOption& option : kUnsupportedOptions)
    if (const std::optional<std::string> value = take(words, option)) {
      if (option.values.empty() || !isDefault(option, *value))
        fmt::print(stderr, "compute-sanitizer: {} {}is not supported and has no effect\n",
                   option.name, value->empty() ? "" : *value + " ");
      return true;
    }
  return false;
}

bool takeFlag(const toolkit::ToolOptions& words, CheckOptions& options) {
  struct Flag {
    std::string_view name, shortName;
    bool CheckOptions::* member;
  };
  constexpr Flag kFlags[] = {{"--help", "-h", &CheckOptions::showsHelp},
                             {"--xml", "--", &CheckOptions::savesXml},
                             {"--quiet", "-q", &CheckOptions::isQuiet},
                             {"--print-session-details", "--", &CheckOptions::showsDetails},
                             {"--track-unused-memory", "--", &CheckOptions::tracksUnused}};
  for (const Flag& flag : kFlags)
    if (words.is({flag.name}) || (flag.shortName != "--" && words.is({flag.shortName}))) {
      options.*flag.member = true;
      return true;
    }
  return false;
}

// Options whose value is yes or no.
bool takeYesOrNo(toolkit::ToolOptions& words, CheckOptions& options) {
  struct Switch {
    std::string_view name;
    bool CheckOptions::* member;
  };
  constexpr Switch kSwitches[] = {
      {"--backtrace-short", &CheckOptions::isBacktraceShort},
      {"--check-api-memory-access", &CheckOptions::checksApiAccesses},
      {"--check-device-heap", &CheckOptions::checksDeviceHeap},
      {"--check-exit-code", &CheckOptions::reportsExitCode},
      {"--require-cuda-init", &CheckOptions::requiresCuda},
      {"--strict", &CheckOptions::isStrict},
      {"--strip-paths", &CheckOptions::stripsPaths},
  };
  for (const Switch& each : kSwitches)
    if (const std::optional<std::string> value = words.value({each.name})) {
      options.*each.member = oneOf(each.name, *value, {"yes", "no"}) == "yes";
      return true;
    }
  return false;
}

bool takeNumber(toolkit::ToolOptions& words, CheckOptions& options) {
  struct Count {
    std::string_view name, shortName;
    std::uint64_t CheckOptions::* member;
  };
  constexpr Count kCounts[] = {
      {"--launch-count", "-c", &CheckOptions::launchCount},
      {"--launch-skip", "-s", &CheckOptions::launchSkip},
      {"--num-callers-device", "--", &CheckOptions::deviceCallers},
      {"--num-callers-host", "--", &CheckOptions::hostCallers},
      {"--print-limit", "--", &CheckOptions::printLimit},
      {"--unused-memory-threshold", "--", &CheckOptions::unusedThreshold},
  };
  for (const Count& count : kCounts)
    if (const std::optional<std::string> value = words.value({count.name, count.shortName})) {
      options.*count.member = number<std::uint64_t>(count.name, *value);
      return true;
    }
  return false;
}

bool takeText(toolkit::ToolOptions& words, CheckOptions& options) {
  struct Text {
    std::string_view name;
    std::string CheckOptions::* member;
    std::string_view values; // empty: anything
  };
  constexpr std::string_view kTools = "memcheck|racecheck|initcheck|synccheck|portability|all";
  constexpr Text kTexts[] = {
      {"--tool", &CheckOptions::tool, kTools},
      {"-t", &CheckOptions::tool, kTools},
      {"--demangle", &CheckOptions::demangle, "full|simple|no"},
      {"--format", &CheckOptions::format, "text|explained|json|sarif"},
      {"--language", &CheckOptions::language, "c|fortran"},
      {"--log-file", &CheckOptions::logFile, ""},
      {"--preload-library", &CheckOptions::preload, ""},
      {"--prefix", &CheckOptions::prefix, ""},
      {"--print-level", &CheckOptions::printLevel, "info|warn|error|fatal"},
      {"--initcheck-address-space", &CheckOptions::initSpace, "global|shared|all"},
      {"--racecheck-address-space", &CheckOptions::raceSpace, "shared|global|all"},
      {"--racecheck-detect-level", &CheckOptions::raceLevel, "info|warn|error"},
      {"--racecheck-report", &CheckOptions::raceReport, "all|hazard|analysis"},
      {"--read", &CheckOptions::readFile, ""},
      {"--report-api-errors", &CheckOptions::apiErrors, "all|explicit|no"},
      {"--save", &CheckOptions::saveFile, ""},
      {"--suppressions", &CheckOptions::suppressions, ""},
      {"--target-processes-filter", &CheckOptions::processFilter, ""},
      {"--track-stream-ordered-races", &CheckOptions::streamOrderedRaces,
       "all|use-before-alloc|use-after-free|no"},
  };
  for (const Text& text : kTexts)
    if (const std::optional<std::string> value = words.value({text.name})) {
      if (!text.values.empty())
        checkValue({text.name, text.values}, *value);
      options.*text.member = *value;
      return true;
    }
  return false;
}

// Options that set something else than their value.
bool takeOther(toolkit::ToolOptions& words, CheckOptions& options) {
  std::optional<std::string> value;
  std::string_view option;
  const auto is = [&](std::string_view name, std::string_view other = "--") {
    option = name;
    value = words.value({name, other});
    return value.has_value();
  };
  if (is("--leak-check"))
    options.checksLeaks = oneOf(option, *value, {"full", "no"}) == "full";
  else if (is("--show-backtrace")) {
    oneOf(option, *value, {"yes", "no", "host", "device"});
    options.showsHostFrames = *value == "yes" || *value == "host";
    options.showsDeviceFrames = *value == "yes" || *value == "device";
  } else if (is("--target-processes"))
    options.followsChildren = oneOf(option, *value, {"all", "application-only"}) == "all";
  else if (is("--error-exitcode"))
    options.errorExitCode = number<int>(option, *value);
  else if (is("--kernel-name", "-k") || is("--kernel-regex") || is("--kernel-name-exclude") ||
           is("--kernel-regex-exclude"))
    options.kernelFilter += kernelFilters(option, *value);
  return value.has_value();
}

constexpr std::string_view kUsage =
    R"(usage: compute-sanitizer [options] PROGRAM [arguments]
       heddle check [options] SOURCE.cu|PROGRAM [arguments]

Runs a CUDA program with checks in its kernels, and reports what is wrong. A source is compiled
first, with the lines of its kernels. compute-sanitizer does what NVIDIA's command does. heddle
check begins with --tool all --format explained --initcheck-address-space all
--racecheck-address-space all --error-exitcode 1.

What is checked
  --tool, -t memcheck|racecheck|initcheck|synccheck|portability|all
                               memory accesses (the default), races on shared memory, reads of
                               memory that was not written, barriers, what other GPUs do not
                               promise, or all but that in one run
  --strict yes|no              also report barriers that whole warps pass by, which GPUs allow (no)
  --kernel-name, --kernel-name-exclude kernel_name=NAME,kernel_substring=TEXT,...
  --kernel-regex, --kernel-regex-exclude regex=EXPRESSION
                               which kernels are checked
  --launch-skip, -s N, --launch-count, -c N
                               begin behind N launches of these kernels, and check N of them
  --target-processes all|application-only
                               whether processes that the program starts are checked, too (all)
  --target-processes-filter NAME,regex:EXPRESSION,...
                               only processes of executables with these names
  --leak-check full|no         memcheck: device memory that is not freed (no)
  --report-api-errors all|explicit|no
                               memcheck: calls that fail, also those inside of other calls, those
                               of the program (the default), or none
  --check-device-heap yes|no   memcheck: malloc and free in kernels (yes)
  --track-stream-ordered-races all|use-before-alloc|use-after-free|no
                               memcheck: memory of cudaMallocAsync that is used on another stream
                               with nothing that orders this behind the allocation, or before
                               cudaFreeAsync (no)
  --racecheck-address-space shared|global|all
                               racecheck: on which memory (shared)
  --racecheck-report hazard|analysis|all
                               racecheck: single accesses, or pairs of places (analysis)
  --racecheck-detect-level info|warn|error
                               racecheck: whether races within a warp are reported (warn)
  --check-api-memory-access yes|no
                               initcheck: copies by the API (yes)
  --initcheck-address-space global|shared|all
                               initcheck: on which memory; with shared memory goes local (global)
  --track-unused-memory        initcheck: memory that nobody has written until it is freed
  --unused-memory-threshold N  initcheck: only where N percent or more are unused (0)

How it is reported
  --format text|explained|json|sarif
                               as NVIDIA's command does (the default), with explanations and the
                               source, JSON, or SARIF for services that show findings at their lines
  --print-limit N              print so many errors, 0 for all (100)
  --print-level info|warn|error|fatal
                               print no warnings (error), or nothing (fatal)
  --log-file FILE              write to FILE; %p is the number of this process, %q{NAME} a variable
  --save FILE, --xml           also save the findings to FILE, for --read, or with --xml as XML
  --read FILE                  print the findings that --save has saved; no program runs
  --prefix TEXT                what each line begins with (=========)
  --suppressions FILE          leave out findings that --xml --save has written to FILE
  --quiet, -q                  print nothing but findings
  --print-session-details      print what runs where, and when
  --demangle full|simple|no    names of functions as in the source (the default), without
                               parameters, or as in the code
  --language c|fortran         count threads and blocks from 0 or from 1
  --show-backtrace yes|host|device|no
                               which callers are shown (yes)
  --backtrace-short yes|no     no callers of main, and none in the CUDA runtime (yes)
  --num-callers-device N, --num-callers-host N
                               so many callers, 0 for all (0)
  --strip-paths yes|no         leave out the folders of source files (yes)

How the command ends
  --error-exitcode N           exit with N if there are errors
  --check-exit-code yes|no     say so if the program fails (yes)
  --require-cuda-init yes|no   fail if the program does not use CUDA (yes)
  --preload-library LIST       libraries that the program loads first

Taken without effect, since nothing here needs them:
)";

std::string names(std::span<const TakenOption> options) {
  std::string text, line = " ";
  for (const TakenOption& option : options) {
    constexpr std::size_t kWidth = 100;
    if (line.size() + option.name.size() >= kWidth)
      text += std::exchange(line, " ") + "\n";
    line.append(" ").append(option.name);
  }
  return text + line + "\n";
}

} // namespace

std::string checkUsage() {
  return fmt::format("{}{}\nTaken, named as not supported, and without effect:\n{}", kUsage,
                     names(kTakenOptions), names(kUnsupportedOptions));
}

Arguments CheckOptions::tools() const {
  return tool == "all" ? Arguments{"memcheck", "racecheck", "initcheck", "synccheck"}
                       : Arguments{tool};
}

std::string CheckOptions::settings() const {
  Arguments words = tools();
  const auto add = [&](bool condition, const char* word) {
    if (condition)
      words.emplace_back(word);
  };
  const auto runs = [&](std::string_view name) { return tool == name || tool == "all"; };
  if (raceSpace == "global")
    std::erase(words, "racecheck");
  if (initSpace == "shared")
    std::erase(words, "initcheck");
  add(runs("initcheck") && initSpace != "global", "initcheck-block");
  add(runs("racecheck") && raceSpace != "shared", "global-races");
  add(runs("racecheck") && raceReport != "analysis", "race-hazards");
  add(runs("racecheck") && raceReport == "hazard", "no-race-analysis");
  add(runs("initcheck") && tracksUnused, "unused-memory");
  const auto tracks = [&](std::string_view races) {
    return runs("memcheck") && (streamOrderedRaces == races || streamOrderedRaces == "all");
  };
  add(tracks("use-before-alloc"), "use-before-alloc");
  add(tracks("use-after-free"), "use-after-free");
  add(isStrict, "strict");
  add(checksLeaks, "leaks");
  add(apiErrors == "all", "all-api-errors");
  add(apiErrors == "explicit" || (apiErrors.empty() && runs("memcheck")), "api-errors");
  add(demangle == "simple", "simple-names");
  add(demangle == "no", "mangled-names");
  return fmt::format("{}", fmt::join(words, ","));
}

CheckOptions parseCheckOptions(const Arguments& arguments, CheckCommand command) {
  CheckOptions options;
  if (command == CheckCommand::HeddleCheck) {
    options.tool = "all";
    options.format = "explained";
    options.errorExitCode = 1;
    options.initSpace = "all";
    options.raceSpace = "all";
  }
  toolkit::ToolOptions words(arguments);
  for (; !words.atEnd() && !words.isFile(); words.next()) {
    if (words.is({"--"})) {
      words.next();
      break;
    }
    if (!takeFlag(words, options) && !takeYesOrNo(words, options) && !takeNumber(words, options) &&
        !takeText(words, options) && !takeOther(words, options) && !takeWithoutEffect(words))
      throw UsageError(fmt::format("unrecognised option '{}'", words.word()));
  }
  for (; !words.atEnd(); words.next())
    options.program.push_back(words.word());
  if (options.savesXml && options.saveFile.empty())
    throw UsageError("--xml was enabled but no save location was specified");
  return options;
}

} // namespace heddle::tools
