// The checked module, which linking, queries and lowering work on. Names are resolved, and every
// instruction is matched to a form of the instruction table.
#pragma once

#include "ptx/instruction_table.h"
#include "ptx/ptx.h"
#include "ptx/special_registers.h"
#include "ptx/types.h"

#include <array>
#include <compare>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::ptx {

enum class Linkage : std::uint8_t { Static, Visible, Extern, Weak, Common };

struct Operand {
  enum class Kind : std::uint8_t {
    Register,        // index: Function::registers
    SpecialRegister, // index: SpecialRegister, component
    Integer,         // value
    Float,           // value: bits of a double, or of a float when isSingle
    Local,           // index: Function::variables (a .local, .param or call parameter)
    Symbol,          // index: Unit::symbols
    Label,           // index: Function::labels
    Table,           // index: Function::tables (branch targets, call targets, prototypes)
    Address, // elements[0] is the base (Register, Local, Symbol or Integer), value the offset
    Vector,  // elements
    List,    // elements: the parenthesised lists of a call, coordinates in brackets
    Sink,    // _
  };
  Kind kind = Kind::Sink;
  bool negated = false;  // !p, or -x of a video operand
  bool isSingle = false; // Float
  std::uint8_t component = 0;
  std::uint32_t index = 0;
  std::uint64_t value = 0;
  std::string_view selector; // .b0, .h1 … of video instructions
  std::vector<Operand> elements;
  Location location;
};

struct Instruction {
  const Form* form = nullptr;
  std::span<const MatchedModifier> modifiers; // of Unit::spellings
  ScalarType type = ScalarType::None;         // T, or D where the form has no T
  ScalarType dtype = ScalarType::None;        // D
  ScalarType atype = ScalarType::None;        // A
  ScalarType btype = ScalarType::None;        // B
  ScalarType ctype = ScalarType::None;        // C
  std::vector<Operand> operands;              // a destination pair d|p is two operands: d, then p
  bool paired = false;                        // whether it has such a pair
  std::optional<Operand> guard;
  Location location;

  Opcode opcode() const { return form->opcode; }
  // Sets the types of the instruction too, which are modifiers.
  void setModifiers(std::span<const MatchedModifier> matched);
  // The member of the set that the instruction has, if it has one.
  template <Modifier Enum> std::optional<Enum> modifier() const {
    for (const MatchedModifier& m : modifiers)
      if (m.set == kModifierSetOf<Enum>)
        return static_cast<Enum>(m.value);
    return std::nullopt;
  }
  // As modifier(), where every form of the instruction has a member of the set.
  template <Modifier Enum> Enum required() const { return modifier<Enum>().value(); }
  template <Modifier Enum> bool has(Enum value) const {
    MatchedModifier wanted{kModifierSetOf<Enum>, static_cast<std::uint8_t>(value)};
    for (const MatchedModifier& m : modifiers)
      if (m == wanted)
        return true;
    return false;
  }
  // Which of the two members of a set the instruction has, as a question about one of them. With a
  // third member the answer "no" would mean nothing, so then it does not compile.
  template <Modifier Enum> bool hasOfTwo(Enum value) const {
    static_assert(infoOf(kModifierSetOf<Enum>).members.size() == 2);
    return required<Enum>() == value;
  }
  // How many elements .v2, .v4 or .v8 stands for; 1 without them.
  unsigned vectorWidth() const;
  std::string fullName() const;
};

// Into how many blocks with a scale of their own a block-scaled mma cuts a row of A.
unsigned scalesPerRow(const Instruction& instruction);
// Whether the first coordinate is the index of a layer.
bool isLayered(Geometry geometry);
// The state space that a modifier stands for; none stands for the generic one.
StateSpace stateSpaceOf(std::optional<SpaceModifier> space);

struct Register {
  std::string name;
  ScalarType type;
};

struct InitialiserReference {
  std::uint64_t offset;
  std::uint32_t symbol; // Unit::symbols
  std::int64_t addend;
};

struct Variable {
  std::string name;
  StateSpace space = StateSpace::Global;
  Linkage linkage = Linkage::Static;
  ScalarType type = ScalarType::None;
  unsigned vectorWidth = 1;
  bool isArray = false;
  bool unsized = false; // extern .shared x[]
  bool managed = false;
  std::uint64_t size = 0;
  std::uint32_t alignment = 1;
  std::vector<std::uint8_t> initialiser;
  std::vector<InitialiserReference> references;
  Location location;
  std::string_view text; // the declaration in the source
};

// A parameter or result of a function or prototype.
struct Parameter {
  std::string name;
  StateSpace space = StateSpace::Param;
  ScalarType type = ScalarType::None;
  bool isArray = false;
  std::uint64_t size = 0;
  std::uint32_t alignment = 1;
  std::uint32_t index = 0; // Function::variables, or Function::registers for .reg
};

struct Signature {
  std::vector<Parameter> results;
  std::vector<Parameter> parameters;
  bool noreturn = false;
};

struct Label {
  std::string name;
  std::size_t position = 0; // index of the instruction that follows
};

// .branchtargets, .calltargets and .callprototype
struct Table {
  enum class Kind : std::uint8_t { BranchTargets, CallTargets, Prototype };
  Kind kind;
  std::string name;
  std::vector<std::uint32_t> entries; // labels, or symbols
  Signature signature;
};

struct SourcePlace {
  std::uint32_t file = 0; // number in Unit::files
  std::uint32_t line = 0, column = 0;
  auto operator<=>(const SourcePlace&) const = default;
};

// A .loc directive: the source position of the instructions from `position` on.
struct SourceLine {
  std::size_t position = 0; // index of the first instruction
  SourcePlace place;
  // For inlined code, the label in Unit::debugLabels of the function's name; else empty.
  std::string_view function;
  std::uint64_t functionOffset = 0;
  SourcePlace inlinedAt;
};

struct Function {
  std::string name;
  bool isEntry = false;
  bool defined = false;
  Linkage linkage = Linkage::Static;
  Signature signature;
  std::vector<Register> registers;
  std::vector<Variable> variables; // .local and .param, those of the signature first
  std::vector<Label> labels;
  std::vector<Table> tables;
  std::vector<Instruction> instructions;
  std::vector<SourceLine> lines;          // in order of position
  std::vector<std::uint32_t> usedSymbols; // without repeats
  std::array<std::uint32_t, 3> maxntid{}, reqntid{};
  std::uint32_t minnctapersm = 0, maxnreg = 0;
  std::array<std::uint32_t, 3> reqnctapercluster{};
  std::uint32_t maxclusterrank = 0;
  bool explicitCluster = false;
  Location location;
  std::string_view text;
};

struct Symbol {
  enum class Kind : std::uint8_t { Variable, Function };
  Kind kind;
  std::uint32_t index; // Unit::variables or Unit::functions
};

// One PTX source.
struct Unit {
  std::string source;
  unsigned version = 0;
  unsigned target = 0;
  TargetKind targetKind = TargetKind::Plain;
  bool independentTextures = false; // .target texmode_independent: samplers are separate objects
  unsigned addressBits = 64;
  std::map<std::uint32_t, std::string> files; // from .file
  std::string debugStrings;                   // contents of .debug_str, and offsets of its labels
  std::map<std::string_view, std::size_t> debugLabels;
  // What Instruction::modifiers refers to, once for each spelling of an instruction.
  std::deque<std::vector<MatchedModifier>> spellings;
  std::vector<std::unique_ptr<Variable>>
      variables; // of module scope, and .shared/.global/.const of functions
  std::vector<std::unique_ptr<Function>> functions;
  std::vector<Symbol> symbols;
  std::vector<std::uint32_t> addressTaken;                    // symbols of functions
  std::vector<std::pair<std::string, std::uint32_t>> aliases; // name, symbol
};

// A variable or function of the linked program.
struct Definition {
  const Unit* unit = nullptr;
  const Variable* variable = nullptr;
  const Function* function = nullptr;
  std::string name;      // unique in the program
  bool external = false; // declared but defined nowhere
};

class Module {
public:
  std::vector<std::shared_ptr<const Unit>> units;
  std::vector<Definition> definitions;
  std::map<const Unit*, std::vector<std::uint32_t>> resolution; // symbol of a unit → definition
  std::map<std::string, std::uint32_t, std::less<>> byName;

  const Definition& resolve(const Unit& unit, std::uint32_t symbol) const {
    return definitions[resolution.at(&unit)[symbol]];
  }
  std::uint32_t definitionOf(const Unit& unit, std::uint32_t symbol) const {
    return resolution.at(&unit)[symbol];
  }
};

// The definitions that `root` reaches through code and initialisers, including itself and functions
// whose address is taken, in a stable order.
std::vector<std::uint32_t> reachable(const Module& module, std::uint32_t root);
std::vector<std::uint32_t> reachable(const Module& module, std::span<const std::uint32_t> roots);

// Was the module compiled by GCC's -muniform-simt, as OpenMP code is? All lanes of a warp then do
// the same, outside of SIMD regions.
bool isUniformSimt(const Module& module);

// Offsets of a kernel's parameters in the parameter buffer.
std::vector<std::uint64_t> parameterOffsets(const Signature& signature, std::uint64_t& total);

// Whether the engine provides the function to device code.
bool isSystemFunction(std::string_view name);
// Whether the function only ends the thread; the lowering defines it.
bool isTrapFunction(std::string_view name);

std::unique_ptr<Unit> parseUnit(std::string_view text, std::vector<Diagnostic>& diagnostics);

} // namespace heddle::ptx
