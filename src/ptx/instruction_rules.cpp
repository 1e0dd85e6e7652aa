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

namespace {

// The first rules are about what came to a form later than the form itself, or only to some of its
// targets.

// The first version and target that have the instruction.
struct Since {
  unsigned version, target;
};
constexpr Since kAlways{10, 10};

bool isDirected(std::optional<Rounding> rounding) {
  return rounding == Rounding::Rm || rounding == Rounding::Rp;
}

bool isNearest(std::optional<Rounding> rounding) {
  return !rounding || rounding == Rounding::Rn;
}

Since sinceOfQuery(TextureQuery query) {
  switch (query) {
  case TextureQuery::ChannelDataType:
  case TextureQuery::ChannelOrder:
    return {21, 10};
  case TextureQuery::ForceUnnormalizedCoords:
    return {22, 10};
  case TextureQuery::Width:
  case TextureQuery::Height:
  case TextureQuery::Depth:
  case TextureQuery::NormalizedCoords:
  case TextureQuery::FilterMode:
  case TextureQuery::AddrMode0:
  case TextureQuery::AddrMode1:
  case TextureQuery::AddrMode2:
  case TextureQuery::ArraySize:
  case TextureQuery::NumMipmapLevels:
  case TextureQuery::NumSamples:
  case TextureQuery::MemoryLayout:
    return kAlways;
  }
  __builtin_unreachable();
}

Since sinceOfSurfaceAccess(const Instruction& instruction) {
  auto geometry = instruction.required<Geometry>();
  if (geometry == Geometry::D3 || isLayered(geometry))
    return {30, 20};
  if (instruction.modifier<CacheOp>() || instruction.has(SurfaceAccess::Formatted))
    return {15, 20};
  return instruction.has(SurfaceClamp::Trap) ? Since{15, 10} : Since{20, 10};
}

Since sinceOfAtomic(const Instruction& instruction) {
  std::optional<SpaceModifier> space = instruction.modifier<SpaceModifier>();
  if (!space)
    return {10, 20};
  if (space == SpaceModifier::Shared)
    return {10, bitsOf(instruction.type) == 64 ? 20U : 12U};
  return kAlways;
}

Since sinceOf(const Instruction& instruction) {
  std::optional<Rounding> rounding = instruction.modifier<Rounding>();
  ScalarType type = instruction.type;
  switch (instruction.opcode()) {
  case Opcode::Add:
  case Opcode::Sub:
  case Opcode::Mul:
  case Opcode::Mad:
  case Opcode::Fma:
    if (!isDirected(rounding))
      return kAlways;
    return type == ScalarType::F32 ? Since{10, 20} : Since{10, 13};
  case Opcode::Div:
  case Opcode::Rcp:
  case Opcode::Sqrt:
    return !isNearest(rounding) && type == ScalarType::F64 ? Since{10, 20} : kAlways;
  case Opcode::Cvt: { // .ftz where it has no effect
    bool isIneffective = isInteger(instruction.atype) || instruction.dtype == ScalarType::F64;
    return instruction.has(Flag::Ftz) && isIneffective ? Since{15, 10} : kAlways;
  }
  case Opcode::Cvta:
  case Opcode::Isspacep:
    return instruction.has(SpaceModifier::Const) ? Since{31, 20} : kAlways;
  case Opcode::Ld:
  case Opcode::St: // generic addresses
    return instruction.modifier<SpaceModifier>() ? kAlways : Since{10, 20};
  case Opcode::Atom:
  case Opcode::Red:
    return sinceOfAtomic(instruction);
  case Opcode::Pmevent:
    return instruction.has(Flag::Mask) ? Since{30, 20} : kAlways;
  case Opcode::Membar:
    return instruction.has(MembarLevel::Sys) ? Since{20, 20} : kAlways;
  case Opcode::Txq:
  case Opcode::Suq:
    return sinceOfQuery(instruction.required<TextureQuery>());
  case Opcode::Suld:
  case Opcode::Sust:
  case Opcode::Sured:
    return sinceOfSurfaceAccess(instruction);
  default:
    return kAlways;
  }
}

// cp.async has taken .shared::cta since its own first version, earlier than the version in which
// other instructions got the modifier. So the modifier's own first version does not bind it.
bool hadModifierFirst(const Instruction& instruction, const MatchedModifier& modifier) {
  constexpr MatchedModifier kSharedCta{ModifierSet::SpaceModifier,
                                       static_cast<std::uint8_t>(SpaceModifier::SharedCta)};
  return instruction.form->family == Family::AsyncCopy && modifier == kSharedCta &&
         !instruction.has(Flag::Mbarrier);
}

std::string modifierAgeProblem(const Unit& unit, const Instruction& instruction) {
  for (const MatchedModifier& modifier : instruction.modifiers) {
    const ModifierInfo* info = modifier.info();
    if (!info || info->version == 0 || hadModifierFirst(instruction, modifier))
      continue;
    std::string what = fmt::format("{}' with '.{}", nameOf(instruction.opcode()), info->text);
    if (std::string problem = ageProblem(unit, what, info->version, info->target); !problem.empty())
      return problem;
  }
  return {};
}

// The rules from here on are about combinations of modifiers.

std::string warpProblem(const Unit& unit, const Instruction& instruction) {
  if (instruction.has(Flag::Sync) || unit.version < 64 || unit.target < 70)
    return {};
  return fmt::format("Instruction '{}' without '.sync' is not supported on .target sm_70 and "
                     "higher from PTX ISA version 6.4",
                     nameOf(instruction.opcode()));
}

std::string wmmaProblem(const Unit& unit, const Instruction& instruction) {
  if (instruction.has(Flag::Aligned))
    return ageProblem(unit, "wmma' with '.aligned", 63, 70);
  return unit.version >= 63 ? ".aligned modifier required for instruction 'wmma'" : "";
}

std::string mbarrierProblem(const Unit& unit, const Instruction& instruction) {
  if (!instruction.has(Semantics::Relaxed))
    return {};
  switch (instruction.required<MbarrierOp>()) {
  case MbarrierOp::Arrive:
  case MbarrierOp::ArriveDrop:
  case MbarrierOp::TestWait:
  case MbarrierOp::TryWait:
    return ageProblem(unit, "mbarrier' with '.relaxed", 86, 90);
  case MbarrierOp::Init:
  case MbarrierOp::Inval:
  case MbarrierOp::ExpectTx:
  case MbarrierOp::CompleteTx:
  case MbarrierOp::PendingCount:
    return {};
  }
  __builtin_unreachable();
}

// Scalar video instructions take .sat and .add together. The SIMD ones, which came later, do not.
std::string videoProblem(const Instruction& instruction) {
  constexpr unsigned kFirstSimdVersion = 30;
  bool isSimd = instruction.form->version >= kFirstSimdVersion;
  return isSimd && instruction.has(Flag::Sat) && instruction.has(VideoOp::Add)
             ? "Illegal combination of .sat and .add modifiers"
             : "";
}

std::string windowProblem(const Unit& unit, const Instruction& instruction) {
  if (stateSpaceOf(instruction.modifier<SpaceModifier>()) != StateSpace::Param)
    return {};
  return ageProblem(unit, fmt::format("{}' with '.param", nameOf(instruction.opcode())), 77, 70);
}

bool isGlobalOrGeneric(std::optional<SpaceModifier> space) {
  return !space || space == SpaceModifier::Global;
}

// Hints about caches are for global memory.
std::string cacheHintProblem(const Instruction& instruction) {
  std::optional<SpaceModifier> space = instruction.modifier<SpaceModifier>();
  if (isGlobalOrGeneric(space))
    return {};
  std::string_view hint;
  if (instruction.has(Flag::CacheHint))
    hint = spelling(Flag::CacheHint);
  else if (auto size = instruction.modifier<PrefetchSize>())
    hint = spelling(*size);
  else if (auto l2 = instruction.modifier<L2Eviction>())
    hint = spelling(*l2);
  else if (auto l1 = instruction.modifier<L1Eviction>())
    hint = spelling(*l1);
  if (hint.empty())
    return {};
  return fmt::format("Modifier '.{}' cannot be applied to '.{}' space for instruction '{}'", hint,
                     spelling(*space), nameOf(instruction.opcode()));
}

std::string atomicProblem(const Unit& unit, const Instruction& instruction) {
  bool isOrdered = instruction.modifier<Semantics>().has_value();
  if (isOrdered || instruction.modifier<Scope>()) {
    std::string what = fmt::format("{}' with order or scope of '", nameOf(instruction.opcode()));
    if (std::string problem = ageProblem(unit, what, isOrdered ? 60 : 50, isOrdered ? 70 : 60);
        !problem.empty())
      return problem;
  }
  return cacheHintProblem(instruction);
}

// Memory that no other thread can see has no order.
std::string orderProblem(const Instruction& instruction) {
  std::optional<SpaceModifier> space = instruction.modifier<SpaceModifier>();
  std::optional<Semantics> order = instruction.modifier<Semantics>();
  StateSpace memory = stateSpaceOf(space);
  bool isPrivate =
      memory == StateSpace::Local || memory == StateSpace::Const || memory == StateSpace::Param;
  if (!isPrivate || !order || order == Semantics::Weak)
    return {};
  return fmt::format("Modifier '.{}' cannot be applied to '.{}' space", spelling(*order),
                     spelling(*space));
}

std::string nonCoherentProblem(const Instruction& instruction) {
  if (!instruction.has(Flag::Nc))
    return {};
  if (!instruction.has(SpaceModifier::Global))
    return "Modifier '.nc' requires .global space";
  if (instruction.has(CacheOp::Lu) || instruction.has(CacheOp::Cv))
    return fmt::format("Illegal cache operation for instruction '{}.nc'",
                       nameOf(instruction.opcode()));
  return {};
}

constexpr std::string_view kVectorTooLarge = "Vector type too large, exceeds 128 bit limit";

// 256 bits are for ld and st of global memory, in elements of 32 or 64 bits.
std::string vectorProblem(const Unit& unit, const Instruction& instruction) {
  Opcode opcode = instruction.opcode();
  unsigned elementBits = bitsOf(instruction.type);
  unsigned bits = elementBits * instruction.vectorWidth();
  bool isWide = bits == 256 && elementBits >= 32 && elementBits < 128 && opcode != Opcode::Ldu;
  if (instruction.has(VectorSize::V8) && !isWide && (bits > 128 || opcode == Opcode::Ldu))
    return "Illegal vector size: 8";
  if (bits > 128 && !isWide)
    return std::string(kVectorTooLarge);
  std::optional<L2Eviction> eviction = instruction.modifier<L2Eviction>();
  if (!isWide && eviction)
    return fmt::format("Instruction '{}' requires a 256-bit vector with '.{}' modifier",
                       nameOf(opcode), spelling(*eviction));
  if (!isWide)
    return {};
  if (!isGlobalOrGeneric(instruction.modifier<SpaceModifier>()))
    return std::string(kVectorTooLarge);
  return ageProblem(unit, fmt::format("{}' with 256-bit vectors of '.global", nameOf(opcode)), 88,
                    100);
}

std::string accessProblem(const Unit& unit, const Instruction& instruction) {
  if (instruction.has(Flag::Mmio) && instruction.type == ScalarType::B128)
    return ageProblem(unit, fmt::format("{}' of '.b128 with '.sys", nameOf(instruction.opcode())),
                      84, 70);
  if (instruction.has(Flag::Async))
    return bitsOf(instruction.type) * instruction.vectorWidth() > 128 ? std::string(kVectorTooLarge)
                                                                      : std::string();
  if (instruction.has(Flag::Bulk))
    return {};
  for (std::string problem :
       {cacheHintProblem(instruction), orderProblem(instruction), nonCoherentProblem(instruction)})
    if (!problem.empty())
      return problem;
  return vectorProblem(unit, instruction);
}

std::string combinationProblem(const Unit& unit, const Instruction& instruction) {
  if (instruction.form->family == Family::Video)
    return videoProblem(instruction);
  switch (instruction.opcode()) {
  case Opcode::Shfl:
  case Opcode::Vote:
    return warpProblem(unit, instruction);
  case Opcode::Wmma:
    return wmmaProblem(unit, instruction);
  case Opcode::Mbarrier:
    return mbarrierProblem(unit, instruction);
  case Opcode::Cvta:
  case Opcode::Isspacep:
    return windowProblem(unit, instruction);
  case Opcode::Atom:
  case Opcode::Red:
    return atomicProblem(unit, instruction);
  case Opcode::Ld:
  case Opcode::Ldu:
  case Opcode::St:
    return accessProblem(unit, instruction);
  default:
    return {};
  }
}

} // namespace

std::string versionProblem(const Unit& unit, const Instruction& instruction,
                           const std::string& name) {
  const Form& form = *instruction.form;
  if (std::string problem = ageProblem(unit, name, form.version, form.target); !problem.empty())
    return problem;
  if (std::string problem = modifierAgeProblem(unit, instruction); !problem.empty())
    return problem;
  Since since = sinceOf(instruction);
  if (std::string problem = ageProblem(unit, instruction.fullName(), since.version, since.target);
      !problem.empty())
    return problem;
  return combinationProblem(unit, instruction);
}

} // namespace heddle::ptx
