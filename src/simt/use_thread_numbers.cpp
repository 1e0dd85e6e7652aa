#include "simt/use_thread_numbers.h"

#include "ir/thread_operations.h"
#include "simt/execution_form.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

#include <bit>

using namespace llvm;

namespace heddle::simt {
namespace {

bool isThreadOp(const Value* value, ThreadOp op) {
  auto* call = dyn_cast<CallBase>(value);
  return call && threadOpInfo(*call).op == op;
}

// Whether the value is threadIdx.y times the length of a row.
bool isStartOfRow(const Value* value, std::uint32_t length) {
  auto* product = dyn_cast<BinaryOperator>(value);
  auto* factor = product ? dyn_cast<ConstantInt>(product->getOperand(1)) : nullptr;
  if (!factor || !isThreadOp(product->getOperand(0), ThreadOp::TidY))
    return false;
  if (product->getOpcode() == Instruction::Mul)
    return factor->equalsInt(length);
  return product->getOpcode() == Instruction::Shl && std::has_single_bit(length) &&
         factor->equalsInt(static_cast<std::uint64_t>(std::countr_zero(length)));
}

// Whether the value is the number of a thread in its block, if rows have this length.
bool isThreadNumber(const Instruction& instruction, std::uint32_t length) {
  const bool adds = instruction.getOpcode() == Instruction::Add ||
                    (instruction.getOpcode() == Instruction::Or &&
                     cast<PossiblyDisjointInst>(instruction).isDisjoint());
  if (!adds)
    return false;
  const Value *one = instruction.getOperand(0), *other = instruction.getOperand(1);
  return (isThreadOp(one, ThreadOp::TidX) && isStartOfRow(other, length)) ||
         (isThreadOp(other, ThreadOp::TidX) && isStartOfRow(one, length));
}

Value* threadNumber(IRBuilder<>& builder, const BlockDim& block) {
  Value* lane = callThreadOp(builder, ThreadOp::LaneId);
  if (block.threads() <= kWarpSize)
    return lane;
  Value* warp = builder.CreateShl(callThreadOp(builder, ThreadOp::WarpId),
                                  std::countr_zero(kWarpSize), "", true, true);
  return builder.CreateAdd(warp, lane, "", true, true);
}

} // namespace

PreservedAnalyses UseThreadNumbersPass::run(Function& function, FunctionAnalysisManager&) {
  const BlockDim block = blockDim(function);
  const unsigned width = gangWidth(function);
  if (!function.hasFnAttribute(kKernel) || width == 1 || block.z != 1 || block.x == 1 ||
      block.x % width == 0)
    return PreservedAnalyses::all();
  bool changed = false;
  for (Instruction& instruction : make_early_inc_range(instructions(function)))
    if (isThreadNumber(instruction, block.x)) {
      IRBuilder<> builder(&instruction);
      instruction.replaceAllUsesWith(threadNumber(builder, block));
      changed = true;
    }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::simt
