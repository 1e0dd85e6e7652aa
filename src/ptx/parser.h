// A recursive-descent parser, which makes a Unit of PTX text. One class in several files:
// parser.cpp (module scope and directives), parser_variables.cpp (declarations, initialisers,
// constant expressions), parser_texture_references.cpp (initialisers of textures), parser_body.cpp
// (function bodies and operands) and parser_debug.cpp. checker.cpp matches instructions to the
// table.
#pragma once

#include "ptx/lexer.h"
#include "ptx/module.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace heddle::ptx {

// Thrown by what parses a statement; the parser reports it and continues after the statement.
struct SyntaxError {
  Location location;
  std::string message;
  ErrorKind kind = ErrorKind::InvalidPtx;
};

struct ConstantValue {
  bool isFloat = false;
  bool isUnsigned = false;
  bool isSingle = false;
  std::uint64_t bits = 0; // of an integer
  double real = 0;
  std::uint64_t floatBits = 0; // of a float, as written after 0f or 0d
};

// An instruction as it is written, before it is matched to the instruction table.
struct RawInstruction {
  std::string_view name;
  std::string_view spelling; // name and modifiers; empty when there is space between them
  std::vector<std::string_view> modifiers;
  std::vector<Operand> operands;
  std::vector<bool> pairs; // whether operand i and operand i + 1 are written d|p
  std::optional<Operand> guard;
  Location location;
};

// Whether variables and registers can have the type. Other types are for instructions only.
bool isDeclarable(ScalarType type);

// Matches instructions to the table, once for each spelling of name and modifiers.
class InstructionChecker {
public:
  explicit InstructionChecker(Unit& unit) : unit_(unit) {}
  // Throws SyntaxError.
  Instruction check(const Function& function, RawInstruction raw);

private:
  struct Candidate {
    Instruction instruction; // with form, modifiers and types
    std::string problem;     // why this unit cannot have the instruction; empty when it can
  };

  std::vector<Candidate> candidatesFor(const RawInstruction& raw);
  std::vector<Candidate> candidatesFor(const RawInstruction& raw, Order order);

  Unit& unit_;
  std::unordered_map<std::string_view, std::vector<Candidate>> candidates_;
};

// Whether a register of type `have` may stand where an instruction or function wants `want`.
bool agrees(ScalarType have, ScalarType want);
// What is wrong with the operands of a call, or an empty string. Sets `place` to the wrong operand.
std::string callProblem(const Unit& unit, const Function& caller, std::span<const Operand> operands,
                        Location& place);

class Parser {
public:
  Parser(Unit& unit, std::vector<Diagnostic>& diagnostics);
  void parseModule();

private:
  struct Name {
    enum class Kind : std::uint8_t { Register, RegisterVector, Local, Symbol, Table };
    Kind kind;
    std::uint32_t index;
    std::uint32_t width = 0; // RegisterVector
  };
  // Names with a number at the end, declared at once: .reg .b32 %r<4>; stands for %r0 to %r3.
  struct NameRange {
    std::string_view prefix;
    std::uint64_t count;
    ScalarType type;
    std::optional<Variable> variable; // what each one is like; nothing for registers

    bool holds(std::string_view name) const;
  };
  struct Scope {
    std::unordered_map<std::string_view, Name> names;
    std::vector<NameRange> ranges;
    std::unordered_map<std::string_view, std::uint32_t> labels;
    int parent = -1;
  };
  struct LabelReference {
    std::string_view name;
    int scope;
    Location location;
  };
  struct VariableHead {
    StateSpace space = StateSpace::Global;
    ScalarType type = ScalarType::None;
    unsigned vectorWidth = 1;
    std::uint32_t alignment = 0;
    bool managed = false;
    bool unified = false;
  };

  // Tokens
  const Token& peek(std::size_t ahead = 0) const { return tokens_.at(at_ + ahead); }
  const Token& take();
  bool isPunctuation(char c, std::size_t ahead = 0) const;
  bool isDotWord(std::string_view word, std::size_t ahead = 0) const;
  bool acceptPunctuation(char c);
  bool acceptDotWord(std::string_view word);
  void expectPunctuation(char c);
  std::string_view expectIdentifier(const char* what);
  [[noreturn]] void fail(Location location, std::string message,
                         ErrorKind kind = ErrorKind::InvalidPtx) const;
  [[noreturn]] void failHere(const std::string& expected) const;
  void report(const SyntaxError& error);
  void recover(std::size_t statementStart);
  // Where the next token begins in the source, and the text from there to the next token.
  std::size_t position() const;
  std::string_view textSince(std::size_t start) const;

  // Module scope
  void parseVersion();
  void parseTarget();
  void parseModuleStatement();
  void parseFunction(bool isEntry, Linkage linkage, std::size_t start);
  void parseFunctionDirectives(Function& function);
  void checkFunctionDirective(const Function& function, std::string_view word,
                              Location location) const;
  std::vector<Parameter> parseParameters(bool inPrototype);
  Parameter parseParameter(bool inPrototype);
  void declareSignature(Function& function);
  void parseAlias();
  bool skipBraces();
  std::uint32_t parseDimensions(std::array<std::uint32_t, 3>& dimensions);

  // Debug data
  bool acceptDebugDirective();
  SourcePlace parsePlace(const char* expected);
  void parseLoc();
  void parseFile();
  void parseSection();
  void skipLine(unsigned line);

  // Variables
  void parseVariable(StateSpace space, Linkage linkage, std::size_t start);
  VariableHead parseVariableHead(StateSpace space);
  void parseDeclarator(const VariableHead& head, Linkage linkage, std::size_t start);
  void parseAttribute(VariableHead& head);
  void parseInitialiser(Variable& variable, const std::vector<std::uint64_t>& dimensions);
  void parseInitialiserList(Variable& variable, const std::vector<std::uint64_t>& dimensions,
                            std::size_t level, std::uint64_t offset, std::uint64_t span);
  void parseInitialiserValue(Variable& variable, std::uint64_t offset);
  // parser_texture_references.cpp
  void parseReferenceInitialiser(Variable& variable);
  void writeInitialiser(Variable& variable, std::uint64_t offset, std::uint64_t bits);
  void parseRegisters();
  void parseRange(std::string_view prefix, ScalarType type, std::optional<Variable> variable,
                  Location location);
  // Makes the variable one of the function or of the unit, without defining its name.
  Name addVariable(Variable variable);
  std::uint32_t parseAlignment();

  // Constant expressions
  ConstantValue parseConstant();
  ConstantValue parseConditional();
  ConstantValue parseBinary(int minimumPrecedence);
  ConstantValue parseUnary();
  std::uint64_t parseUnsignedConstant(const char* what);
  std::uint64_t constantBits(const ConstantValue& value, ScalarType type, Location location) const;

  // Bodies
  void parseBody(Function& function);
  void parseStatement();
  void parseTable(std::string_view name, Location location);
  void parseInstruction();
  void rejectLabels(const Operand& operand) const;
  Operand parseOperand();
  Operand parsePrimary();
  Operand parseAddress();
  Operand parseVector();
  Operand parseCallList();
  Operand constantOperand();
  Operand parseName();
  void parseSubscript(Operand& array);
  Operand parseGuard();
  void resolveLabels();
  void resolveLabel(Operand& operand, const std::vector<std::uint32_t>& map);
  std::uint32_t referLabel(std::string_view name, Location location);
  std::optional<Name> lookUp(std::string_view name);
  void define(std::string_view name, Name value, Location location);
  void useSymbol(std::uint32_t symbol);
  void pushScope();
  void popScope();

  Unit& unit_;
  std::vector<Diagnostic>& diagnostics_;
  InstructionChecker checker_;
  mutable TokenStream tokens_; // peek() makes tokens
  std::size_t at_ = 0;
  std::vector<Scope> scopes_;
  int scope_ = 0;
  unsigned depth_ = 0;
  Function* function_ = nullptr;
  std::vector<LabelReference> labelReferences_;
  std::vector<bool> symbolUsed_;
  bool isSubscripted_ = false; // whether the last name had a subscript, as in array[2]
  unsigned errors_ = 0;
  bool hasAddressSize_ = false;
  bool promisesDebugInformation_ = false, hasDebugInformation_ = false;
};

} // namespace heddle::ptx
