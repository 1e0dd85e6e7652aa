// cp.async: copies from global to shared memory that complete on a group or an mbarrier. They are
// done at once, which PTX allows, so that waiting for groups has nothing to do.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {

void FunctionLowering::lowerAsyncCopy(const Instruction& instruction) {
  if (instruction.has(Flag::Mbarrier))
    return lowerCopyArrival(instruction);
  if (const std::optional<AsyncGroupOp> group = instruction.modifier<AsyncGroupOp>())
    return noteCopyGroup(instruction, *group);
  std::uint64_t bytes = instruction.operands[2].value;
  Value* target = pointer(instruction.operands[0], SpaceModifier::Shared);
  Value* from = pointer(instruction.operands[1], SpaceModifier::Global);
  llvm::Type* ty = b_.getIntNTy(static_cast<unsigned>(bytes * 8));
  llvm::Align align(bytes);
  bool isWhole = instruction.operands.size() < 4 || instruction.has(Flag::CacheHint) ||
                 (instruction.operands[3].kind == Operand::Kind::Integer &&
                  instruction.operands[3].value == bytes);
  if (isWhole) {
    // src/simt can gather and scatter elements of 64 bits, but not of 128.
    if (bytes == 16)
      ty = llvm::FixedVectorType::get(b_.getInt64Ty(), 2);
    b_.CreateAlignedStore(b_.CreateAlignedLoad(ty, from, align), target, align);
    return note(CheckerNote::CopyStart, target, bytes);
  }
  // The fourth operand is the number of bytes to read, after which zeros follow, or a predicate
  // that says to read nothing.
  const Operand& extra = instruction.operands[3];
  bool isPredicate = extra.kind == Operand::Kind::Register &&
                     source_.registers[extra.index].type == ScalarType::Pred;
  Value* size = isPredicate ? b_.CreateSelect(read(extra, ScalarType::Pred), constant(32, 0),
                                              constant(32, bytes))
                            : read(extra, ScalarType::U32);
  llvm::BasicBlock *body = newBlock("copy"), *done = newBlock("copied");
  llvm::BasicBlock* before = b_.GetInsertBlock();
  b_.CreateCondBr(b_.CreateICmpEQ(size, constant(32, 0)), done, body);
  b_.SetInsertPoint(body);
  Value* unread = b_.CreateSub(constant(32, bytes), size);
  Value* shift =
      b_.CreateZExtOrTrunc(b_.CreateShl(intrinsic(llvm::Intrinsic::umin, {b_.getInt32Ty()},
                                                  {unread, constant(32, bytes - 1)}),
                                        3),
                           ty);
  Value* loaded = b_.CreateAlignedLoad(ty, from, align);
  Value* kept = b_.CreateLShr(b_.CreateShl(loaded, shift), shift);
  b_.CreateBr(done);
  b_.SetInsertPoint(done);
  llvm::PHINode* value = b_.CreatePHI(ty, 2);
  value->addIncoming(llvm::Constant::getNullValue(ty), before);
  value->addIncoming(kept, body);
  b_.CreateAlignedStore(value, target, align);
  note(CheckerNote::CopyStart, target, bytes);
}

void FunctionLowering::noteCopyGroup(const Instruction& instruction, AsyncGroupOp operation) {
  switch (operation) {
  case AsyncGroupOp::CommitGroup:
    return note(CheckerNote::CopyCommit, nullptr);
  case AsyncGroupOp::WaitGroup:
    return note(CheckerNote::CopyWait, nullptr, instruction.operands[0].value);
  case AsyncGroupOp::WaitAll:
    return note(CheckerNote::CopyWaitAll, nullptr);
  }
}

// cp.async.mbarrier.arrive: the copies before it are complete, so that it arrives at once. Without
// .noinc it raises the pending count by one first, and the two cancel out.
void FunctionLowering::lowerCopyArrival(const Instruction& instruction) {
  note(CheckerNote::CopyWaitAll, nullptr);
  if (!instruction.has(Flag::Noinc))
    return;
  updateMbarrier(pointer(instruction.operands[0], instruction.modifier<SpaceModifier>()),
                 constant(32, 1), constant(32, 0), constant(32, 0),
                 llvm::AtomicOrdering::AcquireRelease);
}

} // namespace heddle::ptx
