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
    runtime("heddle.warp.barrier", b_.getVoidTy(), {read(instruction.operands[0], ScalarType::B32)},
            Effects::Convergent);
    return;
  case BarrierLevel::Cluster:
    return lowerClusterBarrier(instruction);
  }
}

void FunctionLowering::lowerClusterBarrier(const Instruction& instruction) {
  switch (instruction.required<BarrierAction>()) {
  case BarrierAction::Arrive:
    runtime("heddle.cluster.arrive", b_.getVoidTy(), {}, Effects::Convergent);
    return;
  case BarrierAction::Wait:
    runtime("heddle.cluster.wait", b_.getVoidTy(), {}, Effects::Convergent);
    return;
  case BarrierAction::Sync:
  case BarrierAction::Red:
    refuse(instruction);
  }
}

// The operands are the barrier's number and, where it is not for all threads, how many it is for.
void FunctionLowering::lowerBlockBarrier(const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  auto meet = [&](llvm::StringRef name) {
    Value* id = read(operands[0], ScalarType::U32);
    Value* count = operands.size() > 1 ? read(operands[1], ScalarType::U32) : constant(32, 0);
    runtime(name, b_.getVoidTy(), {id, count}, Effects::Convergent);
  };
  switch (instruction.required<BarrierAction>()) {
  case BarrierAction::Sync:
    return meet("heddle.barrier");
  case BarrierAction::Arrive:
    return meet("heddle.barrier.arrive");
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
  auto reduce = [&](llvm::StringRef name, llvm::Type* type, ScalarType resultType) {
    write(operands[0], runtime(name, type, {id, count, condition}, Effects::Convergent),
          resultType);
  };
  switch (instruction.required<BarrierReduction>()) {
  case BarrierReduction::Popc:
    return reduce("heddle.barrier.popc", b_.getInt32Ty(), ScalarType::U32);
  case BarrierReduction::And:
    return reduce("heddle.barrier.and", b_.getInt1Ty(), ScalarType::Pred);
  case BarrierReduction::Or:
    return reduce("heddle.barrier.or", b_.getInt1Ty(), ScalarType::Pred);
  }
}

} // namespace heddle::ptx
