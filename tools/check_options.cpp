#include "tools/check_options.h"

#include "toolkit/tool_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace heddle::tools {
namespace {

using toolkit::UsageError;

[[noreturn]] void refuse(std::string_view option, std::string_view value) {
  throw UsageError(fmt::format("the option {} does not take the value '{}'", option, value));
}

std::string oneOf(std::string_view option, const std::string& value,
                  std::initializer_list<std::string_view> values) {
  if (std::ranges::find(values, value) == values.end())
    refuse(option, value);
  return value;
}

bool yesOrNo(std::string_view option, const std::string& value) {
  return oneOf(option, value, {"yes", "no"}) == "yes";
}

template <typename Number> Number number(std::string_view option, const std::string& value) {
  Number result{};
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), result);
  if (error != std::errc() || end != value.data() + value.size())
    refuse(option, value);
  return result;
}

// A filter as people write it, `kernel_name=add` or `kns=ad`, as a line of HEDDLE_CHECK_KERNELS.
std::string kernelFilter(std::string_view option, const std::string& value) {
  struct Key {
    std::string_view written, meant;
  };
  constexpr Key kKeys[] = {
      {"kernel_name=", "name="}, {"kne=", "name="},           {"kernel_substring=", "part="},
      {"kns=", "part="},         {"kernel_regex=", "regex="}, {"regex=", "regex="},
      {"regex:", "regex="}};
  const bool excludes = option.ends_with("-exclude");
  std::string_view meant = option.starts_with("--kernel-regex") ? "regex=" : "name=";
  std::string_view text = value;
  for (const Key& key : kKeys)
    if (text.starts_with(key.written)) {
      meant = key.meant;
      text.remove_prefix(key.written.size());
      break;
    }
  return fmt::format("{}{}{}\n", excludes ? '-' : '+', meant, text);
}

// Options about what does not exist here: launches of the checker never wait for a connection, and
// need no memory of the device for it.
constexpr std::initializer_list<std::string_view> kNothingToSet = {
    "--force-blocking-launches", "--ignore-getprocaddress-notfound", "--kill", "--support-32bit"};
bool takesNumberOfNothing(toolkit::ToolOptions& words) {
  for (const char* name : {"--force-synchronization-limit", "--launch-timeout", "--max-connections",
                           "--port", "--num-cuda-barriers", "--racecheck-num-workers"})
    if (const std::optional<std::string> value = words.value({name})) {
      number<std::uint64_t>(name, *value);
      return true;
    }
  return false;
}

// Takes the current option, if it has a value and is one of these. Returns whether it did.
bool takeValue(toolkit::ToolOptions& words, CheckOptions& options) {
  std::optional<std::string> value;
  std::string_view option;
  const auto is = [&](std::string_view name, std::string_view other = "--") {
    option = name;
    value = words.value({name, other});
    return value.has_value();
  };
  if (is("--tool", "-t"))
    options.tool = oneOf(option, *value, {"memcheck", "racecheck", "initcheck", "synccheck"});
  else if (is("--racecheck-report"))
    oneOf(option, *value, {"analysis"});
  else if (is("--leak-check"))
    options.checksLeaks = oneOf(option, *value, {"full", "no"}) == "full";
  else if (is("--report-api-errors"))
    options.apiErrors = oneOf(option, *value, {"all", "explicit", "no"});
  else if (is("--show-backtrace")) {
    oneOf(option, *value, {"yes", "no", "host", "device"});
    options.showsHostFrames = *value == "yes" || *value == "host";
    options.showsDeviceFrames = *value == "yes" || *value == "device";
  } else if (is("--check-exit-code"))
    options.reportsExitCode = yesOrNo(option, *value);
  else if (is("--require-cuda-init"))
    options.requiresCuda = yesOrNo(option, *value);
  else if (is("--target-processes"))
    options.followsChildren = oneOf(option, *value, {"all", "application-only"}) == "all";
  else if (is("--strip-paths"))
    options.keepsPaths = !yesOrNo(option, *value);
  else if (is("--error-exitcode"))
    options.errorExitCode = number<int>(option, *value);
  else if (is("--print-limit"))
    options.printLimit = number<std::uint64_t>(option, *value);
  else if (is("--log-file"))
    options.logFile = *value;
  else if (is("--format"))
    options.format = oneOf(option, *value, {"text", "json", "sarif"});
  else if (is("--save"))
    options.saveFile = *value;
  else if (is("--read"))
    options.readFile = *value;
  else if (is("--prefix"))
    options.prefix = *value;
  else if (is("--launch-skip", "-s"))
    options.launchSkip = number<std::uint64_t>(option, *value);
  else if (is("--launch-count", "-c"))
    options.launchCount = number<std::uint64_t>(option, *value);
  else if (is("--kernel-name", "-k") || is("--kernel-regex") || is("--kernel-name-exclude") ||
           is("--kernel-regex-exclude"))
    options.kernelFilter += kernelFilter(option, *value);
  return value.has_value();
}

} // namespace

const char* const kCheckUsage =
    R"(usage: compute-sanitizer [options] PROGRAM [arguments]
       heddle check [options] SOURCE.cu|PROGRAM [arguments]

Runs a CUDA program with checks in its kernels, and reports what is wrong. A source is compiled
first, with the lines of its kernels.

  --tool memcheck|racecheck|initcheck|synccheck
                               what is checked: memory accesses (the default), races on shared
                               memory, reads of memory that was not written, barriers
  --racecheck-report analysis  races by the places in the source, which is the only form here
  --leak-check full|no         report device memory that is not freed (no)
  --report-api-errors all|explicit|no
                               report calls that fail: also those inside of other calls, those of
                               the program (the default), or none
  --error-exitcode N           exit with N if the program succeeds and there are errors (0)
  --check-exit-code yes|no     say so if the program fails (yes)
  --require-cuda-init yes|no   say so if the program does not use CUDA (yes)
  --print-limit N              print so many errors, 0 for all (100)
  --log-file FILE              write to FILE; %p is the number of this process, %q{NAME} a variable
  --format text|json|sarif     how findings are written: text as compute-sanitizer has it (the
                               default), JSON, or SARIF for services that show them at their lines
  --save FILE, --xml           also save the findings to FILE, for --read, or with --xml as XML
  --read FILE                  print the findings that --save has saved; no program runs
  --prefix TEXT                what each line begins with (=========)
  --show-backtrace yes|host|device|no
                               which callers are shown (yes)
  --strip-paths yes|no         leave out the folders of source files (yes)
  --target-processes all|application-only
                               whether processes that the program starts are checked, too (all)
  --kernel-name, --kernel-name-exclude kernel_name=NAME|kernel_substring=TEXT
  --kernel-regex, --kernel-regex-exclude regex=EXPRESSION
                               which kernels are checked
  --launch-skip N, --launch-count N
                               begin behind N launches of these kernels, and check N of them
)";

CheckOptions parseCheckOptions(const Arguments& arguments) {
  CheckOptions options;
  toolkit::ToolOptions words(arguments);
  for (; !words.atEnd() && !words.isFile(); words.next()) {
    if (words.is({"--help", "-h"}))
      options.showsHelp = true;
    else if (words.is({"--xml"}))
      options.savesXml = true;
    else if (words.is(kNothingToSet))
      continue;
    else if (words.is({"--"})) {
      words.next();
      break;
    } else if (!takeValue(words, options) && !takesNumberOfNothing(words))
      words.refuseUnknown();
  }
  for (; !words.atEnd(); words.next())
    options.program.push_back(words.word());
  if (options.savesXml && options.saveFile.empty())
    throw UsageError("--xml needs --save FILE");
  if (options.program.empty() && options.readFile.empty() && !options.showsHelp)
    throw UsageError("no program given; --help lists the options");
  return options;
}

} // namespace heddle::tools
