#include "ir/texture.h"
#include "ptx/parser.h"

#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace heddle::ptx {
namespace {

// Bytes of a variable, far more than memory has. It keeps the sizes of arrays from overflowing.
constexpr std::uint64_t kSizeLimit = std::uint64_t{1} << 46;
constexpr std::uint64_t kLocalLimit = 512 * 1024; // bytes per thread, on every compute capability
// Bytes of an initialiser, which is kept in memory.
constexpr std::uint64_t kInitialiserLimit = std::uint64_t{1} << 30;
// Nested constant expressions, each of which takes stack.
constexpr unsigned kExpressionDepth = 100;

int precedenceOf(char op) {
  switch (op) {
  case kOrOr:
    return 1;
  case kAndAnd:
    return 2;
  case '|':
    return 3;
  case '^':
    return 4;
  case '&':
    return 5;
  case kEqualEqual:
  case kNotEqual:
    return 6;
  case '<':
  case '>':
  case kLessEqual:
  case kGreaterEqual:
    return 7;
  case kShiftLeft:
  case kShiftRight:
    return 8;
  case '+':
  case '-':
    return 9;
  case '*':
  case '/':
  case '%':
    return 10;
  default:
    return 0;
  }
}

ConstantValue integerConstant(std::uint64_t bits, bool isUnsigned) {
  ConstantValue value;
  value.bits = bits;
  value.isUnsigned = isUnsigned;
  return value;
}

ConstantValue realConstant(double real) {
  ConstantValue value;
  value.isFloat = true;
  value.real = real;
  value.floatBits = std::bit_cast<std::uint64_t>(real);
  return value;
}

} // namespace

// The first functions parse constant expressions.

ConstantValue Parser::parseConstant() {
  if (++depth_ > kExpressionDepth) // after an error the depth begins at zero again
    fail(peek().location, "constant expression is nested too deeply");
  ConstantValue value = parseConditional();
  --depth_;
  return value;
}

ConstantValue Parser::parseConditional() {
  ConstantValue condition = parseBinary(1);
  if (!acceptPunctuation('?'))
    return condition;
  ConstantValue yes = parseConstant();
  expectPunctuation(':');
  ConstantValue no = parseConstant();
  return (condition.isFloat ? condition.real != 0 : condition.bits != 0) ? yes : no;
}

ConstantValue Parser::parseBinary(int minimumPrecedence) {
  ConstantValue left = parseUnary();
  while (peek().kind == TokenKind::Punctuation) {
    char op = peek().punctuation;
    int precedence = precedenceOf(op);
    if (precedence < minimumPrecedence || precedence == 0)
      break;
    Location location = take().location;
    ConstantValue right = parseBinary(precedence + 1);
    if (left.isFloat || right.isFloat) {
      double a =
          left.isFloat ? left.real : static_cast<double>(static_cast<std::int64_t>(left.bits));
      double b =
          right.isFloat ? right.real : static_cast<double>(static_cast<std::int64_t>(right.bits));
      switch (op) {
      case '+':
        left = realConstant(a + b);
        break;
      case '-':
        left = realConstant(a - b);
        break;
      case '*':
        left = realConstant(a * b);
        break;
      case '/':
        left = realConstant(a / b);
        break;
      default:
        fail(location, "operator is not defined for floating-point constants");
      }
      continue;
    }
    std::uint64_t a = left.bits, b = right.bits;
    bool isUnsigned = left.isUnsigned || right.isUnsigned;
    auto sa = static_cast<std::int64_t>(a), sb = static_cast<std::int64_t>(b);
    std::uint64_t result = 0;
    switch (op) {
    case kOrOr:
      result = (a != 0 || b != 0) ? 1 : 0;
      break;
    case kAndAnd:
      result = (a != 0 && b != 0) ? 1 : 0;
      break;
    case '|':
      result = a | b;
      break;
    case '^':
      result = a ^ b;
      break;
    case '&':
      result = a & b;
      break;
    case kEqualEqual:
      result = a == b ? 1 : 0;
      break;
    case kNotEqual:
      result = a != b ? 1 : 0;
      break;
    case '<':
      result = (isUnsigned ? a < b : sa < sb) ? 1 : 0;
      break;
    case '>':
      result = (isUnsigned ? a > b : sa > sb) ? 1 : 0;
      break;
    case kLessEqual:
      result = (isUnsigned ? a <= b : sa <= sb) ? 1 : 0;
      break;
    case kGreaterEqual:
      result = (isUnsigned ? a >= b : sa >= sb) ? 1 : 0;
      break;
    case kShiftLeft:
      result = b > 63 ? 0 : a << b;
      break;
    case kShiftRight:
      if (left.isUnsigned)
        result = b > 63 ? 0 : a >> b;
      else
        result = static_cast<std::uint64_t>(sa >> (b > 63 ? 63 : b));
      break;
    case '+':
      result = a + b;
      break;
    case '-':
      result = a - b;
      break;
    case '*':
      result = a * b;
      break;
    default: // '/' and '%'
      if (b == 0)
        fail(location, "division by zero in a constant expression");
      if (isUnsigned)
        result = op == '/' ? a / b : a % b;
      else if (sb == -1) // the quotient of the smallest integer does not fit
        result = op == '/' ? -a : 0;
      else
        result = static_cast<std::uint64_t>(op == '/' ? sa / sb : sa % sb);
    }
    left = integerConstant(result, isUnsigned);
  }
  return left;
}

ConstantValue Parser::parseUnary() {
  // A loop over prefix operators, so that a long row of them takes no stack.
  std::string operators;
  while (true) {
    if (peek().kind == TokenKind::Punctuation &&
        (isPunctuation('-') || isPunctuation('+') || isPunctuation('~') || isPunctuation('!'))) {
      operators += take().punctuation;
    } else if (isPunctuation('(') && (isDotWord("s64", 1) || isDotWord("u64", 1)) &&
               isPunctuation(')', 2)) {
      operators += peek(1).text[0];
      take(), take(), take();
    } else {
      break;
    }
  }
  ConstantValue value;
  const Token& token = peek();
  if (token.kind == TokenKind::Integer) {
    value = integerConstant(token.integer, token.isUnsigned || token.integer > INT64_MAX);
    take();
  } else if (token.kind == TokenKind::Float) {
    value.isFloat = true;
    value.real = token.real;
    value.isSingle = token.isSingle;
    value.floatBits = token.integer;
    take();
  } else if (token.kind == TokenKind::Identifier && token.text == "WARP_SZ") {
    value = integerConstant(32, false);
    take();
  } else if (acceptPunctuation('(')) {
    value = parseConstant();
    expectPunctuation(')');
  } else {
    failHere("a constant");
  }
  for (auto op = operators.rbegin(); op != operators.rend(); ++op) {
    if (value.isFloat) {
      if (*op == '-') {
        value.real = -value.real;
        value.floatBits ^= value.isSingle ? std::uint64_t{1} << 31 : std::uint64_t{1} << 63;
      } else if (*op != '+') {
        fail(token.location, "operator is not defined for floating-point constants");
      }
      continue;
    }
    switch (*op) {
    case '-':
      value.bits = -value.bits;
      value.isUnsigned = false;
      break;
    case '~':
      value.bits = ~value.bits;
      break;
    case '!':
      value = integerConstant(value.bits == 0 ? 1 : 0, false);
      break;
    case 's':
      value.isUnsigned = false;
      break;
    case 'u':
      value.isUnsigned = true;
      break;
    default:
      break;
    }
  }
  return value;
}

std::uint64_t Parser::parseUnsignedConstant(const char* what) {
  Location location = peek().location;
  ConstantValue value = parseConstant();
  if (value.isFloat || (!value.isUnsigned && static_cast<std::int64_t>(value.bits) < 0))
    fail(location, fmt::format("expected {}", what));
  return value.bits;
}

std::uint64_t Parser::constantBits(const ConstantValue& value, ScalarType type,
                                   Location location) const {
  switch (type) {
  case ScalarType::F64:
    if (!value.isFloat)
      return std::bit_cast<std::uint64_t>(
          static_cast<double>(static_cast<std::int64_t>(value.bits)));
    return value.isSingle ? std::bit_cast<std::uint64_t>(value.real) : value.floatBits;
  case ScalarType::F32:
    if (!value.isFloat)
      return std::bit_cast<std::uint32_t>(
          static_cast<float>(static_cast<std::int64_t>(value.bits)));
    return value.isSingle ? value.floatBits
                          : std::bit_cast<std::uint32_t>(static_cast<float>(value.real));
  default:
    if (value.isFloat) {
      if (typeInfo(type).kind == TypeKind::Bits && bitsOf(type) == (value.isSingle ? 32U : 64U))
        return value.floatBits;
      fail(location, fmt::format("a floating-point constant cannot initialise type .{}",
                                 typeInfo(type).name));
    }
    return value.bits;
  }
}

// From here on, the functions parse variables.

bool isDeclarable(ScalarType type) {
  const TypeInfo& info = typeInfo(type);
  switch (info.kind) {
  case TypeKind::Bits:
  case TypeKind::Unsigned:
  case TypeKind::Signed:
    return info.bits >= 8;
  case TypeKind::Float:
    return type == ScalarType::F16 || type == ScalarType::F32 || type == ScalarType::F64;
  case TypeKind::PackedFloat:
    return type == ScalarType::F16x2;
  case TypeKind::Predicate:
  case TypeKind::Opaque:
    return true;
  case TypeKind::PackedInteger:
  case TypeKind::None:
    return false;
  }
  return false;
}

std::uint32_t Parser::parseAlignment() {
  Location location = peek().location;
  std::uint64_t value = parseUnsignedConstant("an alignment");
  if (!std::has_single_bit(value) || value > (1U << 20))
    fail(location, "alignment must be a power of two");
  return static_cast<std::uint32_t>(value);
}

void Parser::parseAttribute(VariableHead& head) {
  expectPunctuation('(');
  do {
    if (acceptDotWord("managed")) {
      head.managed = true;
    } else if (acceptDotWord("unified")) {
      expectPunctuation('(');
      parseConstant();
      expectPunctuation(',');
      parseConstant();
      expectPunctuation(')');
    } else {
      failHere("an attribute");
    }
  } while (acceptPunctuation(','));
  expectPunctuation(')');
}

Parser::VariableHead Parser::parseVariableHead(StateSpace space) {
  VariableHead head;
  head.space = space;
  if (space == StateSpace::Const &&
      acceptPunctuation('[')) { // the number of a constant bank, which is obsolete
    parseConstant();
    expectPunctuation(']');
  }
  while (peek().kind == TokenKind::DotWord) {
    std::string_view word = peek().text;
    Location location = peek().location;
    take();
    if (word == "align")
      head.alignment = parseAlignment();
    else if (word == "attribute")
      parseAttribute(head);
    else if (word == "v2" || word == "v4" || word == "v8")
      head.vectorWidth = static_cast<unsigned>(word[1] - '0');
    else if (auto type = typeByName(word); type && isDeclarable(*type))
      head.type = *type;
    else if (type)
      fail(location, fmt::format("Type .{} may only be used as an instruction type", word));
    else
      fail(location, fmt::format("Unexpected '.{}' in a declaration", word));
  }
  if (head.type == ScalarType::None)
    failHere("a type");
  if (head.type == ScalarType::Pred && space != StateSpace::Reg)
    fail(peek().location, "Type .pred is allowed only for registers");
  return head;
}

void Parser::parseVariable(StateSpace space, Linkage linkage, std::size_t start) {
  if (space == StateSpace::Local && function_ == nullptr)
    fail(peek().location, "Module-scoped variables in .local state space are not allowed with ABI");
  VariableHead head = parseVariableHead(space);
  do
    parseDeclarator(head, linkage, start);
  while (acceptPunctuation(','));
  expectPunctuation(';');
}

void Parser::parseDeclarator(const VariableHead& head, Linkage linkage, std::size_t start) {
  Variable variable;
  variable.space = head.space == StateSpace::Texture ? StateSpace::Global : head.space;
  variable.linkage = linkage;
  variable.type = head.type;
  variable.vectorWidth = head.vectorWidth;
  variable.managed = head.managed;
  variable.location = peek().location;
  std::string_view name = expectIdentifier("a variable name");
  variable.name = name;
  // A variable of an opaque type holds a description; a parameter of one holds the address of a
  // description.
  const bool isDescription =
      typeInfo(head.type).kind == TypeKind::Opaque && variable.space == StateSpace::Global;
  std::uint64_t element =
      isDescription ? sizeof(Texture) : std::uint64_t{bytesOf(head.type)} * head.vectorWidth;
  variable.alignment = std::max<std::uint32_t>(
      head.alignment, head.alignment != 0 ? 1
                      : isDescription     ? alignof(Texture)
                                          : static_cast<std::uint32_t>(element));
  std::vector<std::uint64_t> dimensions;
  std::uint64_t count = 1;
  bool unknownFirst = false;
  if (isPunctuation('<')) {
    variable.size = element;
    variable.text = textSince(start);
    const Location location = variable.location;
    parseRange(name, head.type, std::move(variable), location);
    return;
  }
  while (acceptPunctuation('[')) {
    variable.isArray = true;
    if (isPunctuation(']')) {
      if (!dimensions.empty())
        fail(peek().location, "only the first dimension may be left out");
      unknownFirst = true;
      dimensions.push_back(0);
    } else {
      std::uint64_t length = parseUnsignedConstant("an array length");
      if (length == 0 && !dimensions.empty())
        fail(variable.location, fmt::format("array '{}' of incomplete type", name));
      if (length > kSizeLimit || (length != 0 && count * element > kSizeLimit / length))
        fail(variable.location, fmt::format("variable '{}' is too large", name));
      // ptxas takes a length of 0 for one that is left out. Only a parameter of a function may have
      // no bytes.
      if (length == 0 && variable.space != StateSpace::Param)
        unknownFirst = true;
      else
        count *= length;
      dimensions.push_back(length);
    }
    expectPunctuation(']');
  }
  if (head.vectorWidth > 1)
    dimensions.push_back(head.vectorWidth);
  variable.size = unknownFirst ? 0 : count * element;
  if (acceptPunctuation('=')) {
    if (variable.space != StateSpace::Global && variable.space != StateSpace::Const)
      fail(peek().location, "only .global and .const variables can be initialised");
    if (linkage == Linkage::Extern)
      fail(peek().location, fmt::format("extern variable '{}' cannot have an initialiser", name));
    if (unknownFirst) {
      variable.size = kInitialiserLimit / element * element;
      dimensions[0] = variable.size / (count * element);
    }
    std::uint64_t bound = variable.size;
    if (isDescription)
      parseReferenceInitialiser(variable);
    else
      parseInitialiser(variable, dimensions);
    if (unknownFirst)
      variable.size = (variable.initialiser.size() + count * element - 1) / (count * element) *
                      (count * element);
    else
      variable.size = bound;
  } else if (unknownFirst) {
    if (linkage != Linkage::Extern)
      fail(variable.location, fmt::format("Non-external variable '{}' has incomplete type", name));
    variable.unsized = true;
  }
  if (head.space == StateSpace::Texture && unit_.version >= 15)
    fail(variable.location, "Deprecated feature: '.tex' not supported as of PTX version 1.5");
  if (head.type == ScalarType::Samplerref && !unit_.independentTextures)
    fail(variable.location, "Instruction or declaration violates .target texmode_unified setting");
  if (linkage == Linkage::Common && variable.space != StateSpace::Global)
    fail(variable.location, ".common variables must be declared in .global space");
  if (head.managed && variable.space != StateSpace::Global)
    fail(variable.location, fmt::format("Illegal attribute '.managed' for symbol '{}'", name));
  if (typeInfo(head.type).kind == TypeKind::Opaque && variable.space != StateSpace::Global &&
      variable.space != StateSpace::Param)
    fail(variable.location, "opaque types are allowed only in .global and .param");
  variable.text = textSince(start);

  if (variable.space == StateSpace::Local && variable.size > kLocalLimit)
    fail(variable.location,
         fmt::format("variable '{}' is larger than a thread's local memory", name));
  if (function_ == nullptr) {
    auto existing = scopes_[0].names.find(name);
    if (existing != scopes_[0].names.end() && existing->second.kind == Name::Kind::Symbol) {
      const Symbol& symbol = unit_.symbols[existing->second.index];
      if (symbol.kind == Symbol::Kind::Variable) {
        Variable& earlier = *unit_.variables[symbol.index];
        if (earlier.linkage == Linkage::Extern || variable.linkage == Linkage::Extern) {
          if (variable.linkage == Linkage::Static)
            fail(variable.location,
                 fmt::format("'.extern' variable '{}' cannot be resolved by a '.static'", name));
          if (earlier.space != variable.space)
            fail(variable.location,
                 fmt::format("Declaration of variable '{}' differs from an earlier one", name));
          if (variable.linkage != Linkage::Extern)
            earlier = std::move(variable);
          return;
        }
      }
    }
  }
  const Location location = variable.location;
  define(name, addVariable(std::move(variable)), location);
}

Parser::Name Parser::addVariable(Variable variable) {
  if (variable.space == StateSpace::Local || variable.space == StateSpace::Param) {
    function_->variables.push_back(std::move(variable));
    return {Name::Kind::Local, static_cast<std::uint32_t>(function_->variables.size() - 1)};
  }
  unit_.symbols.push_back(
      {Symbol::Kind::Variable, static_cast<std::uint32_t>(unit_.variables.size())});
  unit_.variables.push_back(std::make_unique<Variable>(std::move(variable)));
  return {Name::Kind::Symbol, static_cast<std::uint32_t>(unit_.symbols.size() - 1)};
}

// NAME<count>, from the bracket on.
void Parser::parseRange(std::string_view prefix, ScalarType type, std::optional<Variable> variable,
                        Location location) {
  expectPunctuation('<');
  // Takes a number and not an expression, in which '>' would be an operator.
  if (peek().kind != TokenKind::Integer)
    failHere("a number of names");
  const std::uint64_t count = take().integer;
  expectPunctuation('>');
  std::vector<NameRange>& ranges = scopes_[static_cast<std::size_t>(scope_)].ranges;
  for (const NameRange& range : ranges)
    if (range.prefix == prefix)
      fail(location, fmt::format("Duplicate definition of variable '{}'", prefix));
  ranges.push_back({prefix, count, type, std::move(variable)});
}

void Parser::parseInitialiser(Variable& variable, const std::vector<std::uint64_t>& dimensions) {
  if (!isPunctuation('{')) {
    if (!dimensions.empty())
      failHere("'{'");
    parseInitialiserValue(variable, 0);
    return;
  }
  parseInitialiserList(variable, dimensions, 0, 0, variable.size);
}

void Parser::parseInitialiserList(Variable& variable, const std::vector<std::uint64_t>& dimensions,
                                  std::size_t level, std::uint64_t offset, std::uint64_t span) {
  expectPunctuation('{');
  if (level > dimensions.size())
    fail(peek().location, "too many levels of braces");
  std::uint64_t scalar = bytesOf(variable.type);
  std::uint64_t inner =
      level < dimensions.size() && dimensions[level] != 0 ? span / dimensions[level] : scalar;
  std::uint64_t at = offset;
  while (!isPunctuation('}')) {
    std::uint64_t need = isPunctuation('{') ? inner : scalar;
    if (need > offset + span - at)
      fail(peek().location, fmt::format("too many initialisers for '{}'", variable.name));
    if (isPunctuation('{'))
      parseInitialiserList(variable, dimensions, level + 1, at, inner);
    else if (inner != scalar || level + 1 < dimensions.size())
      fail(peek().location, "Initial value type mismatch");
    else
      parseInitialiserValue(variable, at);
    at += need;
    if (!acceptPunctuation(','))
      break;
  }
  expectPunctuation('}');
}

void Parser::parseInitialiserValue(Variable& variable, std::uint64_t offset) {
  Location location = peek().location;
  std::uint64_t mask = ~std::uint64_t{0};
  bool masked = false;
  if (peek().kind == TokenKind::Integer && isPunctuation('(', 1)) { // 0xFF00(symbol)
    mask = take().integer;
    masked = true;
    take();
  }
  bool generic =
      peek().kind == TokenKind::Identifier && peek().text == "generic" && isPunctuation('(', 1);
  if (generic)
    take(), take();
  bool isName = peek().kind == TokenKind::Identifier && peek().text != "WARP_SZ";
  if (!isName) {
    if (masked || generic)
      failHere("a variable or function name");
    ConstantValue value = parseConstant();
    if (!value.isFloat && (variable.type == ScalarType::F32 || variable.type == ScalarType::F64))
      fail(location, "Initial value type mismatch");
    writeInitialiser(variable, offset, constantBits(value, variable.type, location));
    return;
  }
  Location nameLocation = peek().location;
  std::string_view name = take().text;
  auto found = lookUp(name);
  if (!found || found->kind != Name::Kind::Symbol)
    fail(nameLocation, fmt::format("Unknown symbol '{}'", name));
  std::int64_t addend = 0;
  auto parseAddend = [&] {
    while (isPunctuation('+') || isPunctuation('-')) {
      bool minus = take().punctuation == '-';
      std::uint64_t value = parseBinary(10).bits;
      addend =
          static_cast<std::int64_t>(static_cast<std::uint64_t>(addend) + (minus ? -value : value));
    }
  };
  parseAddend();
  if (generic)
    expectPunctuation(')');
  parseAddend();
  if (masked)
    expectPunctuation(')');
  const Symbol& symbol = unit_.symbols[found->index];
  if (symbol.kind == Symbol::Kind::Function) {
    if (generic)
      fail(nameLocation, "Invalid initial value expression");
    unit_.addressTaken.push_back(found->index);
  } else if (StateSpace space = unit_.variables[symbol.index]->space;
             space != StateSpace::Global && space != StateSpace::Const) {
    fail(nameLocation, "Variable used as initial value not in .global or .const state space");
  }
  bool wants = masked ? variable.type == ScalarType::U8
                      : variable.type == ScalarType::U64 || variable.type == ScalarType::U32;
  if (!wants)
    fail(location, "Initial value type mismatch");
  if (masked && mask != 0xff) {
    // The reference that was recorded with the lowest byte covers the whole address. The other
    // bytes must follow it.
    if (variable.references.empty() || variable.references.back().symbol != found->index ||
        variable.references.back().offset + 8 <= offset)
      fail(location, "a part of an address without its lowest byte before it",
           ErrorKind::NotSupported);
    writeInitialiser(variable, offset, 0);
    return;
  }
  if (!masked && bytesOf(variable.type) != 8)
    fail(location, "an address needs a 64-bit initialiser", ErrorKind::NotSupported);
  variable.references.push_back({offset, found->index, addend});
  writeInitialiser(variable, offset, 0);
}

void Parser::writeInitialiser(Variable& variable, std::uint64_t offset, std::uint64_t bits) {
  std::uint64_t bytes = bytesOf(variable.type);
  if (offset + bytes > kInitialiserLimit)
    fail(peek().location, "initialiser is too large");
  if (variable.initialiser.size() < offset + bytes)
    variable.initialiser.resize(offset + bytes);
  for (std::uint64_t i = 0; i < bytes; ++i)
    variable.initialiser[offset + i] =
        i < 8 ? static_cast<std::uint8_t>(bits >> (8 * i)) : std::uint8_t{0};
}

void Parser::parseRegisters() {
  VariableHead head = parseVariableHead(StateSpace::Reg);
  do {
    Location location = peek().location;
    std::string_view name = expectIdentifier("a register name");
    if (isPunctuation('<')) {
      if (head.vectorWidth > 1)
        fail(location, "a range of vector registers is not supported", ErrorKind::NotSupported);
      parseRange(name, head.type, std::nullopt, location);
      continue;
    }
    auto first = static_cast<std::uint32_t>(function_->registers.size());
    if (head.vectorWidth == 1) {
      define(name, {Name::Kind::Register, first}, location);
      function_->registers.push_back({std::string(name), head.type});
      continue;
    }
    define(name, {Name::Kind::RegisterVector, first, head.vectorWidth}, location);
    for (unsigned i = 0; i < head.vectorWidth; ++i)
      function_->registers.push_back({fmt::format("{}.{}", name, i), head.type});
  } while (acceptPunctuation(','));
  expectPunctuation(';');
}

} // namespace heddle::ptx
