#include "nvrtc/options.h"
#include "toolkit/tool_options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace heddle::nvrtc {

namespace {

enum class Form { Flag, Boolean, Integer, Text, Joined };

enum class Effect {
  Nothing,
  Architecture,
  Relocatable,
  WholeProgram,
  Debug,
  LineInfo,
  PtxasOptions,
  FlushToZero,
  PreciseSquareRoot,
  PreciseDivision,
  FusedMultiplyAdd,
  FastMath,
  LtoIr,
  OptixIr,
  DefineMacro,
  UndefineMacro,
  IncludePath,
  PreInclude,
  NoSourceInclude,
  Standard,
  MoveForward,
  InitializerList,
  CreatePch,
  NoWarnings,
  DefaultDevice,
  Int128,
  BriefDiagnostics,
  TimeFile,
  TimeTrace,
  SyntaxOnly,
  NoCache
};

struct Option {
  std::string_view longName, shortName;
  Form form;
  Effect effect;

  std::string names() const { return fmt::format("{} ({})", longName, shortName); }
};

constexpr auto kOptions = std::to_array<Option>({
#define OPTION(longName, shortName, form, effect) {longName, shortName, Form::form, Effect::effect},
#include "nvrtc/options.def"
#undef OPTION
});

struct Match {
  const Option* option = nullptr;
  std::optional<std::string> value;
};

Match find(std::string_view argument) {
  std::string_view name = argument.substr(0, argument.find('='));
  for (const Option& option : kOptions)
    if (name == option.longName || name == option.shortName) {
      if (name.size() == argument.size())
        return {&option, {}};
      return {&option, std::string(argument.substr(name.size() + 1))};
    }
  for (const Option& option : kOptions)
    if (option.form == Form::Joined && argument.starts_with(option.shortName)) {
      std::string_view value = argument.substr(option.shortName.size());
      value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
      return {&option, std::string(value)};
    }
  return {};
}

[[noreturn]] void refuse(const std::string& reason) {
  throw toolkit::UsageError("nvrtc: error: " + reason + "\n");
}

void applyArchitecture(const std::string& name, Options& options) {
  options.real = name.starts_with("sm_");
  bool spelled = options.real || name.starts_with("compute_");
  options.architecture = spelled ? toolkit::findArchitecture(name) : nullptr;
  if (!options.architecture || !options.architecture->current)
    refuse("invalid value for --gpu-architecture (-arch)");
}

void applyStandard(const std::string& name, Options& options) {
  for (std::string_view known : {"c++03", "c++11", "c++14", "c++17", "c++20"})
    if (name == known) {
      options.standard = name;
      return;
    }
  refuse("invalid value for --std(-std)");
}

void apply(const Option& option, bool on, const std::string& value, Options& options) {
  switch (option.effect) {
  case Effect::Nothing:
    break;
  case Effect::Architecture:
    applyArchitecture(value, options);
    break;
  case Effect::Relocatable:
    options.relocatable = on;
    break;
  case Effect::WholeProgram:
    options.relocatable = false;
    break;
  case Effect::Debug:
    options.debug = true;
    break;
  case Effect::LineInfo:
    options.lineInfo = true;
    break;
  case Effect::PtxasOptions:
    options.ptxasOptions += (options.ptxasOptions.empty() ? "" : " ") + value;
    break;
  case Effect::FlushToZero:
    options.flushToZero = on;
    break;
  case Effect::PreciseSquareRoot:
    options.preciseSquareRoot = on;
    break;
  case Effect::PreciseDivision:
    options.preciseDivision = on;
    break;
  case Effect::FusedMultiplyAdd:
    options.fusedMultiplyAdd = on;
    break;
  case Effect::FastMath:
    options.fastMath = options.flushToZero = options.fusedMultiplyAdd = true;
    options.preciseSquareRoot = options.preciseDivision = false;
    break;
  case Effect::LtoIr:
    options.ltoIr = options.relocatable = true;
    break;
  case Effect::OptixIr:
    refuse(fmt::format("{} is not supported: Heddle's compiler writes PTX", option.names()));
  case Effect::DefineMacro:
    options.macros.push_back("-D" + value);
    break;
  case Effect::UndefineMacro:
    options.macros.push_back("-U" + value);
    break;
  case Effect::IncludePath:
    options.includePaths.push_back(value);
    break;
  case Effect::PreInclude:
    options.preIncludes.push_back(value);
    break;
  case Effect::NoSourceInclude:
    options.noSourceInclude = true;
    break;
  case Effect::Standard:
    applyStandard(value, options);
    break;
  case Effect::MoveForward:
    options.moveForward = on;
    break;
  case Effect::InitializerList:
    options.initializerList = on;
    break;
  case Effect::CreatePch:
    options.createPch = true;
    break;
  case Effect::NoWarnings:
    options.noWarnings = true;
    break;
  case Effect::DefaultDevice:
    options.defaultDevice = true;
    break;
  case Effect::Int128:
    options.int128 = true;
    break;
  case Effect::BriefDiagnostics:
    options.briefDiagnostics = on;
    break;
  case Effect::TimeFile:
    options.timeFile = value;
    break;
  case Effect::TimeTrace:
    options.timeTraceFile = value;
    break;
  case Effect::SyntaxOnly:
    options.syntaxOnly = true;
    break;
  case Effect::NoCache:
    options.noCache = true;
    break;
  }
}

[[noreturn]] void refuseUnrecognized(std::string_view argument) {
  refuse(fmt::format("unrecognized option {} found", argument));
}

bool parseBoolean(const Option& option, const std::string& value) {
  if (value != "true" && value != "false")
    refuse(fmt::format("{} expects true or false", option.names()));
  return value == "true";
}

void checkInteger(const Option& option, const std::string& value) {
  if (value.empty())
    return;
  int number = 0;
  const char* last = value.data() + value.size();
  auto [end, error] = std::from_chars(value.data(), last, number);
  if (error != std::errc{} || end != last)
    refuse(fmt::format("{} expects an integer value", option.names()));
}

} // namespace

Options parse(std::span<const char* const> arguments) {
  Options options;
  options.architecture = toolkit::findArchitecture("compute_75");
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i])
      refuseUnrecognized("");
    auto [option, value] = find(arguments[i]);
    if (!option || (option->form == Form::Flag && value))
      refuseUnrecognized(arguments[i]);
    bool takesNext =
        option->form != Form::Flag && (!value || (option->form == Form::Joined && value->empty()));
    if (takesNext && i + 1 < arguments.size() && arguments[i + 1])
      value = arguments[++i];
    const std::string text = value.value_or("");
    bool on = option->form != Form::Boolean || parseBoolean(*option, text);
    if (option->form == Form::Integer)
      checkInteger(*option, text);
    apply(*option, on, text, options);
  }
  return options;
}

std::vector<int> supportedArchitectures() {
  std::vector<int> numbers;
  for (const toolkit::Architecture& each : toolkit::architectures())
    if (each.current && (numbers.empty() || numbers.back() != static_cast<int>(each.number)))
      numbers.push_back(static_cast<int>(each.number));
  return numbers;
}

} // namespace heddle::nvrtc
