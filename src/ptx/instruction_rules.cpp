// Rules about instructions that go across the lines of the table.
#include "ptx/instruction_rules.h"

#include <fmt/format.h>

namespace heddle::ptx {

std::string ageProblem(const Unit& unit, const std::string& what, unsigned version,
                       unsigned target) {
  if (version > unit.version)
    return fmt::format("Instruction '{}' requires PTX ISA .version {}.{} or later", what,
                       version / 10, version % 10);
  if (const SpecialTargetInfo* special = specialTarget(target)) {
    if (unit.targetKind < special->kind || unit.target < special->first ||
        unit.target > special->last)
      return fmt::format("Instruction '{}' requires .target {}{}", what, special->name,
                         special->last < 999 ? "" : " or higher");
  } else if (target > unit.target) {
    return fmt::format("Instruction '{}' requires .target sm_{} or higher", what, target);
  }
  return {};
}

// cp.async had .shared::cta before the other instructions.
bool isEarlier(const Instruction& instruction, const LaterModifier& later) {
  return instruction.form->family == Family::AsyncCopy && later.text == "shared::cta" &&
         !instruction.has("mbarrier");
}

namespace {

bool isGlobalOrGeneric(std::string_view space) {
  return space.empty() || space == "global";
}

std::string_view spaceModifier(const Instruction& instruction) {
  for (std::string_view item : {"space", "stspace", "atomspace", "global"})
    if (std::string_view space = instruction.modifier(item); !space.empty())
      return space;
  return {};
}

// What is wrong with modifiers that each are right: rules that go across the forms of the table.
std::string combinationProblem(const Unit& unit, const Instruction& instruction) {
  Opcode opcode = instruction.opcode();
  if ((opcode == Opcode::Shfl || opcode == Opcode::Vote) && !instruction.has("sync") &&
      unit.version >= 64 && unit.target >= 70)
    return fmt::format("Instruction '{}' without '.sync' is not supported on .target sm_70 and "
                       "higher from PTX ISA version 6.4",
                       nameOf(opcode));
  if (instruction.has("mmio") && instruction.type == ScalarType::B128)
    return ageProblem(unit, fmt::format("{}' of '.b128 with '.sys", nameOf(opcode)), 84, 70);
  if (opcode == Opcode::Wmma) {
    if (instruction.has("aligned"))
      return ageProblem(unit, "wmma' with '.aligned", 63, 70);
    if (unit.version >= 63)
      return ".aligned modifier required for instruction 'wmma'";
  }
  bool waits = instruction.has("arrive") || instruction.has("arrive_drop") ||
               instruction.has("test_wait") || instruction.has("try_wait");
  if (opcode == Opcode::Mbarrier && instruction.has("relaxed") && waits)
    return ageProblem(unit, "mbarrier' with '.relaxed", 86, 90);
  if (instruction.form->family == Family::Video && instruction.has("sat") &&
      instruction.has("add") && instruction.form->version >= 30) // those of two and four lanes
    return "Illegal combination of .sat and .add modifiers";
  if (instruction.modifier("windowspace").starts_with("param"))
    return ageProblem(unit, fmt::format("{}' with '.param", nameOf(opcode)), 77, 70);
  bool isAccess = opcode == Opcode::Ld || opcode == Opcode::St || opcode == Opcode::Ldu;
  bool isAtomic = opcode == Opcode::Atom || opcode == Opcode::Red;
  if (!isAccess && !isAtomic)
    return {};
  std::string_view name = nameOf(opcode);
  std::string_view space = spaceModifier(instruction);
  if (isAtomic) {
    bool ordered = !instruction.modifier("sem").empty() || !instruction.modifier("redsem").empty();
    bool scoped = !instruction.modifier("scope").empty();
    if (ordered || scoped)
      if (std::string problem = ageProblem(unit, fmt::format("{}' with order or scope of '", name),
                                           ordered ? 60 : 50, ordered ? 70 : 60);
          !problem.empty())
        return problem;
  }
  if (!isGlobalOrGeneric(space))
    for (std::string_view item : {"cachehint", "prefetchsize", "l2evict", "evict"})
      if (std::string_view modifier = instruction.modifier(item); !modifier.empty())
        return fmt::format("Modifier '.{}' cannot be applied to '.{}' space for instruction '{}'",
                           modifier, space, name);
  std::string_view vec = instruction.modifier("vec");
  unsigned bits =
      bitsOf(instruction.type) * (vec.empty() ? 1 : static_cast<unsigned>(vec[1] - '0'));
  if (instruction.has("async") && bits > 128)
    return "Vector type too large, exceeds 128 bit limit";
  if (isAtomic || instruction.has("async") || instruction.has("bulk"))
    return {};
  for (std::string_view modifier : {"volatile", "relaxed", "acquire", "release"})
    if (instruction.has(modifier) &&
        (space == "local" || space == "const" || space.starts_with("param")))
      return fmt::format("Modifier '.{}' cannot be applied to '.{}' space", modifier, space);
  if (instruction.has("nc")) {
    if (space != "global")
      return "Modifier '.nc' requires .global space";
    if (instruction.has("lu") || instruction.has("cv"))
      return fmt::format("Illegal cache operation for instruction '{}.nc'", name);
  }
  bool wide = bits == 256 && bitsOf(instruction.type) >= 32 && bitsOf(instruction.type) < 128 &&
              opcode != Opcode::Ldu;
  if (vec == "v8" && !wide && (bits > 128 || opcode == Opcode::Ldu))
    return "Illegal vector size: 8";
  if (bits > 128 && !wide)
    return "Vector type too large, exceeds 128 bit limit";
  if (wide) {
    if (!isGlobalOrGeneric(space))
      return "Vector type too large, exceeds 128 bit limit";
    if (std::string problem =
            ageProblem(unit, fmt::format("{}' with 256-bit vectors of '.global", name), 88, 100);
        !problem.empty())
      return problem;
  } else if (!instruction.modifier("l2evict").empty()) {
    return fmt::format("Instruction '{}' requires a 256-bit vector with '.{}' modifier", name,
                       instruction.modifier("l2evict"));
  }
  return {};
}

// What came to a form later than the form itself, or only to some of its targets.
struct Lateness {
  unsigned version, target;
};
Lateness latenessOf(const Instruction& instruction) {
  std::string_view rounding = instruction.modifier("rnd");
  bool isDirected = rounding == "rm" || rounding == "rp";
  ScalarType type = instruction.type;
  switch (instruction.opcode()) {
  case Opcode::Add:
  case Opcode::Sub:
  case Opcode::Mul:
  case Opcode::Mad:
  case Opcode::Fma:
    return !isDirected               ? Lateness{10, 10}
           : type == ScalarType::F32 ? Lateness{10, 20}
                                     : Lateness{10, 13};
  case Opcode::Div:
  case Opcode::Rcp:
  case Opcode::Sqrt: {
    bool isNearest = rounding.empty() || rounding == "rn";
    return !isNearest && type == ScalarType::F64 ? Lateness{10, 20} : Lateness{10, 10};
  }
  case Opcode::Cvt: // where it has no effect
    return instruction.has("ftz") &&
                   (isInteger(instruction.atype) || instruction.dtype == ScalarType::F64)
               ? Lateness{15, 10}
               : Lateness{10, 10};
  case Opcode::Cvta:
  case Opcode::Isspacep:
    return instruction.has("const") ? Lateness{31, 20} : Lateness{10, 10};
  case Opcode::Ld:
  case Opcode::St: // without a space: generic addresses
    return spaceModifier(instruction).empty() ? Lateness{10, 20} : Lateness{10, 10};
  case Opcode::Atom:
  case Opcode::Red:
    if (spaceModifier(instruction).empty())
      return {10, 20};
    return spaceModifier(instruction) == "shared" ? Lateness{10, bitsOf(type) == 64 ? 20U : 12U}
                                                  : Lateness{10, 10};
  case Opcode::Pmevent:
    return instruction.has("mask") ? Lateness{30, 20} : Lateness{10, 10};
  case Opcode::Membar:
    return instruction.has("sys") ? Lateness{20, 20} : Lateness{10, 10};
  case Opcode::Txq:
  case Opcode::Suq:
    return instruction.has("channel_data_type") || instruction.has("channel_order")
               ? Lateness{21, 10}
           : instruction.has("force_unnormalized_coords") ? Lateness{22, 10}
                                                          : Lateness{10, 10};
  case Opcode::Suld:
  case Opcode::Sust:
  case Opcode::Sured: {
    std::string_view geometry = instruction.modifier("geometry");
    if (geometry == "3d" || geometry.starts_with('a'))
      return {30, 20};
    bool isCached = !instruction.modifier("cop").empty() || !instruction.modifier("stcop").empty();
    if (isCached || instruction.has("p"))
      return {15, 20};
    return instruction.has("trap") ? Lateness{15, 10} : Lateness{20, 10};
  }
  default:
    return {10, 10};
  }
}

} // namespace

std::string ruleProblem(const Unit& unit, const Instruction& instruction) {
  Lateness late = latenessOf(instruction);
  if (std::string problem = ageProblem(unit, instruction.fullName(), late.version, late.target);
      !problem.empty())
    return problem;
  return combinationProblem(unit, instruction);
}

} // namespace heddle::ptx
