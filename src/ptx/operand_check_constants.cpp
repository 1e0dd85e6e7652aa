// Constants of which an instruction takes only some, and parameters that must not be written.
#include "ptx/operand_check.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::ptx {

using Kind = Operand::Kind;

namespace {

constexpr std::uint64_t kBarriers = 16; // of a block
constexpr std::uint64_t kWarpSize = 32;
constexpr std::uint64_t kCacheLineBytes = 128;

// How many columns of A, and rows of B, an mma goes over.
unsigned depthOf(MmaShape shape) {
  std::string_view text = spelling(shape);
  unsigned depth = 0;
  for (char c : text.substr(text.find('k') + 1))
    depth = 10 * depth + static_cast<unsigned>(c - '0');
  return depth;
}

// In how many ways the metadata of a sparse A can be placed among four consecutive lanes.
std::uint64_t sparsitySelectors(const Instruction& instruction) {
  ScalarType a = instruction.atype;
  if (a == ScalarType::F16 || a == ScalarType::Bf16) // ptxas takes them all, whatever the shape
    return 4;
  unsigned depth = depthOf(instruction.required<MmaShape>());
  bool isPaired =
      a == ScalarType::U4 || a == ScalarType::S4 || (a == ScalarType::E2m1 && depth == 128);
  unsigned group = a == ScalarType::Tf32 ? 2 : isPaired ? 8 : 4;
  return std::max(16 * group / depth, 1U);
}

std::string checkLimit(const Operand& operand, std::uint64_t last, std::uint64_t step,
                       Location& place) {
  if (operand.kind != Kind::Integer || (operand.value <= last && operand.value % step == 0))
    return {};
  place = operand.location;
  return fmt::format("unexpected value '{}'", operand.value);
}

} // namespace

std::string OperandCheck::checkConstants(Location& place) const {
  switch (instruction_.opcode()) {
  case Opcode::Bar:
  case Opcode::BarrierOp:
    return checkBarrier(place);
  case Opcode::Cp:
    return checkCopySize(place);
  case Opcode::Applypriority:
  case Opcode::Discard:
  case Opcode::Fence:
    return checkCacheLineSize(place);
  case Opcode::St:
    return checkStoreToParameter(place);
  case Opcode::Cvt:
    return checkRandomBits(place);
  case Opcode::Mma:
    return checkSelectors(place);
  case Opcode::Call:
    return callProblem(unit_, function_, raw_.operands, place);
  default:
    return {};
  }
}

// The number of the barrier stands in front of the number of threads, which may be missing.
std::string OperandCheck::checkBarrier(Location& place) const {
  const std::size_t at = instruction_.has(BarrierAction::Red) ? 1 : 0;
  if (instruction_.has(BarrierLevel::Warp) || at >= raw_.operands.size())
    return {};
  if (raw_.operands[at].kind == Kind::Integer && raw_.operands[at].value >= kBarriers) {
    place = raw_.operands[at].location;
    return fmt::format("Barrier number '{}' out of range, expected to be in range [0..{}]",
                       raw_.operands[at].value, kBarriers - 1);
  }
  if (at + 1 == raw_.operands.size() || raw_.operands[at + 1].kind != Kind::Integer)
    return {};
  place = raw_.operands[at + 1].location;
  if (raw_.operands[at + 1].value % kWarpSize != 0)
    return "Number of threads participating in barrier must be in multiple of warp size";
  if (raw_.operands[at + 1].value == 0 && instruction_.has(BarrierAction::Arrive))
    return "a non-zero thread count argument is required";
  return {};
}

std::string OperandCheck::checkCopySize(Location& place) const {
  if (instruction_.form->family != Family::AsyncCopy || raw_.operands.size() < 3)
    return {};
  const Operand& size = raw_.operands[2];
  place = size.location;
  if (instruction_.has(CacheOp::Cg) && size.value != 16)
    return "16 bytes are expected";
  bool isValid = size.value == 4 || size.value == 8 || size.value == 16;
  return isValid ? std::string() : "4, 8 or 16 bytes are expected";
}

std::string OperandCheck::checkCacheLineSize(Location& place) const {
  if (raw_.operands.size() < 2 || raw_.operands[1].value == kCacheLineBytes)
    return {};
  place = raw_.operands[1].location;
  return fmt::format("unexpected value '{}', expected to be {}", raw_.operands[1].value,
                     kCacheLineBytes);
}

std::string OperandCheck::checkStoreToParameter(Location& place) const {
  const Operand& base = raw_.operands[0].elements[0];
  if (!function_.isEntry || base.kind != Kind::Local)
    return {};
  place = base.location;
  for (const Parameter& parameter : function_.signature.parameters)
    if (parameter.space == StateSpace::Param && parameter.index == base.index)
      return fmt::format("Illegal to write to function input parameter '{}'", parameter.name);
  return {};
}

std::string OperandCheck::checkRandomBits(Location& place) const {
  const Operand& random = raw_.operands.back();
  if (!instruction_.has(Flag::Rs) ||
      (random.kind == Kind::Register && !isFloat(registerType(random))))
    return {};
  place = random.location;
  return "a register with random bits is expected";
}

// The selectors of sparse and block-scaled mma say which lanes and bytes hold metadata and scales.
std::string OperandCheck::checkSelectors(Location& place) const {
  const std::vector<Operand>& operands = raw_.operands;
  std::size_t scale = 4;
  if (instruction_.modifier<Sparsity>()) {
    std::uint64_t last = sparsitySelectors(instruction_) - 1;
    if (std::string reason = checkLimit(operands[5], last, 1, place); !reason.empty())
      return reason;
    scale = 6;
  }
  if (!instruction_.has(Flag::BlockScale))
    return {};
  std::uint64_t bytes = scalesPerRow(instruction_);
  for (std::size_t at : {scale + 1, scale + 3}) {
    const std::vector<Operand>& pair = operands[at].elements;
    if (std::string reason = checkLimit(pair[0], 4 - bytes, bytes, place); !reason.empty())
      return reason;
    std::uint64_t lastLane = at == scale + 1 ? 1 : 3;
    if (std::string reason = checkLimit(pair[1], lastLane, 1, place); !reason.empty())
      return reason;
  }
  return {};
}

} // namespace heddle::ptx
