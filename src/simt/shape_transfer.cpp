// How instructions change shapes: the transfer functions of the uniformity analysis.
#include "simt/uniformity_analysis.h"

#include "ir/thread_operations.h"
#include "simt/ascending_lanes.h"
#include "simt/called_functions.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

#include <algorithm>

using namespace llvm;

namespace heddle::simt {
namespace {

// Strides beyond this many bytes or elements come from arithmetic on random bits, as hashes do, and
// not from an index. Such values are varying.
constexpr unsigned kLargestShift = 20;
constexpr std::int64_t kLargestStride = 1 << kLargestShift;

std::int64_t wrapStride(std::int64_t stride, Type* type) {
  unsigned bits = type->isIntegerTy() ? type->getIntegerBitWidth() : 64;
  if (bits >= 64)
    return stride;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(stride) << (64 - bits)) >>
         (64 - bits);
}

Shape makeAffine(std::int64_t stride, std::uint64_t alignment, bool assumed, Type* type) {
  stride = wrapStride(stride, type);
  if (stride == 0)
    return Shape::uniform(alignment);
  if (std::abs(stride) > kLargestStride)
    return Shape::varying();
  return Shape::affine(stride, alignment, assumed);
}

std::uint64_t lowestBit(std::uint64_t value) {
  return value == 0 ? std::uint64_t(1) << 32 : value & -value;
}

// The operand, where it is a constant of at most 64 bits.
const ConstantInt* constantOperand(const Instruction& instruction, unsigned index) {
  auto* constant = dyn_cast<ConstantInt>(instruction.getOperand(index));
  return constant && constant->getBitWidth() <= 64 ? constant : nullptr;
}

} // namespace

Shape Shapes::of(const Value* value) const {
  if (auto* instruction = dyn_cast<Instruction>(value))
    return shapes_.lookup(instruction);
  if (auto* constant = dyn_cast<ConstantInt>(value); constant && constant->getBitWidth() <= 64)
    return Shape::uniform(lowestBit(constant->getZExtValue()));
  if (auto* argument = dyn_cast<Argument>(value); argument && width_ > 1)
    return argumentShape(*argument);
  return Shape::uniform();
}

Shape Shapes::transferPhi(const PHINode& phi) const {
  const BasicBlock* block = phi.getParent();
  Shape result;
  bool sameValue = true;
  const Value* first = nullptr;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    const Value* value = phi.getIncomingValue(i);
    if (isa<UndefValue>(value) || value == &phi)
      continue;
    if (!first)
      first = value;
    sameValue &= value == first;
    // When lanes leave a loop in different iterations, a value of the loop differs between them
    // afterwards, even if it is uniform in each iteration.
    if (auto* instruction = dyn_cast<Instruction>(value))
      for (const Loop* loop = loops_.getLoopFor(instruction->getParent());
           loop && !loop->contains(block); loop = loop->getParentLoop())
        if (divergentLoops_.contains(loop))
          return Shape::varying();
    Shape shape = of(value);
    if (shape.kind == Shape::Undefined)
      continue;
    if (result.kind == Shape::Undefined) {
      result = shape;
      continue;
    }
    if (shape.kind != result.kind || shape.stride != result.stride)
      return Shape::varying();
    result.alignment = std::min(result.alignment, shape.alignment);
    result.assumed |= shape.assumed;
  }
  if (!sameValue && divergentJoins_.contains(block))
    return Shape::varying();
  return result;
}

Shape Shapes::transferGep(const Instruction& instruction) const {
  auto& gep = cast<GEPOperator>(instruction);
  Shape base = of(gep.getPointerOperand());
  if (base.isVarying() || gep.getType()->isVectorTy())
    return Shape::varying();
  std::int64_t stride = base.stride;
  bool assumed = base.assumed;
  for (auto it = gep_type_begin(gep); it != gep_type_end(gep); ++it) {
    Shape index = of(it.getOperand());
    if (index.isVarying())
      return Shape::varying();
    if (index.isAffine()) {
      stride += index.stride *
                static_cast<std::int64_t>(it.getSequentialElementStride(layout_).getFixedValue());
      assumed |= index.assumed || it.getOperand()->getType()->getIntegerBitWidth() < 64;
    }
  }
  return makeAffine(stride, 1, assumed, instruction.getType());
}

Shape Shapes::transferCall(const CallBase& call) const {
  const ThreadOpInfo& info = threadOpInfo(call);
  bool oneRow = block_.x % width_ == 0;
  bool oneColumn = block_.x == 1 && block_.y % width_ == 0;
  bool oneDepth = block_.x == 1 && block_.y == 1;
  Shape lane = width_ == 1 ? Shape::uniform() : Shape::affine(1, width_, false);
  switch (info.op) {
  case ThreadOp::TidX:
    return oneRow ? lane : block_.x == 1 ? Shape::uniform() : Shape::varying();
  case ThreadOp::TidY:
    return oneRow || block_.y == 1 ? Shape::uniform() : oneColumn ? lane : Shape::varying();
  case ThreadOp::TidZ:
    return oneRow || oneColumn || block_.z == 1 ? Shape::uniform()
           : oneDepth                           ? lane
                                                : Shape::varying();
  case ThreadOp::LaneId:
    return lane;
  case ThreadOp::Inside:
  case ThreadOp::Called:
  case ThreadOp::LanemaskEq:
  case ThreadOp::LanemaskLe:
  case ThreadOp::LanemaskLt:
  case ThreadOp::LanemaskGe:
  case ThreadOp::LanemaskGt:
    return width_ == 1 ? Shape::uniform() : Shape::varying();
  case ThreadOp::VoteAny:
  case ThreadOp::VoteAll:
  case ThreadOp::VoteUni:
  case ThreadOp::VoteBallot:
    // Where the member mask differs between lanes, each group of the warp votes among itself.
    return width_ == 1 || of(call.getArgOperand(1)).isUniform() ? Shape::uniform()
                                                                : Shape::varying();
  case ThreadOp::None:
    break;
  default:
    if (width_ == 1 || (info.flags & UniformResult))
      return Shape::uniform();
    if (info.op != ThreadOp::CvtaShared && info.op != ThreadOp::CvtaToShared)
      break;
    Shape operand = of(call.getArgOperand(0));
    return operand.isAffine() ? makeAffine(operand.stride, 1, operand.assumed, call.getType())
                              : operand;
  }
  if (width_ == 1)
    return Shape::uniform();
  if (info.op == ThreadOp::None && !isa<IntrinsicInst>(call))
    return Shape::varying();
  if (call.mayWriteToMemory() || info.flags & (WarpLevel | PerLane))
    return Shape::varying();
  for (const Use& argument : call.args())
    if (!of(argument).isUniform())
      return Shape::varying();
  return Shape::uniform();
}

// Each lane has a copy of its own, the copies lie one after the other.
Shape Shapes::transferAlloca(const AllocaInst& alloca) const {
  auto size = alloca.getAllocationSize(layout_);
  if (!size)
    return Shape::varying();
  auto stride = static_cast<std::int64_t>(alignTo(size->getFixedValue(), 16));
  return makeAffine(stride, 16, false, alloca.getType());
}

Shape Shapes::transferUniform(const Instruction& instruction) const {
  Type* type = instruction.getType();
  if (!type->isIntegerTy() || type->getIntegerBitWidth() > 64)
    return Shape::uniform();
  KnownBits known = computeKnownBits(&instruction, layout_);
  return Shape::uniform(std::uint64_t(1) << std::min(known.countMinTrailingZeros(), 32u));
}

// The shape of add and sub, and of an or where no bit is set in both operands.
Shape Shapes::transferSum(const Instruction& instruction) const {
  Shape a = of(instruction.getOperand(0)), b = of(instruction.getOperand(1));
  if (a.isVarying() || b.isVarying())
    return Shape::varying();
  std::int64_t stride =
      instruction.getOpcode() == Instruction::Sub ? a.stride - b.stride : a.stride + b.stride;
  return makeAffine(stride, std::min(a.alignment, b.alignment), a.assumed || b.assumed,
                    instruction.getType());
}

// The shape of mul and shl by a constant.
Shape Shapes::transferProduct(const Instruction& instruction) const {
  bool isShift = instruction.getOpcode() == Instruction::Shl;
  unsigned constantIndex = isShift || constantOperand(instruction, 1) ? 1 : 0;
  const ConstantInt* constant = constantOperand(instruction, constantIndex);
  Shape a = of(instruction.getOperand(1 - constantIndex));
  if (!constant || !a.isAffine())
    return Shape::varying();
  std::int64_t factor = constant->getSExtValue();
  if (isShift) {
    if (constant->getZExtValue() > kLargestShift)
      return Shape::varying();
    factor = std::int64_t(1) << constant->getZExtValue();
  }
  if (std::abs(factor) > kLargestStride)
    return Shape::varying();
  std::uint64_t alignment = std::min<std::uint64_t>(
      a.alignment * lowestBit(static_cast<std::uint64_t>(factor)), std::uint64_t(1) << 32);
  return makeAffine(a.stride * factor, alignment, a.assumed, instruction.getType());
}

// Are the low bits of the value the lane's number itself? Then lane 0 has zeros there.
bool Shapes::hasLaneNumberInLowBits(const Shape& shape) const {
  return shape.isAffine() && shape.stride == 1 && shape.alignment >= width_;
}

// A mask that keeps all bits of the lane's number gives an affine value, and one that keeps none of
// them a uniform value.
Shape Shapes::transferAnd(const Instruction& instruction) const {
  const ConstantInt* constant = constantOperand(instruction, 1);
  Shape a = of(instruction.getOperand(0));
  if (!constant || !hasLaneNumberInLowBits(a))
    return Shape::varying();
  std::uint64_t lanes = width_ - 1, mask = constant->getZExtValue();
  if ((mask & lanes) == lanes)
    return makeAffine(1, a.alignment, false, instruction.getType());
  if ((mask & lanes) == 0)
    return Shape::uniform(lowestBit(mask));
  return Shape::varying();
}

// A shift that drops all bits of the lane's number gives a uniform value.
Shape Shapes::transferRightShift(const Instruction& instruction) const {
  const ConstantInt* constant = constantOperand(instruction, 1);
  if (constant && hasLaneNumberInLowBits(of(instruction.getOperand(0))) &&
      constant->getZExtValue() < 32 && (std::uint64_t(1) << constant->getZExtValue()) >= width_)
    return Shape::uniform();
  return Shape::varying();
}

// A 32-bit index that wraps within a gang (threadIdx.x - 1u) is not affine in 64 bits. As an
// address it is treated so all the same, see Shape::assumed; aligned indices cannot wrap.
Shape Shapes::transferExtension(const Instruction& instruction) const {
  Shape a = of(instruction.getOperand(0));
  if (!a.isAffine() || instruction.getOperand(0)->getType()->getIntegerBitWidth() < 16)
    return Shape::varying();
  return makeAffine(a.stride, a.alignment, a.assumed || !hasLaneNumberInLowBits(a),
                    instruction.getType());
}

Shape Shapes::transferSelect(const Instruction& instruction) const {
  Shape a = of(instruction.getOperand(1)), b = of(instruction.getOperand(2));
  if (!of(instruction.getOperand(0)).isUniform() || !a.isAffine() || !b.isAffine() ||
      a.stride != b.stride)
    return Shape::varying();
  return makeAffine(a.stride, std::min(a.alignment, b.alignment), a.assumed || b.assumed,
                    instruction.getType());
}

// The shape of an instruction without effects, some operand of which is not uniform.
Shape Shapes::transferArithmetic(const Instruction& instruction) const {
  switch (instruction.getOpcode()) {
  case Instruction::Or:
    return cast<PossiblyDisjointInst>(instruction).isDisjoint() ? transferSum(instruction)
                                                                : Shape::varying();
  case Instruction::Add:
  case Instruction::Sub:
    return transferSum(instruction);
  case Instruction::Mul:
  case Instruction::Shl:
    return transferProduct(instruction);
  case Instruction::And:
    return transferAnd(instruction);
  case Instruction::LShr:
  case Instruction::AShr:
    return transferRightShift(instruction);
  case Instruction::ZExt:
  case Instruction::SExt:
    return transferExtension(instruction);
  case Instruction::Trunc:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::Freeze: {
    Shape a = of(instruction.getOperand(0));
    return a.isAffine() ? makeAffine(a.stride, a.alignment, a.assumed, instruction.getType())
                        : Shape::varying();
  }
  case Instruction::Select:
    return transferSelect(instruction);
  case Instruction::ICmp:
    return isUniformComparison(*this, cast<ICmpInst>(instruction), width_) ? Shape::uniform()
                                                                           : Shape::varying();
  default:
    return Shape::varying();
  }
}

Shape Shapes::transfer(const Instruction& instruction) const {
  if (width_ == 1)
    return Shape::uniform();
  if (auto* phi = dyn_cast<PHINode>(&instruction))
    return transferPhi(*phi);
  if (auto* call = dyn_cast<CallBase>(&instruction))
    return transferCall(*call);
  if (isa<GetElementPtrInst>(instruction))
    return transferGep(instruction);
  if (auto* alloca = dyn_cast<AllocaInst>(&instruction))
    return transferAlloca(*alloca);
  if (auto* load = dyn_cast<LoadInst>(&instruction))
    return of(load->getPointerOperand()).isUniform() ? Shape::uniform() : Shape::varying();
  if (isa<AtomicRMWInst>(instruction) || isa<AtomicCmpXchgInst>(instruction))
    return Shape::varying();

  bool areAllUniform = true;
  for (const Use& operand : instruction.operands()) {
    Shape shape = of(operand);
    if (isa<Instruction>(operand) && shape.kind == Shape::Undefined)
      return {}; // The operand's shape is computed later in this iteration.
    areAllUniform &= shape.isUniform();
  }
  return areAllUniform ? transferUniform(instruction) : transferArithmetic(instruction);
}

} // namespace heddle::simt
