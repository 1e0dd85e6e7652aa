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

// Copies 16 bytes at a time, or one byte under a mask, and reduces one element at a time.
void FunctionLowering::lowerBulkCopy(const Instruction& instruction) {
  // Copies complete at once, so that there is nothing to wait for.
  if (instruction.modifier<AsyncGroupOp>() || instruction.has(Flag::Prefetch))
    return;
  const std::vector<Operand>& operands = instruction.operands;
  auto *i32 = b_.getInt32Ty(), *i64 = b_.getInt64Ty();
  auto to = instruction.required<SpaceModifier>();
  SpaceModifier from = spaceOf(instruction.required<SourceSpace>());
  bool reduces = instruction.has(Flag::Reduce);
  ScalarType t = instruction.type;
  bool masked = instruction.has(Flag::CpMask);
  std::uint64_t step = reduces ? bytesOf(t) : masked ? 1 : 16;
  llvm::Type* unit = reduces  ? type(t)
                     : masked ? static_cast<llvm::Type*>(b_.getInt8Ty())
                              : llvm::FixedVectorType::get(i32, 4);
  llvm::Align align(step);
  Value *target = pointer(operands[0], to), *source = pointer(operands[1], from);
  // The size must be a multiple of 16; the rest of one that is not is ignored.
  Value* size = b_.CreateAnd(read(operands[2], ScalarType::U32), 0xfffffff0);
  llvm::BasicBlock *before = b_.GetInsertBlock(), *loop = newBlock("bulk"),
                   *done = newBlock("bulk.done");
  b_.CreateCondBr(b_.CreateICmpEQ(size, constant(32, 0)), done, loop);
  b_.SetInsertPoint(loop);
  llvm::PHINode* offset = b_.CreatePHI(i64, 2);
  offset->addIncoming(b_.getInt64(0), before);
  auto at = [&](Value* base) { return b_.CreateGEP(b_.getInt8Ty(), base, offset); };
  Value* data = b_.CreateAlignedLoad(unit, at(source), align);
  if (reduces) {
    atomicUpdate(instruction, at(target), data, llvm::AtomicOrdering::Monotonic);
  } else if (masked) {
    // The mask has a bit for each of 16 bytes, and repeats.
    Value* mask = b_.CreateZExt(read(operands.back(), ScalarType::B16), i64);
    Value* bit = b_.CreateLShr(mask, b_.CreateAnd(offset, 15));
    llvm::BasicBlock *wanted = newBlock("bulk.byte"), *next = newBlock("bulk.next");
    b_.CreateCondBr(b_.CreateTrunc(bit, b_.getInt1Ty()), wanted, next);
    b_.SetInsertPoint(wanted);
    b_.CreateAlignedStore(data, at(target), align);
    b_.CreateBr(next);
    b_.SetInsertPoint(next);
  } else {
    b_.CreateAlignedStore(data, at(target), align);
  }
  Value* next = b_.CreateAdd(offset, b_.getInt64(step));
  offset->addIncoming(next, b_.GetInsertBlock());
  b_.CreateCondBr(b_.CreateICmpULT(next, b_.CreateZExt(size, i64)), loop, done);
  b_.SetInsertPoint(done);
  if (stateSpaceOf(to) == StateSpace::Shared)
    updateMbarrier(pointer(operands[3], SpaceModifier::Shared), constant(32, 0), constant(32, 0),
                   b_.CreateNeg(size), llvm::AtomicOrdering::Release);
}

// st.bulk writes zeros, eight bytes at a time.
void FunctionLowering::lowerBulkStore(const Instruction& instruction) {
  auto* i64 = b_.getInt64Ty();
  Value* target = pointer(instruction.operands[0], instruction.modifier<SpaceModifier>());
  Value* size = b_.CreateAnd(read(instruction.operands[1], ScalarType::U64), ~std::uint64_t{7});
  llvm::BasicBlock *before = b_.GetInsertBlock(), *loop = newBlock("bulk"),
                   *done = newBlock("bulk.done");
  b_.CreateCondBr(b_.CreateICmpEQ(size, b_.getInt64(0)), done, loop);
  b_.SetInsertPoint(loop);
  llvm::PHINode* offset = b_.CreatePHI(i64, 2);
  offset->addIncoming(b_.getInt64(0), before);
  b_.CreateAlignedStore(b_.getInt64(0), b_.CreateGEP(b_.getInt8Ty(), target, offset),
                        llvm::Align(8));
  Value* next = b_.CreateAdd(offset, b_.getInt64(8));
  offset->addIncoming(next, loop);
  b_.CreateCondBr(b_.CreateICmpULT(next, size), loop, done);
  b_.SetInsertPoint(done);
}

} // namespace heddle::ptx
