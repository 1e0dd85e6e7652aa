#include "ptx/parser.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <utility>

namespace heddle::ptx {
namespace {

constexpr unsigned kErrorLimit = 50;
constexpr std::size_t kScopeDepth = 1000;

std::optional<std::uint8_t> componentOf(std::string_view word) {
  if (word.size() != 1)
    return std::nullopt;
  for (std::string_view names : {"xyzw", "rgba"})
    if (std::size_t at = names.find(word[0]); at != std::string_view::npos)
      return static_cast<std::uint8_t>(at);
  return std::nullopt;
}

bool accessesElements(std::string_view instruction) {
  return instruction == "ld" || instruction == "ldu" || instruction == "st";
}
// Whether an element of an array may be an operand. ptxas takes it in no other instructions.
bool takesElements(std::string_view instruction) {
  return accessesElements(instruction) || instruction == "mov" || instruction == "cvta";
}

// An element of an array in an instruction: loads and stores access it, others take its address.
Operand elementOperand(const RawInstruction& instruction, Operand element) {
  if (!accessesElements(instruction.name))
    return element;
  Operand address;
  address.kind = Operand::Kind::Address;
  address.location = element.location;
  address.value = std::exchange(element.value, 0);
  address.elements.push_back(std::move(element));
  return address;
}

} // namespace

// The first functions look up names.

bool Parser::NameRange::holds(std::string_view name) const {
  if (name.size() <= prefix.size() || !name.starts_with(prefix))
    return false;
  std::string_view digits = name.substr(prefix.size());
  if (digits.size() > 9 || (digits.size() > 1 && digits[0] == '0') ||
      !std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; }))
    return false;
  std::uint64_t number = 0;
  for (char c : digits)
    number = number * 10 + static_cast<unsigned>(c - '0');
  return number < count;
}

void Parser::pushScope() {
  Scope scope;
  scope.parent = scope_;
  scope_ = static_cast<int>(scopes_.size());
  scopes_.push_back(std::move(scope));
}

void Parser::popScope() {
  scope_ = scopes_[static_cast<std::size_t>(scope_)].parent;
}

void Parser::define(std::string_view name, Name value, Location location) {
  if (name.empty() || name == "_")
    return;
  Scope& scope = scopes_[static_cast<std::size_t>(scope_)];
  bool inRange =
      std::ranges::any_of(scope.ranges, [&](const NameRange& range) { return range.holds(name); });
  if (inRange || !scope.names.emplace(name, value).second)
    fail(location, fmt::format("Duplicate definition of variable '{}'", name));
}

std::optional<Parser::Name> Parser::lookUp(std::string_view name) {
  for (int at = scope_; at >= 0; at = scopes_[static_cast<std::size_t>(at)].parent) {
    Scope& scope = scopes_[static_cast<std::size_t>(at)];
    if (auto found = scope.names.find(name); found != scope.names.end())
      return found->second;
    for (const NameRange& range : scope.ranges) {
      if (!range.holds(name))
        continue;
      Name value{Name::Kind::Register, static_cast<std::uint32_t>(function_->registers.size())};
      if (range.variable) {
        Variable variable = *range.variable;
        variable.name = name;
        value = addVariable(std::move(variable));
      } else {
        function_->registers.push_back({std::string(name), range.type});
      }
      scope.names.emplace(name, value);
      return value;
    }
  }
  return std::nullopt;
}

void Parser::useSymbol(std::uint32_t symbol) {
  if (symbol >= symbolUsed_.size())
    symbolUsed_.resize(symbol + 1);
  if (symbolUsed_[symbol])
    return;
  symbolUsed_[symbol] = true;
  function_->usedSymbols.push_back(symbol);
}

// From here on, the functions parse bodies.

void Parser::parseBody(Function& function) {
  function_ = &function;
  labelReferences_.clear();
  symbolUsed_.clear();
  pushScope();
  std::size_t outermost = scopes_.size() - 1;
  Location open = peek().location;
  take();
  try {
    declareSignature(function);
  } catch (const SyntaxError& error) {
    report(error);
  }
  std::size_t depth = 1;
  while (depth > 0) {
    if (peek().kind == TokenKind::End) {
      report({open, fmt::format("the body of '{}' is never closed", function.name)});
      break;
    }
    if (errors_ >= kErrorLimit) {
      // No more errors are reported, so that only the end of the body matters.
      while (depth > 0 && peek().kind != TokenKind::End)
        depth += isPunctuation('{') ? 1 : isPunctuation('}') ? -1U : 0, take();
      break;
    }
    if (acceptPunctuation('{')) {
      if (++depth > kScopeDepth) {
        report({peek().location, "blocks are nested too deeply"});
        break;
      }
      pushScope();
      continue;
    }
    if (acceptPunctuation('}')) {
      --depth;
      popScope();
      continue;
    }
    std::size_t start = at_;
    tokens_.forget(at_ > 0 ? at_ - 1 : 0);
    try {
      parseStatement();
    } catch (const SyntaxError& error) {
      report(error);
      recover(start);
      if (isDotWord("entry") || isDotWord("func")) {
        scope_ = 0;
        break;
      }
    }
  }
  try {
    resolveLabels();
  } catch (const SyntaxError& error) {
    report(error);
  }
  scopes_.resize(outermost);
  scope_ = 0;
  function_ = nullptr;
}

void Parser::parseStatement() {
  if (acceptPunctuation(';') || acceptDebugDirective())
    return;
  std::size_t start = position();
  const Token& token = peek();
  if (token.kind == TokenKind::Identifier && isPunctuation(':', 1)) {
    std::string_view name = token.text;
    Location location = token.location;
    take(), take();
    if (isDotWord("branchtargets") || isDotWord("calltargets") || isDotWord("callprototype"))
      return parseTable(name, location);
    auto index = static_cast<std::uint32_t>(function_->labels.size());
    auto [place, isNew] = scopes_[static_cast<std::size_t>(scope_)].labels.emplace(name, index);
    if (!isNew)
      fail(location, fmt::format("Duplicate definition of label '{}'", name));
    function_->labels.push_back({std::string(name), function_->instructions.size()});
    return;
  }
  if (token.kind == TokenKind::Identifier || isPunctuation('@'))
    return parseInstruction();
  if (acceptDotWord("reg"))
    return parseRegisters();
  static const std::unordered_map<std::string_view, StateSpace> kSpaces = {
      {"local", StateSpace::Local},      {"shared", StateSpace::Shared},
      {"param", StateSpace::Param},      {"global", StateSpace::Global},
      {"const", StateSpace::Const},      {"shared::cta", StateSpace::Shared},
      {"param::func", StateSpace::Param}};
  if (token.kind == TokenKind::DotWord) {
    if (auto space = kSpaces.find(peek().text);
        peek().kind == TokenKind::DotWord && space != kSpaces.end()) {
      take();
      return parseVariable(space->second, Linkage::Static, start);
    }
  }
  failHere("a statement");
}

// NAME: .branchtargets L0, L1; .calltargets f, g; .callprototype (results) _ (parameters);
void Parser::parseTable(std::string_view name, Location location) {
  Table table{Table::Kind::Prototype, std::string(name), {}, {}};
  std::string_view word = take().text;
  if (word == "callprototype") {
    if (isPunctuation('('))
      table.signature.results = parseParameters(true);
    expectIdentifier("'_'");
    if (isPunctuation('('))
      table.signature.parameters = parseParameters(true);
    while (peek().kind == TokenKind::DotWord) {
      if (acceptDotWord("noreturn"))
        table.signature.noreturn = true;
      else if (acceptDotWord("abi_preserve") || acceptDotWord("abi_preserve_control"))
        parseUnsignedConstant("a number");
      else
        failHere("';'");
    }
  } else {
    table.kind = word == "branchtargets" ? Table::Kind::BranchTargets : Table::Kind::CallTargets;
    do {
      Location place = peek().location;
      std::string_view entry = expectIdentifier("a name");
      if (table.kind == Table::Kind::BranchTargets) {
        table.entries.push_back(referLabel(entry, place));
        continue;
      }
      auto found = lookUp(entry);
      if (!found || found->kind != Name::Kind::Symbol ||
          unit_.symbols[found->index].kind != Symbol::Kind::Function)
        fail(place, fmt::format("Unknown symbol '{}'", entry));
      useSymbol(found->index);
      unit_.addressTaken.push_back(found->index);
      table.entries.push_back(found->index);
    } while (acceptPunctuation(','));
  }
  expectPunctuation(';');
  define(name, {Name::Kind::Table, static_cast<std::uint32_t>(function_->tables.size())}, location);
  function_->tables.push_back(std::move(table));
}

std::uint32_t Parser::referLabel(std::string_view name, Location location) {
  labelReferences_.push_back({name, scope_, location});
  return static_cast<std::uint32_t>(labelReferences_.size() - 1);
}

void Parser::resolveLabels() {
  std::vector<std::uint32_t> map(labelReferences_.size());
  std::optional<SyntaxError> failure;
  for (std::size_t i = 0; i < labelReferences_.size(); ++i) {
    const LabelReference& reference = labelReferences_[i];
    bool found = false;
    for (int at = reference.scope; at >= 0 && !found;
         at = scopes_[static_cast<std::size_t>(at)].parent) {
      const Scope& scope = scopes_[static_cast<std::size_t>(at)];
      if (auto label = scope.labels.find(reference.name); label != scope.labels.end()) {
        map[i] = label->second;
        found = true;
      }
    }
    if (!found && !failure)
      failure = SyntaxError{reference.location, fmt::format("Unknown symbol '{}'", reference.name)};
  }
  if (failure)
    throw SyntaxError(*failure);
  for (Instruction& instruction : function_->instructions)
    for (Operand& operand : instruction.operands)
      resolveLabel(operand, map);
  for (Table& table : function_->tables)
    if (table.kind == Table::Kind::BranchTargets)
      for (std::uint32_t& entry : table.entries)
        entry = map[entry];
}

void Parser::resolveLabel(Operand& operand, const std::vector<std::uint32_t>& map) {
  if (operand.kind == Operand::Kind::Label)
    operand.index = map[operand.index];
  for (Operand& element : operand.elements)
    resolveLabel(element, map);
}

// From here on, the functions parse instructions.

Operand Parser::parseGuard() {
  take();
  bool negated = acceptPunctuation('!');
  Location location = peek().location;
  Operand guard = parseName();
  if (guard.kind != Operand::Kind::Register ||
      function_->registers[guard.index].type != ScalarType::Pred)
    fail(location, "a guard must be a predicate register");
  guard.negated = negated;
  return guard;
}

void Parser::parseInstruction() {
  RawInstruction raw;
  if (isPunctuation('@'))
    raw.guard = parseGuard();
  raw.location = peek().location;
  raw.name = expectIdentifier("an instruction");
  if (formsOf(raw.name).empty())
    fail(raw.location, fmt::format("Not a name of any known instruction: '{}'", raw.name));
  const char* end = raw.name.data() + raw.name.size();
  while (peek().kind == TokenKind::DotWord) {
    std::string_view modifier = take().text;
    end = end != nullptr && modifier.data() == end + 1 ? end + 1 + modifier.size() : nullptr;
    raw.modifiers.push_back(modifier);
  }
  if (end != nullptr)
    raw.spelling =
        std::string_view(raw.name.data(), static_cast<std::size_t>(end - raw.name.data()));
  bool isCall = raw.name == "call";
  if (!isPunctuation(';')) {
    do {
      if (isCall && isPunctuation('(')) {
        raw.operands.push_back(parseCallList());
        raw.pairs.push_back(false);
        continue;
      }
      isSubscripted_ = false;
      raw.operands.push_back(parseOperand());
      if (isSubscripted_ && !takesElements(raw.name))
        fail(raw.location, fmt::format("Arguments mismatch for instruction '{}'", raw.name));
      if (isSubscripted_)
        raw.operands.back() = elementOperand(raw, std::move(raw.operands.back()));
      bool paired = acceptPunctuation('|');
      raw.pairs.push_back(paired);
      if (paired) {
        raw.operands.push_back(parseOperand());
        raw.pairs.push_back(false);
      }
    } while (acceptPunctuation(','));
  }
  expectPunctuation(';');
  if (!isCall && raw.name != "bra" && raw.name != "brx")
    for (const Operand& operand : raw.operands)
      rejectLabels(operand);
  for (std::size_t i = 0; i < raw.operands.size(); ++i) {
    // Naming a function takes its address, unless it is the callee of a call.
    const Operand& operand = raw.operands[i];
    if (operand.kind != Operand::Kind::Symbol ||
        unit_.symbols[operand.index].kind != Symbol::Kind::Function)
      continue;
    bool isCallee = isCall && (i == 0 || (i == 1 && raw.operands[0].kind == Operand::Kind::List));
    if (!isCallee)
      unit_.addressTaken.push_back(operand.index);
  }
  function_->instructions.push_back(checker_.check(*function_, std::move(raw)));
}

// A name that is neither a variable nor a register is taken for a label, which only branches may
// name.
void Parser::rejectLabels(const Operand& operand) const {
  if (operand.kind == Operand::Kind::Label)
    fail(operand.location,
         fmt::format("Unknown symbol '{}'", labelReferences_[operand.index].name));
  for (const Operand& element : operand.elements)
    rejectLabels(element);
}

Operand Parser::parseOperand() {
  Location location = peek().location;
  Operand operand;
  if (isPunctuation('[')) {
    operand = parseAddress();
  } else if (isPunctuation('{')) {
    operand = parseVector();
  } else {
    operand = parsePrimary();
  }
  operand.location = location;
  return operand;
}

Operand Parser::parsePrimary() {
  if (isPunctuation('!') && peek(1).kind == TokenKind::Identifier && peek(1).text != "WARP_SZ") {
    take();
    Operand operand = parseName();
    operand.negated = true;
    return operand;
  }
  if (isPunctuation('-') && peek(1).kind == TokenKind::Identifier && peek(1).text != "WARP_SZ") {
    take();
    Operand operand = parseName();
    operand.negated = true;
    return operand;
  }
  if (peek().kind == TokenKind::Identifier && peek().text != "WARP_SZ")
    return parseName();
  return constantOperand();
}

Operand Parser::constantOperand() {
  Operand operand;
  operand.location = peek().location;
  // A '|' after a constant is an operator, since a constant is no destination that could be paired.
  ConstantValue value = parseConstant();
  operand.kind = value.isFloat ? Operand::Kind::Float : Operand::Kind::Integer;
  operand.isSingle = value.isSingle;
  operand.value = value.isFloat ? value.floatBits : value.bits;
  return operand;
}

Operand Parser::parseName() {
  Operand operand;
  const Token& token = peek();
  operand.location = token.location;
  std::string_view name = expectIdentifier("a name");
  if (name == "_")
    return operand;
  auto found = lookUp(name);
  if (!found) {
    if (auto special = specialRegisterByName(name)) {
      operand.kind = Operand::Kind::SpecialRegister;
      operand.index = *special;
      if (specialRegister(*special).vector) {
        auto component =
            peek().kind == TokenKind::DotWord ? componentOf(peek().text) : std::nullopt;
        if (component) {
          take();
          operand.component = *component;
        } else {
          // The name of a vector register stands for all its elements, as in mov.v4.
          Operand vector;
          vector.kind = Operand::Kind::Vector;
          vector.location = operand.location;
          for (std::uint8_t i = 0; i < 4; ++i) {
            operand.component = i;
            vector.elements.push_back(operand);
          }
          return vector;
        }
      }
      return operand;
    }
    if (name[0] == '%')
      fail(token.location, fmt::format("Unknown symbol '{}'", name));
    operand.kind = Operand::Kind::Label;
    operand.index = referLabel(name, token.location);
    return operand;
  }
  switch (found->kind) {
  case Name::Kind::Register:
    operand.kind = Operand::Kind::Register;
    operand.index = found->index;
    if (peek().kind == TokenKind::DotWord)
      operand.selector = take().text;
    return operand;
  case Name::Kind::RegisterVector: {
    if (peek().kind == TokenKind::DotWord) {
      auto component = componentOf(peek().text);
      if (!component || *component >= found->width)
        fail(peek().location, fmt::format("Unknown component '.{}'", peek().text));
      take();
      operand.kind = Operand::Kind::Register;
      operand.index = found->index + *component;
      return operand;
    }
    Operand vector;
    vector.kind = Operand::Kind::Vector;
    vector.location = operand.location;
    operand.kind = Operand::Kind::Register;
    for (std::uint32_t i = 0; i < found->width; ++i) {
      operand.index = found->index + i;
      vector.elements.push_back(operand);
    }
    return vector;
  }
  case Name::Kind::Local:
    operand.kind = Operand::Kind::Local;
    break;
  case Name::Kind::Symbol:
    operand.kind = Operand::Kind::Symbol;
    useSymbol(found->index);
    break;
  case Name::Kind::Table:
    operand.kind = Operand::Kind::Table;
    break;
  }
  operand.index = found->index;
  if (isPunctuation('[') && operand.kind != Operand::Kind::Table) {
    parseSubscript(operand);
    return operand;
  }
  // name+offset, as in mov.u64 %rd1, array+8;
  while (isPunctuation('+') || isPunctuation('-')) {
    bool minus = take().punctuation == '-';
    std::uint64_t value = parseBinary(10).bits;
    operand.value += minus ? -value : value;
  }
  return operand;
}

// array[2] and array[%r+2] count scalars, also in arrays of vectors and of arrays. The register
// becomes elements[0] of the array's operand, with the bytes of a scalar as its value.
void Parser::parseSubscript(Operand& array) {
  const Variable* variable = nullptr;
  if (array.kind == Operand::Kind::Local)
    variable = &function_->variables[array.index];
  else if (const Symbol& symbol = unit_.symbols[array.index]; symbol.kind == Symbol::Kind::Variable)
    variable = unit_.variables[symbol.index].get();
  if (!variable || !variable->isArray)
    fail(peek().location, "Array indexing on non-array");
  take();
  const std::uint64_t scale = bytesOf(variable->type);
  if (peek().kind == TokenKind::Identifier && peek().text != "WARP_SZ") {
    Operand index = parseName();
    if (index.kind != Operand::Kind::Register || !isInteger(function_->registers[index.index].type))
      fail(index.location,
           "the subscript of an array is neither a constant nor an integer register");
    index.value = scale;
    array.elements.push_back(std::move(index));
    // A constant can be added, but not subtracted.
    if (acceptPunctuation('+'))
      array.value += parseConstant().bits * scale;
  } else {
    array.value += parseConstant().bits * scale;
  }
  expectPunctuation(']');
  isSubscripted_ = true;
}

Operand Parser::parseAddress() {
  Operand address;
  address.kind = Operand::Kind::Address;
  take();
  Operand base = isPunctuation('{') ? parseVector() : parsePrimary();
  switch (base.kind) {
  case Operand::Kind::Register:
  case Operand::Kind::Local:
  case Operand::Kind::Symbol:
    address.value = base.value;
    base.value = 0;
    break;
  case Operand::Kind::Integer:
  case Operand::Kind::Vector:
    break;
  case Operand::Kind::Label:
    fail(base.location, fmt::format("Unknown symbol '{}'", labelReferences_[base.index].name));
  default:
    fail(base.location, "not an address");
  }
  address.elements.push_back(std::move(base));
  while (isPunctuation('+') || isPunctuation('-')) {
    bool minus = take().punctuation == '-';
    Location location = peek().location;
    ConstantValue value = parseBinary(10);
    if (value.isFloat)
      fail(location, "an address offset must be an integer");
    address.value += minus ? -value.bits : value.bits;
  }
  if (isPunctuation(',')) { // texture and tensor coordinates
    address.kind = Operand::Kind::List;
    while (acceptPunctuation(','))
      address.elements.push_back(isPunctuation('{') ? parseVector() : parsePrimary());
  }
  expectPunctuation(']');
  return address;
}

Operand Parser::parseVector() {
  Operand vector;
  vector.kind = Operand::Kind::Vector;
  vector.location = take().location;
  do {
    if (isPunctuation('{'))
      fail(peek().location, "a vector inside a vector");
    vector.elements.push_back(parsePrimary());
  } while (acceptPunctuation(','));
  expectPunctuation('}');
  return vector;
}

Operand Parser::parseCallList() {
  Operand list;
  list.kind = Operand::Kind::List;
  list.location = take().location;
  if (acceptPunctuation(')'))
    return list;
  do
    list.elements.push_back(parsePrimary());
  while (acceptPunctuation(','));
  expectPunctuation(')');
  return list;
}

} // namespace heddle::ptx
