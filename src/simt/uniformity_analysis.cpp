#include "simt/uniformity_analysis.h"

#include "ir/thread_operations.h"
#include "simt/called_functions.h"
#include "simt/execution_form.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

#include <algorithm>

using namespace llvm;

namespace heddle::simt {
namespace {

// Strides beyond this many bytes or elements come from arithmetic on random bits, as hashes do, and
// not from an index. Such values are varying.
constexpr std::int64_t kLargestStride = 1 << 20;

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

} // namespace

Shapes::Shapes(Function& function, const BlockDim& block, unsigned width,
               PostDominatorTree& postDominators, LoopInfo& loops)
    : block_(block), width_(width), postDominators_(postDominators), loops_(loops),
      layout_(function.getParent()->getDataLayout()) {
  ReversePostOrderTraversal<Function*> order(&function);
  order_.assign(order.begin(), order.end());
  bool changed = true;
  while (changed) {
    changed = false;
    for (BasicBlock* block : order_) {
      for (Instruction& instruction : *block) {
        if (instruction.getType()->isVoidTy())
          continue;
        Shape before = shapes_.lookup(&instruction);
        if (before.isVarying())
          continue;
        Shape after = transfer(instruction);
        // The alignment only falls and the kind only rises, so the iteration ends.
        after.alignment = before.kind == Shape::Undefined
                              ? after.alignment
                              : std::min(after.alignment, before.alignment);
        after.assumed |= before.assumed && after.isAffine();
        if (before.kind == Shape::Affine && after.kind == Shape::Uniform)
          after = Shape::varying();
        if (after == before)
          continue;
        shapes_[&instruction] = after;
        changed = true;
      }
      Instruction* terminator = block->getTerminator();
      if (terminator->getNumSuccessors() > 1 && !divergentBranches_.contains(block)) {
        const Value* condition = isa<BranchInst>(terminator)
                                     ? cast<BranchInst>(terminator)->getCondition()
                                     : cast<SwitchInst>(terminator)->getCondition();
        if (!of(condition).isUniform()) {
          markDivergent(block);
          changed = true;
        }
      }
    }
  }
}

Shape Shapes::of(const Value* value) const {
  if (auto* instruction = dyn_cast<Instruction>(value))
    return shapes_.lookup(instruction);
  if (auto* constant = dyn_cast<ConstantInt>(value); constant && constant->getBitWidth() <= 64)
    return Shape::uniform(lowestBit(constant->getZExtValue()));
  if (auto* argument = dyn_cast<Argument>(value); argument && width_ > 1)
    return argumentShape(*argument);
  return Shape::uniform();
}

bool Shapes::isBackEdge(const BasicBlock* from, const BasicBlock* to) const {
  const Loop* loop = loops_.getLoopFor(to);
  return loop && loop->getHeader() == to && loop->contains(from);
}

DenseSet<const BasicBlock*> Shapes::influenced(const BasicBlock* branch,
                                               bool acrossBackEdges) const {
  const auto* node = postDominators_.getNode(branch);
  const BasicBlock* join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
  DenseSet<const BasicBlock*> seen;
  SmallVector<std::pair<const BasicBlock*, const BasicBlock*>, 16> work;
  for (const BasicBlock* successor : successors(branch))
    work.push_back({branch, successor});
  while (!work.empty()) {
    auto [from, block] = work.pop_back_val();
    if (block == join || (!acrossBackEdges && isBackEdge(from, block)) ||
        !seen.insert(block).second)
      continue;
    for (const BasicBlock* successor : successors(block))
      work.push_back({block, successor});
  }
  return seen;
}

// Propagates, from each successor of the branch, a label along forward edges: a block that two
// labels reach is a join. (The same idea as LLVM's sync dependence analysis.)
void Shapes::markDivergent(const BasicBlock* branch) {
  divergentBranches_.insert(branch);
  auto region = influenced(branch, true);
  const auto* node = postDominators_.getNode(branch);
  const BasicBlock* join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;

  DenseMap<const BasicBlock*, const BasicBlock*> labels;
  for (const BasicBlock* successor : successors(branch)) {
    if (isBackEdge(branch, successor))
      continue;
    if (labels.contains(successor))
      divergentJoins_.insert(successor);
    labels[successor] = successor;
  }
  for (const BasicBlock* block : order_) {
    auto found = labels.find(block);
    if (found == labels.end())
      continue;
    const BasicBlock* label = found->second;
    if (block == join)
      continue;
    for (const BasicBlock* successor : successors(block)) {
      if (isBackEdge(block, successor))
        continue;
      auto [entry, fresh] = labels.try_emplace(successor, label);
      if (!fresh && entry->second != label) {
        divergentJoins_.insert(successor);
        entry->second = successor;
      }
    }
  }
  // A loop around the branch is divergent if the lanes meet again only outside of it: some go round
  // again while others have left.
  for (const Loop* loop = loops_.getLoopFor(branch); loop; loop = loop->getParentLoop())
    if (!join || !loop->contains(join))
      divergentLoops_.insert(loop);
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

Shape Shapes::transfer(const Instruction& instruction) const {
  if (width_ == 1)
    return Shape::uniform();
  Type* type = instruction.getType();
  if (auto* phi = dyn_cast<PHINode>(&instruction))
    return transferPhi(*phi);
  if (auto* call = dyn_cast<CallBase>(&instruction))
    return transferCall(*call);
  if (isa<GetElementPtrInst>(instruction))
    return transferGep(instruction);
  if (auto* alloca = dyn_cast<AllocaInst>(&instruction)) {
    auto size = alloca->getAllocationSize(layout_);
    return size ? makeAffine(static_cast<std::int64_t>(alignTo(size->getFixedValue(), 16)), 16,
                             false, type)
                : Shape::varying();
  }
  if (auto* load = dyn_cast<LoadInst>(&instruction))
    return of(load->getPointerOperand()).isUniform() ? Shape::uniform() : Shape::varying();
  if (isa<AtomicRMWInst>(instruction) || isa<AtomicCmpXchgInst>(instruction))
    return Shape::varying();

  bool allUniform = true;
  bool anyUndefined = false;
  for (const Use& operand : instruction.operands()) {
    Shape shape = of(operand);
    anyUndefined |= isa<Instruction>(operand) && shape.kind == Shape::Undefined;
    allUniform &= shape.isUniform();
  }
  if (anyUndefined)
    return {}; // The operand's shape is computed later in this iteration.
  if (allUniform) {
    if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64) {
      KnownBits known = computeKnownBits(&instruction, layout_);
      return Shape::uniform(std::uint64_t(1) << std::min(known.countMinTrailingZeros(), 32u));
    }
    return Shape::uniform();
  }
  auto operandShape = [&](unsigned i) { return of(instruction.getOperand(i)); };
  auto constantOperand = [&](unsigned i) -> const ConstantInt* {
    auto* constant = dyn_cast<ConstantInt>(instruction.getOperand(i));
    return constant && constant->getBitWidth() <= 64 ? constant : nullptr;
  };
  // Are the low bits of the value the lane number itself? Then lane 0 has zeros there.
  auto laneBitsFree = [&](const Shape& shape) {
    return shape.isAffine() && shape.stride == 1 && shape.alignment >= width_;
  };

  switch (instruction.getOpcode()) {
  case Instruction::Or:
    if (!cast<PossiblyDisjointInst>(instruction).isDisjoint())
      return Shape::varying();
    [[fallthrough]];
  case Instruction::Add:
  case Instruction::Sub: {
    Shape a = operandShape(0), b = operandShape(1);
    if (a.isVarying() || b.isVarying())
      return Shape::varying();
    std::int64_t stride =
        instruction.getOpcode() == Instruction::Sub ? a.stride - b.stride : a.stride + b.stride;
    return makeAffine(stride, std::min(a.alignment, b.alignment), a.assumed || b.assumed, type);
  }
  case Instruction::Mul:
  case Instruction::Shl: {
    bool isShift = instruction.getOpcode() == Instruction::Shl;
    unsigned constantIndex = constantOperand(1) || isShift ? 1 : 0;
    const ConstantInt* constant = constantOperand(constantIndex);
    Shape a = operandShape(1 - constantIndex);
    if (!constant || !a.isAffine())
      return Shape::varying();
    std::int64_t factor = constant->getSExtValue();
    if (isShift) {
      if (constant->getZExtValue() > 20)
        return Shape::varying();
      factor = std::int64_t(1) << constant->getZExtValue();
    }
    if (std::abs(factor) > kLargestStride)
      return Shape::varying();
    std::uint64_t alignment = std::min<std::uint64_t>(
        a.alignment * lowestBit(static_cast<std::uint64_t>(factor)), std::uint64_t(1) << 32);
    return makeAffine(a.stride * factor, alignment, a.assumed, type);
  }
  case Instruction::And: {
    const ConstantInt* constant = constantOperand(1);
    Shape a = operandShape(0);
    if (!constant || !laneBitsFree(a))
      return Shape::varying();
    std::uint64_t lanes = width_ - 1, mask = constant->getZExtValue();
    if ((mask & lanes) == lanes)
      return makeAffine(1, a.alignment, false, type);
    if ((mask & lanes) == 0)
      return Shape::uniform(lowestBit(mask));
    return Shape::varying();
  }
  case Instruction::LShr:
  case Instruction::AShr: {
    const ConstantInt* constant = constantOperand(1);
    Shape a = operandShape(0);
    if (constant && laneBitsFree(a) && constant->getZExtValue() < 32 &&
        (std::uint64_t(1) << constant->getZExtValue()) >= width_)
      return Shape::uniform();
    return Shape::varying();
  }
  case Instruction::ZExt:
  case Instruction::SExt: {
    // A 32-bit index that wraps within a gang (threadIdx.x - 1u) is not affine in 64 bits. As an
    // address it is treated so all the same, see Shape::assumed; aligned indices cannot wrap.
    Shape a = operandShape(0);
    if (!a.isAffine() || instruction.getOperand(0)->getType()->getIntegerBitWidth() < 16)
      return Shape::varying();
    return makeAffine(a.stride, a.alignment, a.assumed || !laneBitsFree(a), type);
  }
  case Instruction::Trunc:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::Freeze: {
    Shape a = operandShape(0);
    return a.isAffine() ? makeAffine(a.stride, a.alignment, a.assumed, type) : Shape::varying();
  }
  case Instruction::Select: {
    Shape condition = operandShape(0), a = operandShape(1), b = operandShape(2);
    if (condition.isUniform() && a.isAffine() && b.isAffine() && a.stride == b.stride)
      return makeAffine(a.stride, std::min(a.alignment, b.alignment), a.assumed || b.assumed, type);
    return Shape::varying();
  }
  default:
    return Shape::varying();
  }
}

bool Shapes::invalidate(Function& function, const PreservedAnalyses& preserved,
                        FunctionAnalysisManager::Invalidator& invalidator) {
  auto checker = preserved.getChecker<UniformityAnalysis>();
  return !(checker.preserved() || checker.preservedSet<AllAnalysesOn<Function>>()) ||
         invalidator.invalidate<PostDominatorTreeAnalysis>(function, preserved) ||
         invalidator.invalidate<LoopAnalysis>(function, preserved);
}

AnalysisKey UniformityAnalysis::Key;

Shapes UniformityAnalysis::run(Function& function, FunctionAnalysisManager& analyses) {
  return Shapes(function, blockDim(function), gangWidth(function),
                analyses.getResult<PostDominatorTreeAnalysis>(function),
                analyses.getResult<LoopAnalysis>(function));
}

namespace {

void print(raw_ostream& stream, const Shape& shape) {
  if (shape.isUniform())
    stream << "uniform";
  else if (shape.isAffine())
    stream << "affine " << shape.stride << (shape.assumed ? " assumed" : "");
  else
    stream << "varying";
}

} // namespace

PreservedAnalyses UniformityPrinterPass::run(Function& function,
                                             FunctionAnalysisManager& analyses) {
  const Shapes& shapes = analyses.getResult<UniformityAnalysis>(function);
  stream_ << "shapes of " << function.getName() << ":\n";
  for (BasicBlock& block : function) {
    stream_ << block.getName() << ":" << (shapes.isDivergentBranch(&block) ? " divergent" : "")
            << (shapes.isDivergentJoin(&block) ? " join" : "") << "\n";
    for (Instruction& instruction : block) {
      if (instruction.getName().empty())
        continue;
      stream_ << "  " << instruction.getName() << " ";
      print(stream_, shapes.of(&instruction));
      stream_ << "\n";
    }
  }
  for (Loop* loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    stream_ << "loop " << loop->getHeader()->getName()
            << (shapes.isDivergentLoop(loop) ? " divergent" : " uniform") << "\n";
  return PreservedAnalyses::all();
}

} // namespace heddle::simt
