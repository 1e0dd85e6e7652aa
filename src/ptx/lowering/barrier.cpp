// bar and barrier: barriers of blocks, warps and clusters.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {

void FunctionLowering::lowerBarrier(const Instruction& instruction) {
  if (instruction.opcode() == Opcode::Membar || instruction.opcode() == Opcode::Fence)
    return lowerFence(instruction);
  switch (instruction.modifier<BarrierLevel>().value_or(BarrierLevel::Cta)) {
  case BarrierLevel::Cta:
    return lowerBlockBarrier(instruction);
  case BarrierLevel::Warp:
    threadOp(ThreadOp::WarpBarrier, {read(instruction.operands[0], ScalarType::B32)});
    return;
  case BarrierLevel::Cluster:
    return lowerClusterBarrier(instruction);
  }
}

void FunctionLowering::lowerClusterBarrier(const Instruction& instruction) {
  switch (instruction.required<BarrierAction>()) {
  case BarrierAction::Arrive:
    threadOp(ThreadOp::ClusterBarrierArrive);
    return;
  case BarrierAction::Wait:
    threadOp(ThreadOp::ClusterBarrierWait);
    return;
  case BarrierAction::Sync:
  case BarrierAction::Red:
    refuse(instruction);
  }
}

// Marks a barrier that all threads of a warp have to come to together. The checker looks for it.
void FunctionLowering::markAligned(const Instruction& instruction, Value* barrier) {
  if (parent_.hasNotes() && (instruction.opcode() == Opcode::Bar || instruction.has(Flag::Aligned)))
    llvm::cast<llvm::Instruction>(barrier)->setMetadata(kAlignedBarrier,
                                                        llvm::MDNode::get(parent_.context(), {}));
}

// The number of threads of a barrier as a GPU takes it from a register: its lower 12 bits. 0 is the
// whole block, for which no thread can only arrive. On an H200 a number that is not one of whole
// warps is an illegal instruction, and so are numbers above 1536, which no block can have.
llvm::Value* FunctionLowering::barrierThreads(const Operand& operand, bool arrivesOnly) {
  constexpr std::uint32_t kField = 0xfff, kLaneBits = 31, kMostThreads = 1536;
  Value* threads = b_.CreateAnd(read(operand, ScalarType::U32), constant(32, kField));
  Value* isLegal =
      b_.CreateAnd(b_.CreateICmpEQ(b_.CreateAnd(threads, constant(32, kLaneBits)), constant(32, 0)),
                   b_.CreateICmpULE(threads, constant(32, kMostThreads)));
  if (arrivesOnly)
    isLegal = b_.CreateAnd(isLegal, b_.CreateICmpNE(threads, constant(32, 0)));
  if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(isLegal); known && known->isOne())
    return threads;
  llvm::BasicBlock *illegal = newBlock("barrier.illegal"), *next = newBlock("");
  b_.CreateCondBr(isLegal, next, illegal);
  b_.SetInsertPoint(illegal);
  threadOp(ThreadOp::IllegalInstruction);
  b_.CreateUnreachable();
  b_.SetInsertPoint(next);
  return threads;
}

// The operands are the barrier's number and, where it is not for all threads, how many it is for.
void FunctionLowering::lowerBlockBarrier(const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  auto meet = [&](ThreadOp op) {
    Value* id = read(operands[0], ScalarType::U32);
    Value* count = operands.size() > 1 ? barrierThreads(operands[1], op == ThreadOp::BarrierArrive)
                                       : constant(32, 0);
    markAligned(instruction, threadOp(op, {id, count}));
  };
  switch (instruction.required<BarrierAction>()) {
  case BarrierAction::Sync:
    return meet(ThreadOp::Barrier);
  case BarrierAction::Arrive:
    return meet(ThreadOp::BarrierArrive);
  case BarrierAction::Red:
    return lowerBarrierReduction(instruction);
  case BarrierAction::Wait:
    refuse(instruction);
  }
}

// bar.red d, number {, threads}, {!}condition
void FunctionLowering::lowerBarrierReduction(const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  if (operands.size() < 3 || operands.size() > 4)
    throw LoweringError{ErrorKind::InvalidPtx, instruction.location,
                        "wrong number of operands of bar.red"};
  Value* id = read(operands[1], ScalarType::U32);
  Value* count = operands.size() > 3 ? barrierThreads(operands[2], false) : constant(32, 0);
  Value* condition = read(operands.back(), ScalarType::Pred);
  auto reduce = [&](ThreadOp op, ScalarType resultType) {
    Value* reduced = threadOp(op, {id, count, condition});
    markAligned(instruction, reduced);
    write(operands[0], reduced, resultType);
  };
  switch (instruction.required<BarrierReduction>()) {
  case BarrierReduction::Popc:
    return reduce(ThreadOp::BarrierPopc, ScalarType::U32);
  case BarrierReduction::And:
    return reduce(ThreadOp::BarrierAnd, ScalarType::Pred);
  case BarrierReduction::Or:
    return reduce(ThreadOp::BarrierOr, ScalarType::Pred);
  }
}

} // namespace heddle::ptx
