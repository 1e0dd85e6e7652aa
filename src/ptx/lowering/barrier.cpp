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

// The operands are the barrier's number and, where it is not for all threads, how many it is for.
void FunctionLowering::lowerBlockBarrier(const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  auto meet = [&](ThreadOp op) {
    Value* id = read(operands[0], ScalarType::U32);
    Value* count = operands.size() > 1 ? read(operands[1], ScalarType::U32) : constant(32, 0);
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
  Value* count = operands.size() > 3 ? read(operands[2], ScalarType::U32) : constant(32, 0);
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
