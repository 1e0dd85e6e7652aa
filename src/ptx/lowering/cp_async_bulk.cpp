// cp.async.bulk, cp.reduce.async.bulk and st.bulk: copies, reductions and stores of many bytes.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {
namespace {

SpaceModifier spaceOf(SourceSpace source) {
  switch (source) {
  case SourceSpace::Global:
    return SpaceModifier::Global;
  case SourceSpace::SharedCta:
    return SpaceModifier::SharedCta;
  }
  llvm_unreachable("no such space");
}

} // namespace

// Calls `body` in a loop, with the offsets from 0 up to `size` in steps of `step` bytes.
void FunctionLowering::bulkLoop(Value* size, std::uint64_t step,
                                llvm::function_ref<void(Value*)> body) {
  auto* i64 = b_.getInt64Ty();
  llvm::BasicBlock *before = b_.GetInsertBlock(), *loop = newBlock("bulk"),
                   *done = newBlock("bulk.done");
  b_.CreateCondBr(b_.CreateICmpEQ(size, llvm::ConstantInt::get(size->getType(), 0)), done, loop);
  b_.SetInsertPoint(loop);
  llvm::PHINode* offset = b_.CreatePHI(i64, 2);
  offset->addIncoming(b_.getInt64(0), before);
  body(offset);
  Value* next = b_.CreateAdd(offset, b_.getInt64(step));
  offset->addIncoming(next, b_.GetInsertBlock());
  b_.CreateCondBr(b_.CreateICmpULT(next, b_.CreateZExt(size, i64)), loop, done);
  b_.SetInsertPoint(done);
}

// The mask has a bit for each of 16 bytes, and repeats.
void FunctionLowering::storeMaskedByte(const Operand& operand, Value* offset, Value* byte,
                                       Value* address) {
  Value* mask = b_.CreateZExt(read(operand, ScalarType::B16), b_.getInt64Ty());
  Value* bit = b_.CreateLShr(mask, b_.CreateAnd(offset, 15));
  llvm::BasicBlock *wanted = newBlock("bulk.byte"), *next = newBlock("bulk.next");
  b_.CreateCondBr(b_.CreateTrunc(bit, b_.getInt1Ty()), wanted, next);
  b_.SetInsertPoint(wanted);
  b_.CreateAlignedStore(byte, address, llvm::Align(1));
  b_.CreateBr(next);
  b_.SetInsertPoint(next);
}

// Copies 16 bytes at a time, or one byte under a mask, and reduces one element at a time.
void FunctionLowering::copyBulk(const Instruction& instruction, Value* target, Value* source,
                                Value* size) {
  bool reduces = instruction.has(Flag::Reduce);
  bool masked = instruction.has(Flag::CpMask);
  std::uint64_t step = reduces ? bytesOf(instruction.type) : masked ? 1 : 16;
  llvm::Type* unit = reduces  ? type(instruction.type)
                     : masked ? static_cast<llvm::Type*>(b_.getInt8Ty())
                              : llvm::FixedVectorType::get(b_.getInt32Ty(), 4);
  bulkLoop(size, step, [&](Value* offset) {
    auto at = [&](Value* base) { return b_.CreateGEP(b_.getInt8Ty(), base, offset); };
    Value* data = b_.CreateAlignedLoad(unit, at(source), llvm::Align(step));
    if (reduces)
      atomicUpdate(instruction, at(target), data, llvm::AtomicOrdering::Monotonic);
    else if (masked)
      storeMaskedByte(instruction.operands.back(), offset, data, at(target));
    else
      b_.CreateAlignedStore(data, at(target), llvm::Align(step));
  });
}

void FunctionLowering::lowerBulkCopy(const Instruction& instruction) {
  // Copies complete at once, so that there is nothing to wait for.
  if (instruction.modifier<AsyncGroupOp>() || instruction.has(Flag::Prefetch))
    return;
  const std::vector<Operand>& operands = instruction.operands;
  auto to = instruction.required<SpaceModifier>();
  SpaceModifier from = spaceOf(instruction.required<SourceSpace>());
  Value *target = pointer(operands[0], to), *source = pointer(operands[1], from);
  // The size must be a multiple of 16; the rest of one that is not is ignored.
  Value* size = b_.CreateAnd(read(operands[2], ScalarType::U32), 0xfffffff0);
  // To a program it is one access, of which memcheck reports the whole.
  if (!instruction.has(Flag::Reduce) && !instruction.has(Flag::CpMask)) {
    if (from == SpaceModifier::Global)
      note(CheckerNote::BulkRead, source, size);
    if (to == SpaceModifier::Global)
      note(CheckerNote::BulkWrite, target, size);
  }
  if (stateSpaceOf(to) != StateSpace::Shared)
    return copyBulk(instruction, target, source, size);
  auto copyTo = [&](Value* shared, Value* mbarrier) {
    copyBulk(instruction, shared, source, size);
    completeTransactions(mbarrier, size);
  };
  Value* barrier = pointer(operands[3], to);
  if (!instruction.has(Flag::MulticastCluster))
    return copyTo(target, barrier);
  Value* mask = b_.CreateZExt(read(operands[4], ScalarType::U16), b_.getInt32Ty());
  forEachBlockOf(mask, [&](Value* rank) { copyTo(inBlock(target, rank), inBlock(barrier, rank)); });
}

// st.bulk writes zeros, eight bytes at a time.
void FunctionLowering::lowerBulkStore(const Instruction& instruction) {
  Value* target = pointer(instruction.operands[0], instruction.modifier<SpaceModifier>());
  Value* size = b_.CreateAnd(read(instruction.operands[1], ScalarType::U64), ~std::uint64_t{7});
  bulkLoop(size, 8, [&](Value* offset) {
    b_.CreateAlignedStore(b_.getInt64(0), b_.CreateGEP(b_.getInt8Ty(), target, offset),
                          llvm::Align(8));
  });
}

} // namespace heddle::ptx
