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

// Numbers of the type wrap, so nothing is known of them beyond this modulus.
std::uint64_t largestModulus(const Type* type) {
  const unsigned bits = type->isIntegerTy() ? type->getIntegerBitWidth() : 64;
  return bits >= 32 ? Shape::kLargestModulus : std::uint64_t(1) << bits;
}

Shape makeAffine(std::int64_t stride, std::uint64_t modulus, std::uint64_t residue, bool assumed,
                 Type* type) {
  stride = wrapStride(stride, type);
  modulus = std::min(modulus, largestModulus(type));
  if (stride == 0)
    return Shape::uniform(modulus, residue);
  if (std::abs(stride) > kLargestStride)
    return Shape::varying();
  return Shape::affine(stride, modulus, assumed, residue);
}

std::uint64_t lowestBit(std::uint64_t value) {
  return value == 0 ? Shape::kLargestModulus : value & -value;
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
    return Shape::uniform(largestModulus(constant->getType()), constant->getZExtValue());
  if (auto* argument = dyn_cast<Argument>(value); argument && width_ > 1)
    return argumentShape(*argument);
  return Shape::uniform();
}

// Do lanes that have parted bring the same value to the phi, on whichever ways they come? Ways that
// a uniform branch keeps apart may bring different ones.
bool Shapes::bringsOneValue(const PHINode& phi) const {
  const auto joins = divergentJoins_.find(phi.getParent());
  if (joins == divergentJoins_.end())
    return true;
  return all_of(joins->second, [&](const Predecessors& ways) {
    const Value* first = nullptr;
    for (const BasicBlock* way : ways) {
      const Value* value = phi.getIncomingValueForBlock(way);
      if (isa<UndefValue>(value) || value == &phi)
        continue;
      if (first && value != first)
        return false;
      first = value;
    }
    return true;
  });
}

Shape Shapes::transferPhi(const PHINode& phi) const {
  const BasicBlock* block = phi.getParent();
  Shape result;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    const Value* value = phi.getIncomingValue(i);
    if (isa<UndefValue>(value) || value == &phi)
      continue;
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
    if (shape.kind != result.kind || shape.stride != result.stride ||
        shape.offsets != result.offsets)
      return Shape::varying();
    result.keepCommonResidue(shape);
    result.assumed |= shape.assumed;
  }
  return bringsOneValue(phi) ? result : Shape::varying();
}

Shape Shapes::transferGep(const Instruction& instruction) const {
  auto& gep = cast<GEPOperator>(instruction);
  Shape base = of(gep.getPointerOperand());
  if (base.isVarying() || gep.getType()->isVectorTy())
    return Shape::varying();
  Shape result = base;
  for (auto it = gep_type_begin(gep); it != gep_type_end(gep); ++it) {
    Shape index = of(it.getOperand());
    const bool isShort = it.getOperand()->getType()->getIntegerBitWidth() < 64;
    if (index.isVarying() || (index.isPattern() && isShort && !staysInModulus(index)))
      return Shape::varying();
    index.assumed |= index.isAffine() && isShort;
    if (StructType* type = it.getStructTypeOrNull()) {
      const auto field = cast<ConstantInt>(it.getOperand())->getZExtValue();
      index = Shape::uniform(Shape::kLargestModulus,
                             layout_.getStructLayout(type)->getElementOffset(field));
    } else {
      const std::uint64_t bytes = it.getSequentialElementStride(layout_).getFixedValue();
      index = scale(index, static_cast<std::int64_t>(bytes), instruction.getType());
    }
    result = combine(result, index, 1, instruction.getType());
    if (result.isVarying())
      return result;
  }
  return result;
}

// The index of a thread where each gang has several whole rows of the block: a constant of each
// lane more than that of the gang's first thread, which begins a row.
std::optional<Shape> Shapes::transferSharedRows(const CallBase& call, ThreadOp op) const {
  if ((op != ThreadOp::TidX && op != ThreadOp::TidY) || block_.x == 1 || block_.x >= width_ ||
      width_ % block_.x != 0)
    return std::nullopt;
  const std::uint32_t rows = width_ / block_.x;
  if (op == ThreadOp::TidY && block_.z != 1 && block_.y % rows != 0)
    return std::nullopt;
  Shape::Offsets offsets;
  for (unsigned lane = 0; lane < width_; ++lane)
    offsets.push_back(op == ThreadOp::TidX ? lane % block_.x : lane / block_.x);
  return makeShape(offsets, op == ThreadOp::TidX ? Shape::kLargestModulus : rows, 0,
                   call.getType());
}

Shape Shapes::transferCall(const CallBase& call) const {
  const ThreadOpInfo& info = threadOpInfo(call);
  bool oneRow = block_.x % width_ == 0;
  bool oneColumn = block_.x == 1 && block_.y % width_ == 0;
  bool oneDepth = block_.x == 1 && block_.y == 1;
  Shape lane = width_ == 1 ? Shape::uniform() : Shape::affine(1, width_, false);
  if (const std::optional<Shape> shared = transferSharedRows(call, info.op))
    return *shared;
  if (info.op == ThreadOp::SharedBase)
    return Shape::uniform(call.getRetAlign().valueOrOne().value());
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
    return operand.isAffine()    ? makeAffine(operand.stride, 1, 0, operand.assumed, call.getType())
           : operand.isUniform() ? Shape::uniform()
                                 : Shape::varying();
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
std::optional<std::int64_t> laneStride(const AllocaInst& alloca) {
  const auto size = alloca.getAllocationSize(alloca.getDataLayout());
  if (!size)
    return std::nullopt;
  return static_cast<std::int64_t>(alignTo(size->getFixedValue(), 16));
}

Shape Shapes::transferAlloca(const AllocaInst& alloca) const {
  const std::optional<std::int64_t> stride = laneStride(alloca);
  return stride ? makeAffine(*stride, 16, 0, false, alloca.getType()) : Shape::varying();
}

Shape Shapes::transferUniform(const Instruction& instruction) const {
  Type* type = instruction.getType();
  if (!type->isIntegerTy() || type->getIntegerBitWidth() > 64)
    return Shape::uniform();
  KnownBits known = computeKnownBits(&instruction, layout_);
  const unsigned bits = std::min((known.Zero | known.One).countr_one(), 32u);
  return Shape::uniform(std::uint64_t(1) << bits, known.One.getZExtValue());
}

// The shape of values whose lanes have these offsets from lane 0.
Shape Shapes::makeShape(const Shape::Offsets& offsets, std::uint64_t modulus, std::uint64_t residue,
                        Type* type) const {
  const std::int64_t stride = offsets[1] - offsets[0];
  for (unsigned lane = 0; lane < width_; ++lane)
    if (offsets[lane] != stride * lane) {
      const bool isFar = llvm::any_of(
          offsets, [](std::int64_t offset) { return std::abs(offset) > kLargestStride; });
      if (isFar || type->isIntegerTy(1))
        return Shape::varying();
      modulus = std::min(modulus, largestModulus(type));
      return {Shape::Pattern,
              false,
              0,
              modulus,
              residue & (modulus - 1),
              &*patterns_.insert(offsets).first};
    }
  return makeAffine(stride, modulus, residue, false, type);
}

// The sum, or with sign -1 the difference.
Shape Shapes::combine(const Shape& a, const Shape& b, std::int64_t sign, Type* type) const {
  if (a.isVarying() || b.isVarying())
    return Shape::varying();
  const std::uint64_t modulus = std::min(a.modulus, b.modulus);
  const std::uint64_t residue = a.residue + static_cast<std::uint64_t>(sign) * b.residue;
  const bool assumed = a.assumed || b.assumed;
  if (!a.isPattern() && !b.isPattern())
    return makeAffine(a.stride + sign * b.stride, modulus, residue, assumed, type);
  if (assumed)
    return Shape::varying();
  Shape::Offsets offsets(width_);
  for (unsigned lane = 0; lane < width_; ++lane)
    offsets[lane] = a.offset(lane) + sign * b.offset(lane);
  return makeShape(offsets, modulus, residue, type);
}

// The product with a constant.
Shape Shapes::scale(const Shape& a, std::int64_t factor, Type* type) const {
  if (a.isVarying() || std::abs(factor) > kLargestStride)
    return Shape::varying();
  const auto number = static_cast<std::uint64_t>(factor);
  const std::uint64_t modulus = std::min(a.modulus * lowestBit(number), Shape::kLargestModulus);
  if (!a.isPattern())
    return makeAffine(a.stride * factor, modulus, a.residue * number, a.assumed, type);
  Shape::Offsets offsets(width_);
  for (unsigned lane = 0; lane < width_; ++lane)
    offsets[lane] = a.offset(lane) * factor;
  return makeShape(offsets, modulus, a.residue * number, type);
}

// The shape of add and sub, and of an or where no bit is set in both operands.
Shape Shapes::transferSum(const Instruction& instruction) const {
  return combine(of(instruction.getOperand(0)), of(instruction.getOperand(1)),
                 instruction.getOpcode() == Instruction::Sub ? -1 : 1, instruction.getType());
}

// The shape of mul and shl by a constant.
Shape Shapes::transferProduct(const Instruction& instruction) const {
  bool isShift = instruction.getOpcode() == Instruction::Shl;
  unsigned constantIndex = isShift || constantOperand(instruction, 1) ? 1 : 0;
  const ConstantInt* constant = constantOperand(instruction, constantIndex);
  Shape a = of(instruction.getOperand(1 - constantIndex));
  if (!constant || (isShift && constant->getZExtValue() > kLargestShift))
    return Shape::varying();
  return scale(a, isShift ? std::int64_t(1) << constant->getZExtValue() : constant->getSExtValue(),
               instruction.getType());
}

// Do the lanes' values differ from a multiple of the modulus, the same for all lanes, only in the
// bits below the modulus? Then operations on bits go for these bits and for the multiple alone.
bool Shapes::staysInModulus(const Shape& shape) const {
  if (shape.isVarying() || shape.assumed)
    return false;
  for (unsigned lane = 0; lane < width_; ++lane)
    if (shape.constant(lane) < 0 ||
        static_cast<std::uint64_t>(shape.constant(lane)) >= shape.modulus)
      return false;
  return true;
}

// The shape of and, or and xor with a constant.
Shape Shapes::transferBits(const Instruction& instruction) const {
  const ConstantInt* constant = constantOperand(instruction, 1);
  const Shape a = of(instruction.getOperand(0));
  if (!constant || !staysInModulus(a))
    return Shape::varying();
  const std::uint64_t bits = constant->getZExtValue();
  std::uint64_t modulus = a.modulus;
  if (instruction.getOpcode() == Instruction::And)
    modulus = bits < modulus ? Shape::kLargestModulus : std::max(modulus, lowestBit(bits));
  const auto apply = [&](unsigned lane) {
    const auto value = static_cast<std::uint64_t>(a.constant(lane));
    switch (instruction.getOpcode()) {
    case Instruction::And:
      return value & bits;
    case Instruction::Or:
      return value | (bits & (a.modulus - 1));
    default:
      return value ^ (bits & (a.modulus - 1));
    }
  };
  Shape::Offsets offsets(width_);
  for (unsigned lane = 0; lane < width_; ++lane)
    offsets[lane] = static_cast<std::int64_t>(apply(lane)) - static_cast<std::int64_t>(apply(0));
  return makeShape(offsets, modulus, apply(0), instruction.getType());
}

// Bits below the modulus that are shifted out do not carry into the others.
Shape Shapes::transferRightShift(const Instruction& instruction) const {
  const ConstantInt* constant = constantOperand(instruction, 1);
  const Shape a = of(instruction.getOperand(0));
  if (!constant || constant->getZExtValue() >= 32 || !staysInModulus(a))
    return Shape::varying();
  const std::uint64_t shift = constant->getZExtValue();
  if (a.modulus >> shift == 0)
    return Shape::uniform();
  Shape::Offsets offsets(width_);
  for (unsigned lane = 0; lane < width_; ++lane)
    offsets[lane] = (a.constant(lane) >> shift) - (a.constant(0) >> shift);
  return makeShape(offsets, a.modulus >> shift, a.residue >> shift, instruction.getType());
}

// Of an operand whose lanes stay within its modulus: only a modulus that has the sign bit itself
// lets them differ there.
bool Shapes::mayDifferInSign(const Shape& shape, const Instruction& extension) const {
  const unsigned bits = extension.getOperand(0)->getType()->getIntegerBitWidth();
  if (!isa<SExtInst>(extension) || bits > 32 || shape.modulus < std::uint64_t(1) << bits)
    return false;
  for (unsigned lane = 0; lane < width_; ++lane)
    if (shape.constant(lane) >= std::int64_t(1) << (bits - 1))
      return true;
  return false;
}

// A 32-bit index that wraps within a gang (threadIdx.x - 1u) is not affine in 64 bits. As an
// address it is treated so all the same, see Shape::assumed; aligned indices cannot wrap.
Shape Shapes::transferExtension(const Instruction& instruction) const {
  Shape a = of(instruction.getOperand(0));
  if (a.isVarying() || instruction.getOperand(0)->getType()->getIntegerBitWidth() < 16)
    return Shape::varying();
  const bool isExact = staysInModulus(a) && !mayDifferInSign(a, instruction);
  if (a.isPattern())
    return isExact ? a : Shape::varying();
  return makeAffine(a.stride, a.modulus, a.residue, !isExact, instruction.getType());
}

Shape Shapes::transferSelect(const Instruction& instruction) const {
  Shape a = of(instruction.getOperand(1)), b = of(instruction.getOperand(2));
  if (!of(instruction.getOperand(0)).isUniform() || a.isVarying() || a.kind != b.kind ||
      a.stride != b.stride || a.offsets != b.offsets)
    return Shape::varying();
  a.keepCommonResidue(b);
  a.assumed |= b.assumed;
  return a;
}

// The shape of an instruction without effects, some operand of which is not uniform.
Shape Shapes::transferArithmetic(const Instruction& instruction) const {
  switch (instruction.getOpcode()) {
  case Instruction::Or:
    return cast<PossiblyDisjointInst>(instruction).isDisjoint() ? transferSum(instruction)
                                                                : transferBits(instruction);
  case Instruction::And:
  case Instruction::Xor:
    return transferBits(instruction);
  case Instruction::Add:
  case Instruction::Sub:
    return transferSum(instruction);
  case Instruction::Mul:
  case Instruction::Shl:
    return transferProduct(instruction);
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
    return a.isVarying() ? a : scale(a, 1, instruction.getType());
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
