// The PTX instruction set as data: instructions.def holds one line per instruction form, written in
// a small pattern language close to the syntax lines of the PTX manual.
//
// Modifier pattern: items separated by blanks, in the order in which PTX wants them.
//   sat          the modifier .sat, a Flag of modifiers.def
//   sat?         may be missing
//   rnd          any member of a set or subset of modifiers.def
//   rnd=rn|rz    one of these members of the set
//   T:s32|int    a type, for T (also D, A, B, C); kTypeSets has named sets of types
//   ...          any further modifiers
// A word that modifiers.def does not have is a compile error. Where the modifiers of an instruction
// fit no form in this order, most families take them in another (see matchModifiers).
// Operand pattern: one word per operand.
//   =T           destination of type T;  T a source;  W stands for twice the width of T
//   =T|p         a destination that may be followed by |predicate
//   =V, V        a register, or as many in braces as the vector modifier says
//   =X, X        mov's operands: also addresses, and vectors as wide as T
//   u32, pred    a fixed type
//   =F, F        a matrix fragment: registers in braces
//   M            an address in brackets;  I a constant;  L a label;  N a name
//   R            a texture, surface or its handle in brackets;  C the same with coordinates
//   G            a gradient;  E an offset vector or a depth to compare with
//   Q            four values of type A in braces;  S two 16-bit numbers in braces
//   K            a tensor map in brackets, with coordinates;  O offsets of 16 bits in braces
//   _            nothing but _
//   ?            after a word: may be missing;  * any further operands
#pragma once

#include "ptx/modifiers.h"
#include "ptx/types.h"

#include <span>
#include <string_view>
#include <vector>

namespace heddle::ptx {

enum class Opcode : std::uint16_t {
#define PTX_OPCODE(id, name) id,
#define PTX_FORM(family, modifiers, operands, version, target)
#define PTX_OLD_FORM(family, modifiers, operands, version, last, target)
#include "ptx/instructions.def"
#undef PTX_OPCODE
#undef PTX_FORM
#undef PTX_OLD_FORM
};

// Which part of the lowering handles a form.
enum class Family : std::uint8_t {
  Integer,
  Carry,
  Bits,
  Float,
  Half,
  Compare,
  Logic,
  Convert,
  Move,
  Memory,
  AsyncCopy,
  Control,
  Call,
  Barrier,
  Warp,
  Atomic,
  Video,
  Matrix,
  Mbarrier,
  BulkCopy,
  Multimem,
  Stack,
  Texture,
  Tensor,
  Hint,    // no effect on results
  Refused, // valid PTX that is not implemented; modules that have it do not load
};

// What a module for a target runs on: Plain (sm_100) on all later targets too, Family (sm_100f) on
// those of the same family, Specific (sm_100a) on no other.
enum class TargetKind : std::uint8_t { Plain, Family, Specific };

// Targets for forms that not all later targets have. The numbers are beyond those of plain targets.
enum SpecialTarget : unsigned {
  sm_90a = 1000,
  sm_100f,       // this family and those after it
  sm_100_family, // this family alone
  sm_120f,
  sm_100a,
  sm_120a,
};
struct SpecialTargetInfo {
  unsigned target;
  std::string_view name;
  TargetKind kind;      // the least specific kind that has the form
  unsigned first, last; // the range of plain targets
};
// Null for the number of a plain target.
const SpecialTargetInfo* specialTarget(unsigned target);

// One modifier that an item of a pattern allows.
struct ModifierChoice {
  std::uint8_t value; // of the item's set: the enumerator, or a ScalarType
  std::string_view text;
};

struct ModifierItem {
  ModifierSet set = ModifierSet::Flag;
  bool optional = false;
  bool any = false; // "..."
  std::vector<ModifierChoice> choices;
};

struct OperandSpec {
  enum class Kind : std::uint8_t {
    Value,
    Vector,
    Move,
    Fragment,
    Address,
    Constant,
    Label,
    Name,
    Resource,
    Coordinates,
    Gradient,
    OffsetOrDepth,
    Quad,
    Selector,
    TensorCoordinates,
    Im2colOffsets,
    Sink,
    Any
  };
  Kind kind = Kind::Value;
  bool destination = false;
  bool optional = false;
  bool pairedPredicate = false;
  char typeName = 0; // T, D, A, B or W; 0 when the type is `type`
  ScalarType type = ScalarType::None;
};

struct Form {
  Opcode opcode;
  Family family;
  std::string_view modifiersText;
  unsigned version;     // major*10+minor
  unsigned lastVersion; // 0: still valid
  unsigned target;
  std::vector<ModifierItem> modifiers;
  std::vector<OperandSpec> operands;
};

// All forms of an instruction, in the order of the table. Empty when there is no such instruction.
std::span<const Form> formsOf(std::string_view instruction);
std::span<const Form> allForms();
std::string_view nameOf(Opcode opcode);

// A modifier of an instruction.
struct MatchedModifier {
  ModifierSet set;
  std::uint8_t value; // the enumerator, or a ScalarType

  std::string_view text() const;
  // Null for types.
  const ModifierInfo* info() const;
  bool operator==(const MatchedModifier&) const = default;
};

// Whether `modifiers` fit the form; fills `matched`, in the order of `modifiers`. AsListed wants
// them in the order of the pattern. Any is what ptxas accepts: the modifiers of most families in
// any order, apart from those that are part of the name and from the order of types among each
// other.
enum class Order : std::uint8_t { AsListed, Any };
bool matchModifiers(const Form& form, std::span<const std::string_view> modifiers,
                    std::vector<MatchedModifier>& matched, Order order = Order::AsListed);

} // namespace heddle::ptx
