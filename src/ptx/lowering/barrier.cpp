// Barriers and memory fences.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {

llvm::SyncScope::ID FunctionLowering::scopeOf(const Instruction& instruction) {
  return instruction.modifier("scope") == "cta" ? parent_.context().getOrInsertSyncScopeID("block")
                                                : llvm::SyncScope::System;
}

void FunctionLowering::lowerBarrier(const Instruction& instruction) {
  auto* nothing = b_.getVoidTy();
  auto* i32 = b_.getInt32Ty();
  Opcode opcode = instruction.opcode();
  if (opcode == Opcode::Membar || opcode == Opcode::Fence) {
    bool isBlock = instruction.has("cta");
    bool weaker = instruction.has("acq_rel");
    llvm::AtomicOrdering order = instruction.has("acquire")   ? llvm::AtomicOrdering::Acquire
                                 : instruction.has("release") ? llvm::AtomicOrdering::Release
                                 : weaker                     ? llvm::AtomicOrdering::AcquireRelease
                                          : llvm::AtomicOrdering::SequentiallyConsistent;
    b_.CreateFence(order, isBlock ? parent_.context().getOrInsertSyncScopeID("block")
                                  : llvm::SyncScope::System);
    return;
  }
  if (instruction.has("cluster")) {
    runtime(instruction.has("wait") ? "heddle.cluster.wait" : "heddle.cluster.arrive", nothing, {},
            Effects::Convergent);
    return;
  }
  if (instruction.has("warp")) {
    runtime("heddle.warp.barrier", nothing, {read(instruction.operands[0], ScalarType::B32)},
            Effects::Convergent);
    return;
  }
  const std::vector<Operand>& operands = instruction.operands;
  auto threads = [&](std::size_t i, std::size_t end) -> Value* {
    return i < end ? read(operands[i], ScalarType::U32) : constant(32, 0);
  };
  if (instruction.has("red")) {
    // d, id {, threads}, {!}c
    if (operands.size() < 3 || operands.size() > 4)
      throw LoweringError{ErrorKind::InvalidPtx, instruction.location,
                          "wrong number of operands of bar.red"};
    Value* id = read(operands[1], ScalarType::U32);
    Value* count = threads(2, operands.size() - 1);
    Value* condition = read(operands.back(), ScalarType::Pred);
    if (instruction.has("popc"))
      return write(operands[0],
                   runtime("heddle.barrier.popc", i32, {id, count, condition}, Effects::Convergent),
                   ScalarType::U32);
    return write(operands[0],
                 runtime(instruction.has("and") ? "heddle.barrier.and" : "heddle.barrier.or",
                         b_.getInt1Ty(), {id, count, condition}, Effects::Convergent),
                 ScalarType::Pred);
  }
  Value* id = read(operands[0], ScalarType::U32);
  Value* count = threads(1, operands.size());
  runtime(instruction.has("arrive") ? "heddle.barrier.arrive" : "heddle.barrier", nothing,
          {id, count}, Effects::Convergent);
}

} // namespace heddle::ptx
