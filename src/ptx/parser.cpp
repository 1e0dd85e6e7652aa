#include "ptx/parser.h"
#include "ptx/isa_versions.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace heddle::ptx {
namespace {

constexpr unsigned kErrorLimit = 50; // after which parsing ends
// Bytes of an entry's parameters, from PTX 8.1 on and before.
constexpr unsigned kLargeParametersSince = 81;
constexpr std::uint64_t kParameterLimit = 32764, kSmallParameterLimit = 4352;

struct Target {
  unsigned number;
  unsigned version; // the first PTX version that has it
};
constexpr Target kTargets[] = {
    {10, 10}, {11, 10},  {12, 12},  {13, 12},  {20, 20},  {21, 20},  {30, 30},  {32, 40},
    {35, 31}, {37, 41},  {50, 40},  {52, 41},  {53, 42},  {60, 50},  {61, 50},  {62, 50},
    {70, 51}, {72, 61},  {75, 63},  {80, 70},  {86, 71},  {87, 74},  {88, 73},  {89, 78},
    {90, 78}, {100, 86}, {101, 86}, {103, 88}, {110, 90}, {120, 87}, {121, 88},
};
// The first targets of the kinds sm_90a and sm_100f, and the first PTX versions that have the
// kinds.
constexpr Target kFirstSpecific{90, 80}, kFirstFamily{100, 88};

std::string describe(const Token& token) {
  switch (token.kind) {
  case TokenKind::End:
    return "end of file";
  case TokenKind::DotWord:
    return fmt::format("'.{}'", token.text);
  default:
    return fmt::format("'{}'", token.text);
  }
}

std::optional<StateSpace> variableSpace(std::string_view word) {
  static const std::unordered_map<std::string_view, StateSpace> kSpaces = {
      {"global", StateSpace::Global}, {"const", StateSpace::Const},
      {"shared", StateSpace::Shared}, {"local", StateSpace::Local},
      {"tex", StateSpace::Texture},   {"shared::cta", StateSpace::Shared},
  };
  auto found = kSpaces.find(word);
  return found == kSpaces.end() ? std::nullopt : std::optional(found->second);
}

} // namespace

Parser::Parser(Unit& unit, std::vector<Diagnostic>& diagnostics)
    : unit_(unit), diagnostics_(diagnostics), checker_(unit), tokens_(unit.source) {
  scopes_.emplace_back();
}

const Token& Parser::take() {
  const Token& token = peek();
  if (token.kind != TokenKind::End)
    ++at_;
  return token;
}

bool Parser::isPunctuation(char c, std::size_t ahead) const {
  const Token& token = peek(ahead);
  return token.kind == TokenKind::Punctuation && token.punctuation == c;
}

bool Parser::isDotWord(std::string_view word, std::size_t ahead) const {
  const Token& token = peek(ahead);
  return token.kind == TokenKind::DotWord && token.text == word;
}

bool Parser::acceptPunctuation(char c) {
  if (!isPunctuation(c))
    return false;
  take();
  return true;
}

bool Parser::acceptDotWord(std::string_view word) {
  if (!isDotWord(word))
    return false;
  take();
  return true;
}

void Parser::expectPunctuation(char c) {
  if (!acceptPunctuation(c))
    failHere(fmt::format("'{}'", c));
}

std::string_view Parser::expectIdentifier(const char* what) {
  if (peek().kind != TokenKind::Identifier)
    failHere(what);
  return take().text;
}

void Parser::fail(Location location, std::string message, ErrorKind kind) const {
  throw SyntaxError{location, std::move(message), kind};
}

void Parser::failHere(const std::string& expected) const {
  const Token& token = peek();
  if (token.kind == TokenKind::Invalid)
    fail(token.location, fmt::format("Parsing error: {}", token.text));
  fail(token.location,
       fmt::format("Parsing error near {}: syntax error, expected {}", describe(token), expected));
}

void Parser::report(const SyntaxError& error) {
  ++errors_;
  depth_ = 0;
  diagnostics_.push_back({Severity::Error, error.kind, error.location, error.message});
}

// Skips to behind the next ';', or to a brace or a word that can only begin a statement.
void Parser::recover(std::size_t statementStart) {
  if (at_ == statementStart)
    take();
  if (at_ > 0 && tokens_.at(at_ - 1).punctuation == ';')
    return;
  while (peek().kind != TokenKind::End) {
    if (isPunctuation('}') || isPunctuation('{'))
      return;
    for (const char* word : {"entry", "func", "visible", "extern", "weak", "common"})
      if (isDotWord(word))
        return;
    if (take().punctuation == ';')
      return;
  }
}

std::size_t Parser::position() const {
  const Token& token = peek();
  if (token.kind == TokenKind::End || token.kind == TokenKind::Invalid)
    return unit_.source.size();
  // Tokens are views into the source, but the text of one may be without its dot or quote.
  auto at = static_cast<std::size_t>(token.text.data() - unit_.source.data());
  return token.kind == TokenKind::DotWord || token.kind == TokenKind::String ? at - 1 : at;
}

std::string_view Parser::textSince(std::size_t start) const {
  return std::string_view(unit_.source).substr(start, position() - start);
}

void Parser::parseModule() {
  try {
    parseVersion();
    parseTarget();
  } catch (const SyntaxError& error) {
    report(error);
    return;
  }
  while (peek().kind != TokenKind::End && errors_ < kErrorLimit) {
    std::size_t start = at_;
    tokens_.forget(at_ > 0 ? at_ - 1 : 0);
    try {
      parseModuleStatement();
    } catch (const SyntaxError& error) {
      report(error);
      scope_ = 0;
      function_ = nullptr;
      recover(start);
      if (isPunctuation('{'))
        skipBraces();
    }
  }
  if (promisesDebugInformation_ && !hasDebugInformation_)
    report({{}, "Debug information not found in presence of .target debug", ErrorKind::InvalidPtx});
}

void Parser::parseVersion() {
  while (acceptDebugDirective()) {
  }
  Location location = peek().location;
  if (!acceptDotWord("version"))
    fail(location, "Missing .version directive at start of file");
  const Token& token = take();
  // The lexer takes "7.5" for a floating-point constant. Only its text tells 7.10 from 7.1.
  std::size_t dot = token.text.find('.');
  if (token.kind != TokenKind::Float || token.isSingle || dot == std::string_view::npos)
    fail(token.location, ".version needs a number of the form major.minor");
  unsigned major = 0, minor = 0;
  for (char c : token.text.substr(0, dot))
    major = std::min(major * 10 + static_cast<unsigned>(c - '0'), 1000U);
  for (char c : token.text.substr(dot + 1)) {
    if (c < '0' || c > '9')
      fail(token.location, ".version needs a number of the form major.minor");
    minor = std::min(minor * 10 + static_cast<unsigned>(c - '0'), 1000U);
  }
  unit_.version = major * 10 + minor;
  if (!isIsaVersion(major, minor))
    fail(token.location,
         fmt::format("Unsupported .version {}; current version is '{}.{}'", token.text,
                     kNewestVersion / 10, kNewestVersion % 10),
         ErrorKind::UnsupportedVersion);
}

void Parser::parseTarget() {
  while (acceptDebugDirective()) {
  }
  Location location = peek().location;
  if (!acceptDotWord("target"))
    fail(location, "Missing .target directive at start of file");
  bool hasTextureMode = false, mapsDoubles = false;
  do {
    Location place = peek().location;
    std::string_view name = expectIdentifier("a target name");
    if (name.starts_with("sm_") || name.starts_with("compute_")) {
      std::string_view number = name.substr(name.find('_') + 1);
      TargetKind kind = number.ends_with('a')   ? TargetKind::Specific
                        : number.ends_with('f') ? TargetKind::Family
                                                : TargetKind::Plain;
      const Target first = kind == TargetKind::Specific ? kFirstSpecific
                           : kind == TargetKind::Family ? kFirstFamily
                                                        : Target{};
      if (kind != TargetKind::Plain)
        number.remove_suffix(1);
      unsigned value = 0;
      for (char c : number)
        if (c < '0' || c > '9' || value > 999)
          fail(place, fmt::format("Unknown .target '{}'", name), ErrorKind::InvalidTarget);
        else
          value = value * 10 + static_cast<unsigned>(c - '0');
      auto target = std::ranges::find(kTargets, value, &Target::number);
      if (target == std::end(kTargets) || value < first.number)
        fail(place, fmt::format("Unsupported .target '{}'", name), ErrorKind::InvalidTarget);
      if (unit_.version < std::max(target->version, first.version))
        fail(place, fmt::format("PTX .version {}.{} does not support .target {}",
                                unit_.version / 10, unit_.version % 10, name));
      unit_.target = value; // the last of several counts
      unit_.targetKind = kind;
    } else if (name.starts_with("texmode_")) {
      if (std::exchange(hasTextureMode, true))
        fail(place, fmt::format("Conflicting .target option '{}'", name));
      unit_.independentTextures = name == "texmode_independent";
    } else if (name == "map_f64_to_f32") {
      mapsDoubles = true;
    } else if (name == "debug") {
      promisesDebugInformation_ = true;
    } else {
      fail(place, fmt::format("Unknown .target '{}'", name), ErrorKind::InvalidTarget);
    }
  } while (acceptPunctuation(','));
  if (unit_.target == 0)
    fail(location, ".target names no architecture", ErrorKind::InvalidTarget);
  if (mapsDoubles && unit_.target >= 13)
    fail(location, "Directive map_f64_to_f32 is not supported with SM 1.3 or higher");
}

bool Parser::skipBraces() {
  unsigned open = 0;
  do {
    const Token& token = take();
    if (token.kind == TokenKind::End)
      return false;
    if (token.kind == TokenKind::Punctuation)
      open += token.punctuation == '{' ? 1 : token.punctuation == '}' ? -1 : 0;
  } while (open > 0);
  return true;
}

void Parser::parseModuleStatement() {
  // An unknown pragma is an error here, but not in functions.
  if (isDotWord("pragma") && peek(1).kind == TokenKind::String && peek(1).text != "nounroll")
    fail(peek().location, fmt::format("Pragma '{}' not supported", peek(1).text));
  if (acceptDebugDirective() || acceptPunctuation(';'))
    return;
  if (acceptDotWord("address_size")) {
    Location location = peek().location;
    if (!unit_.symbols.empty() || std::exchange(hasAddressSize_, true))
      fail(location, "Unexpected .address_size directive");
    unit_.addressBits = static_cast<unsigned>(parseUnsignedConstant("32 or 64"));
    if (unit_.addressBits == 32)
      fail(location, ".address_size 32 is not supported");
    if (unit_.addressBits != 64)
      fail(location, ".address_size must be 32 or 64");
    return;
  }
  if (acceptDotWord("alias"))
    return parseAlias();
  std::size_t start = position();
  Linkage linkage = Linkage::Static;
  static const std::unordered_map<std::string_view, Linkage> kLinkages = {
      {"visible", Linkage::Visible},
      {"extern", Linkage::Extern},
      {"weak", Linkage::Weak},
      {"common", Linkage::Common}};
  if (peek().kind == TokenKind::DotWord && kLinkages.contains(peek().text))
    linkage = kLinkages.at(take().text);
  if (acceptDotWord("func"))
    return parseFunction(false, linkage, start);
  if (acceptDotWord("entry"))
    return parseFunction(true, linkage, start);
  if (peek().kind == TokenKind::DotWord)
    if (auto space = variableSpace(peek().text)) {
      take();
      return parseVariable(*space, linkage, start);
    }
  if (isDotWord("version"))
    fail(peek().location, "Duplicate .version directive");
  if (isDotWord("reg"))
    fail(peek().location, ".reg is not allowed at module scope");
  failHere("a directive");
}

void Parser::parseAlias() {
  Location location = peek().location;
  std::string_view alias = expectIdentifier("a function name");
  expectPunctuation(',');
  Location targetLocation = peek().location;
  std::string_view target = expectIdentifier("a function name");
  expectPunctuation(';');
  auto from = lookUp(alias), to = lookUp(target);
  auto isFunction = [&](const std::optional<Name>& name) {
    return name && name->kind == Name::Kind::Symbol &&
           unit_.symbols[name->index].kind == Symbol::Kind::Function;
  };
  if (!isFunction(from))
    fail(location, fmt::format("Unknown symbol '{}'", alias));
  if (!isFunction(to))
    fail(targetLocation, fmt::format("Unknown symbol '{}'", target));
  const Function& aliasee = *unit_.functions[unit_.symbols[to->index].index];
  const Function& declared = *unit_.functions[unit_.symbols[from->index].index];
  if (aliasee.isEntry)
    fail(targetLocation, fmt::format("Cannot define alias to entry function '{}'", target));
  if (!aliasee.defined || aliasee.linkage == Linkage::Weak)
    fail(targetLocation, fmt::format("Function '{}' with .{} scope cannot be aliased", target,
                                     aliasee.defined ? "weak" : "extern"));
  if (aliasee.signature.parameters.size() != declared.signature.parameters.size() ||
      aliasee.signature.results.size() != declared.signature.results.size())
    fail(location,
         fmt::format("Mismatch in prototype of alias '{}' and aliasee '{}'", alias, target));
  unit_.aliases.emplace_back(std::string(alias), to->index);
  unit_.symbols[from->index].index = unit_.symbols[to->index].index;
}

Parameter Parser::parseParameter(bool inPrototype) {
  Parameter parameter;
  if (acceptDotWord("reg"))
    parameter.space = StateSpace::Reg;
  else if (!acceptDotWord("param") && !acceptDotWord("param::func") &&
           !acceptDotWord("param::entry"))
    failHere("'.param' or '.reg'");
  std::uint32_t alignment = 0;
  unsigned vectorWidth = 1;
  while (true) {
    if (peek().kind != TokenKind::DotWord)
      break;
    std::string_view word = peek().text;
    if (word == "align") {
      take();
      std::uint32_t value = parseAlignment();
      if (alignment == 0 || parameter.type == ScalarType::None)
        alignment = value;
    } else if (word == "ptr") {
      // `.ptr .space .align N` describes what the pointer points to, not the parameter itself.
      take();
      if (peek().kind == TokenKind::DotWord && variableSpace(peek().text))
        take();
      if (acceptDotWord("align"))
        parseAlignment();
    } else if (word == "v2" || word == "v4") {
      vectorWidth = word == "v2" ? 2 : 4;
      take();
    } else if (auto type = typeByName(word)) {
      if (!isDeclarable(*type))
        fail(peek().location,
             fmt::format("Type .{} may only be used as an instruction type", word));
      if (*type == ScalarType::Pred && parameter.space != StateSpace::Reg)
        fail(peek().location, "Type .pred is allowed only for registers");
      take();
      parameter.type = *type;
    } else {
      fail(peek().location, fmt::format("Unexpected '.{}' in a parameter", word));
    }
  }
  if (parameter.type == ScalarType::None)
    failHere("a type");
  Location location = peek().location;
  if (peek().kind == TokenKind::Identifier)
    parameter.name = take().text;
  else if (!inPrototype)
    failHere("a parameter name");
  std::uint64_t count = 1;
  while (acceptPunctuation('[')) {
    parameter.isArray = true;
    if (isPunctuation(']'))
      fail(location, "parameters of unknown size are not supported", ErrorKind::NotSupported);
    std::uint64_t length = parseUnsignedConstant("an array length");
    if (length > (1U << 20) || count * length > (1U << 20))
      fail(location, "parameter is too large");
    count *= length;
    expectPunctuation(']');
  }
  if (parameter.space == StateSpace::Reg && acceptPunctuation('<'))
    fail(location, "a parameter cannot be a range of registers");
  std::uint64_t element = std::uint64_t{bytesOf(parameter.type)} * vectorWidth;
  parameter.isArray |= vectorWidth > 1;
  parameter.size = element * count;
  parameter.alignment =
      std::max<std::uint32_t>(alignment != 0 ? alignment : static_cast<std::uint32_t>(element), 1);
  return parameter;
}

std::vector<Parameter> Parser::parseParameters(bool inPrototype) {
  std::vector<Parameter> parameters;
  expectPunctuation('(');
  if (acceptPunctuation(')'))
    return parameters;
  do
    parameters.push_back(parseParameter(inPrototype));
  while (acceptPunctuation(','));
  expectPunctuation(')');
  return parameters;
}

std::uint32_t Parser::parseDimensions(std::array<std::uint32_t, 3>& dimensions) {
  dimensions = {1, 1, 1};
  std::uint32_t count = 0;
  do {
    if (count == 3)
      fail(peek().location, "at most three dimensions");
    Location location = peek().location;
    auto value = static_cast<std::uint32_t>(parseUnsignedConstant("a number"));
    if (value == 0)
      fail(location, "Positive non-zero value expected");
    dimensions[count++] = value;
  } while (acceptPunctuation(','));
  return count;
}

void Parser::checkFunctionDirective(const Function& function, std::string_view word,
                                    Location location) const {
  struct Rule {
    std::string_view name;
    bool ofEntries, ofFunctions;
    unsigned version, lastVersion, target;
  };
  static constexpr Rule kRules[] = {
      {"maxntid", true, false, 13, 0, 10},
      {"reqntid", true, false, 21, 0, 10},
      {"minnctapersm", true, false, 20, 0, 10},
      {"maxnctapersm", true, false, 13, 20, 10},
      {"maxnreg", true, false, 13, 0, 10},
      {"maxclusterrank", true, false, 78, 0, 90},
      {"reqnctapercluster", true, false, 78, 0, 90},
      {"explicitcluster", true, false, 78, 0, 90},
      {"blocksareclusters", true, false, 90, 0, 90},
      {"noreturn", false, true, 64, 0, 30},
      {"abi_preserve", false, true, 90, 0, 80},
      {"abi_preserve_control", false, true, 90, 0, 80},
  };
  auto rule = std::ranges::find(kRules, word, &Rule::name);
  if (rule == std::end(kRules) || !(function.isEntry ? rule->ofEntries : rule->ofFunctions))
    fail(location, fmt::format("Unexpected directive '.{}'", word));
  if (unit_.version < rule->version)
    fail(location, fmt::format("Feature '.{}' requires PTX ISA .version {}.{} or later", word,
                               rule->version / 10, rule->version % 10));
  if (rule->lastVersion != 0 && unit_.version > rule->lastVersion)
    fail(location, fmt::format("Deprecated feature: '.{}' not supported as of PTX version {}.{}",
                               word, (rule->lastVersion + 1) / 10, (rule->lastVersion + 1) % 10));
  if (unit_.target < rule->target)
    fail(location,
         fmt::format("Feature '.{}' requires .target sm_{} or higher", word, rule->target));
}

void Parser::parseFunctionDirectives(Function& function) {
  bool blocksAreClusters = false;
  while (peek().kind == TokenKind::DotWord) {
    Location location = peek().location;
    if (acceptDebugDirective())
      continue;
    std::string_view word = take().text;
    checkFunctionDirective(function, word, location);
    if (word == "maxntid")
      parseDimensions(function.maxntid);
    else if (word == "reqntid")
      parseDimensions(function.reqntid);
    else if (word == "minnctapersm")
      function.minnctapersm = static_cast<std::uint32_t>(parseUnsignedConstant("a number"));
    else if (word == "maxnreg" && (function.maxnreg = static_cast<std::uint32_t>(
                                       parseUnsignedConstant("a number"))) == 0)
      fail(location, "Positive non-zero value expected for maxnreg");
    else if (word == "maxclusterrank")
      function.maxclusterrank = static_cast<std::uint32_t>(parseUnsignedConstant("a number"));
    else if (word == "maxnctapersm" || word == "abi_preserve" || word == "abi_preserve_control")
      parseUnsignedConstant("a number");
    else if (word == "reqnctapercluster")
      parseDimensions(function.reqnctapercluster);
    else if (word == "explicitcluster")
      function.explicitCluster = true;
    else if (word == "noreturn")
      function.signature.noreturn = true;
    else if (word == "blocksareclusters")
      blocksAreClusters = true;
  }
  if (blocksAreClusters && (function.reqntid[0] == 0 || function.reqnctapercluster[0] == 0))
    fail(function.location, ".reqntid and .reqnctapercluster directive(s) required for directive "
                            "'.blocksareclusters'");
  if (function.signature.noreturn && !function.signature.results.empty())
    fail(function.location,
         fmt::format("Invalid directive '.noreturn' for function '{}'", function.name));
  auto conflict = [&](bool first, bool second, const char* a, const char* b) {
    if (first && second)
      fail(function.location,
           fmt::format("Conflicting directives: .{} and .{} cannot both be specified", a, b));
  };
  conflict(function.maxntid[0] != 0, function.reqntid[0] != 0, "maxntid", "reqntid");
  conflict(function.reqnctapercluster[0] != 0, function.maxclusterrank != 0, "reqnctapercluster",
           "maxclusterrank");
}

// Parameters in .param space are variables of the function, those in .reg space registers.
void Parser::declareSignature(Function& function) {
  auto declare = [&](Parameter& parameter) {
    Location location = function.location;
    std::string_view name = parameter.name; // outlives the scope, which has it as a key
    if (parameter.space == StateSpace::Reg) {
      parameter.index = static_cast<std::uint32_t>(function.registers.size());
      function.registers.push_back({parameter.name, parameter.type});
      define(name, {Name::Kind::Register, parameter.index}, location);
    } else {
      parameter.index = static_cast<std::uint32_t>(function.variables.size());
      Variable variable;
      variable.name = parameter.name;
      variable.space = StateSpace::Param;
      variable.type = parameter.type;
      variable.isArray = parameter.isArray;
      variable.size = parameter.size;
      variable.alignment = parameter.alignment;
      function.variables.push_back(std::move(variable));
      define(name, {Name::Kind::Local, parameter.index}, location);
    }
  };
  for (Parameter& result : function.signature.results)
    declare(result);
  for (Parameter& parameter : function.signature.parameters)
    declare(parameter);
}

void Parser::parseFunction(bool isEntry, Linkage linkage, std::size_t start) {
  auto function = std::make_unique<Function>();
  function->isEntry = isEntry;
  function->linkage = linkage;
  if (acceptDotWord("attribute")) {
    VariableHead ignored;
    parseAttribute(ignored);
  }
  if (acceptDotWord("noreturn"))
    function->signature.noreturn = true;
  if (!isEntry && isPunctuation('('))
    function->signature.results = parseParameters(false);
  function->location = peek().location;
  std::string_view name = expectIdentifier("a function name");
  function->name = name;
  if (isPunctuation('('))
    function->signature.parameters = parseParameters(false);
  if (isEntry)
    for (const Parameter& parameter : function->signature.parameters)
      if (parameter.space == StateSpace::Reg)
        fail(function->location, "parameters of an entry function must be in .param space");
  if (isEntry && !function->signature.parameters.empty() && unit_.version < 14)
    fail(function->location, "Feature 'kernel parameter list' requires PTX ISA .version 1.4 or "
                             "later");
  std::uint64_t parameterBytes = 0;
  parameterOffsets(function->signature, parameterBytes);
  const std::uint64_t limit =
      unit_.version < kLargeParametersSince ? kSmallParameterLimit : kParameterLimit;
  if (isEntry && parameterBytes > limit)
    fail(function->location,
         fmt::format("Entry function '{}' uses too much parameter space ({:#x} bytes, {:#x} max)",
                     name, parameterBytes, limit));
  if (std::ranges::count(function->signature.results, StateSpace::Param, &Parameter::space) > 1)
    fail(function->location, "Multiple return parameters require .reg state space");
  parseFunctionDirectives(*function);
  bool isBody = isPunctuation('{');
  if (!isBody && !acceptPunctuation(';'))
    failHere("'{' or ';'");
  if (!isBody && isEntry && linkage != Linkage::Extern && linkage != Linkage::Visible &&
      linkage != Linkage::Weak && linkage != Linkage::Static)
    fail(function->location, "Unexpected declaration of an entry function");

  std::uint32_t symbol;
  auto existing = scopes_[0].names.find(name);
  if (existing == scopes_[0].names.end()) {
    symbol = static_cast<std::uint32_t>(unit_.symbols.size());
    unit_.symbols.push_back(
        {Symbol::Kind::Function, static_cast<std::uint32_t>(unit_.functions.size())});
    unit_.functions.push_back(nullptr);
    define(name, {Name::Kind::Symbol, symbol}, function->location);
  } else {
    symbol = existing->second.index;
    if (existing->second.kind != Name::Kind::Symbol ||
        unit_.symbols[symbol].kind != Symbol::Kind::Function)
      fail(function->location, fmt::format("Duplicate definition of '{}'", name));
    const Function& earlier = *unit_.functions[unit_.symbols[symbol].index];
    if (earlier.defined && isBody)
      fail(function->location, fmt::format("Duplicate definition of function '{}'", name));
    bool differs = function->linkage != earlier.linkage &&
                   (function->linkage == Linkage::Extern || earlier.linkage == Linkage::Extern ||
                    earlier.linkage == Linkage::Weak || function->linkage == Linkage::Weak);
    if (!isEntry && differs)
      fail(function->location, fmt::format("Inconsistent redefinition of variable '{}'", name));
    if (earlier.isEntry != isEntry ||
        earlier.signature.parameters.size() != function->signature.parameters.size() ||
        earlier.signature.results.size() != function->signature.results.size())
      fail(function->location,
           fmt::format("Declaration of function '{}' differs from an earlier one", name));
    if (!isBody)
      return; // a repeated declaration
    if (function->linkage == Linkage::Static && earlier.linkage != Linkage::Extern)
      function->linkage = earlier.linkage;
    function->signature.noreturn |= earlier.signature.noreturn;
  }
  Function& stored = *function;
  unit_.functions[unit_.symbols[symbol].index] = std::move(function);
  if (isBody) {
    stored.defined = true;
    if (stored.linkage == Linkage::Extern)
      stored.linkage = Linkage::Visible;
    parseBody(stored);
  }
  stored.text = textSince(start);
}

std::unique_ptr<Unit> parseUnit(std::string_view text, std::vector<Diagnostic>& diagnostics) {
  auto unit = std::make_unique<Unit>();
  unit->source = text;
  std::size_t before = diagnostics.size();
  Parser(*unit, diagnostics).parseModule();
  return diagnostics.size() == before ? std::move(unit) : nullptr;
}

} // namespace heddle::ptx
