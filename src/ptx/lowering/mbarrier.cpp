// mbarrier objects and the bulk copies that complete on them. The object is one word in shared
// memory, see builtins/mbarrier.c. Copies complete at once, so that the transactions a thread
// expects may be taken away again before they are announced; the count is signed for that.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {

namespace {

bool isShared(std::string_view space) {
  return space.starts_with("shared");
}

} // namespace

// Gives the word before the update.
llvm::Value* FunctionLowering::updateMbarrier(Value* address, Value* arrivals, Value* dropped,
                                              Value* transactions, llvm::AtomicOrdering order) {
  auto* i64 = b_.getInt64Ty();
  llvm::Align align(8);
  llvm::SyncScope::ID scope = parent_.context().getOrInsertSyncScopeID("block");
  llvm::LoadInst* first = b_.CreateAlignedLoad(i64, address, align);
  first->setAtomic(llvm::AtomicOrdering::Monotonic, scope);
  llvm::BasicBlock *before = b_.GetInsertBlock(), *loop = newBlock("mbarrier"),
                   *done = newBlock("mbarrier.done");
  b_.CreateBr(loop);
  b_.SetInsertPoint(loop);
  llvm::PHINode* old = b_.CreatePHI(i64, 2);
  old->addIncoming(first, before);
  Value* next = helper("mbarrier.next", i64, {old, arrivals, dropped, transactions});
  llvm::AtomicCmpXchgInst* exchange =
      b_.CreateAtomicCmpXchg(address, old, next, align, order,
                             llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(order), scope);
  old->addIncoming(b_.CreateExtractValue(exchange, 0), b_.GetInsertBlock());
  b_.CreateCondBr(b_.CreateExtractValue(exchange, 1), done, loop);
  b_.SetInsertPoint(done);
  return old;
}

// st.async: a store whose bytes complete on an mbarrier.
void FunctionLowering::lowerAsyncStore(const Instruction& instruction) {
  ScalarType t = instruction.type;
  const Operand& data = instruction.operands[1];
  Value* target = pointer(instruction.operands[0], "shared");
  std::size_t count = instruction.modifier("vec").empty() ? 1 : data.elements.size();
  for (std::size_t i = 0; i < count; ++i)
    b_.CreateAlignedStore(read(count == 1 ? data : data.elements[i], t),
                          b_.CreateConstGEP1_64(b_.getInt8Ty(), target, i * bytesOf(t)),
                          llvm::Align(bytesOf(t)));
  updateMbarrier(pointer(instruction.operands[2], "shared"), constant(32, 0), constant(32, 0),
                 constant(32, -(count * bytesOf(t)) & 0xffffffff), llvm::AtomicOrdering::Release);
}

// red.async: an update whose bytes complete on an mbarrier.
void FunctionLowering::lowerAsyncReduction(const Instruction& instruction) {
  ScalarType t = instruction.type;
  atomicUpdate(instruction, pointer(instruction.operands[0], "shared"),
               read(instruction.operands[1], t), llvm::AtomicOrdering::Monotonic);
  updateMbarrier(pointer(instruction.operands[2], "shared"), constant(32, 0), constant(32, 0),
                 constant(32, -std::uint64_t{bytesOf(t)} & 0xffffffff),
                 llvm::AtomicOrdering::Release);
}

void FunctionLowering::lowerMbarrier(const Instruction& instruction) {
  if (instruction.opcode() == Opcode::St)
    return lowerAsyncStore(instruction);
  if (instruction.opcode() == Opcode::Red)
    return lowerAsyncReduction(instruction);
  using llvm::AtomicOrdering;
  const std::vector<Operand>& operands = instruction.operands;
  std::string_view space = spaceOf(instruction);
  auto *i64 = b_.getInt64Ty(), *i1 = b_.getInt1Ty();
  auto zero = constant(32, 0), one = constant(32, 1);
  llvm::SyncScope::ID block = parent_.context().getOrInsertSyncScopeID("block");
  bool relaxed = instruction.has("relaxed");

  if (instruction.has("init")) {
    Value* count = b_.CreateZExt(b_.CreateAnd(read(operands[1], ScalarType::U32), 0xfffff), i64);
    auto* store = b_.CreateAlignedStore(b_.CreateOr(count, b_.CreateShl(count, 20)),
                                        pointer(operands[0], space), llvm::Align(8));
    store->setAtomic(AtomicOrdering::Monotonic, block);
    return;
  }
  if (instruction.has("inval"))
    return;
  if (instruction.has("pending_count"))
    return write(
        operands[0],
        b_.CreateAnd(b_.CreateTrunc(read(operands[1], ScalarType::B64), b_.getInt32Ty()), 0xfffff),
        ScalarType::U32);
  if (instruction.has("test_wait") || instruction.has("try_wait")) {
    // A read that a waiting loop repeats: src/simt lets other warps run in between.
    llvm::LoadInst* word = b_.CreateAlignedLoad(i64, pointer(operands[1], space), llvm::Align(8));
    word->setAtomic(relaxed ? AtomicOrdering::Monotonic : AtomicOrdering::Acquire, block);
    Value* phase = b_.CreateICmpSLT(word, b_.getInt64(0));
    Value* awaited = instruction.has("parity")
                         ? b_.CreateTrunc(read(operands[2], ScalarType::U32), i1)
                         : b_.CreateICmpSLT(read(operands[2], ScalarType::B64), b_.getInt64(0));
    return write(operands[0], b_.CreateXor(phase, awaited), ScalarType::Pred);
  }
  if (!instruction.has("arrive") && !instruction.has("arrive_drop")) {
    Value* amount = read(operands[1], ScalarType::U32);
    if (instruction.has("complete_tx"))
      amount = b_.CreateNeg(amount);
    updateMbarrier(pointer(operands[0], space), zero, zero, amount, AtomicOrdering::Monotonic);
    return;
  }
  AtomicOrdering order = relaxed ? AtomicOrdering::Monotonic : AtomicOrdering::AcquireRelease;
  Value* address = pointer(operands[1], space);
  Value* extra = operands.size() > 2 ? read(operands[2], ScalarType::U32) : nullptr;
  bool expects = instruction.has("expect_tx");
  Value* arrivals = extra && !expects ? extra : one;
  Value* old = updateMbarrier(address, arrivals, instruction.has("arrive_drop") ? arrivals : zero,
                              expects ? extra : zero, order);
  write(operands[0], old, ScalarType::B64);
}

// cp.async.mbarrier.arrive: the copies before it are complete. Without .noinc the pending count is
// raised by one first, so that nothing remains to be done.
void FunctionLowering::lowerCopyArrival(const Instruction& instruction) {
  if (!instruction.has("noinc"))
    return;
  updateMbarrier(pointer(instruction.operands[0], spaceOf(instruction)), constant(32, 1),
                 constant(32, 0), constant(32, 0), llvm::AtomicOrdering::AcquireRelease);
}

// cp.async.bulk and cp.reduce.async.bulk between shared and global memory, at once: copies 16 bytes
// at a time, reductions one element.
void FunctionLowering::lowerBulkCopy(const Instruction& instruction) {
  if (instruction.has("commit_group") || instruction.has("wait_group") ||
      instruction.has("prefetch"))
    return;
  const std::vector<Operand>& operands = instruction.operands;
  auto *i32 = b_.getInt32Ty(), *i64 = b_.getInt64Ty();
  std::string_view to = instruction.modifier("bulkdst"), from = instruction.modifier("bulksrc");
  bool reduces = instruction.has("reduce");
  ScalarType t = instruction.type;
  std::uint64_t step = reduces ? bytesOf(t) : 16;
  llvm::Type* unit = reduces ? type(t) : llvm::FixedVectorType::get(i32, 4);
  llvm::Align align(step);
  Value *target = pointer(operands[0], to), *source = pointer(operands[1], from);
  // The size is a multiple of 16; what is beyond the last one is not copied.
  Value* size = b_.CreateAnd(read(operands[2], ScalarType::U32), 0xfffffff0);
  llvm::BasicBlock *before = b_.GetInsertBlock(), *loop = newBlock("bulk"),
                   *done = newBlock("bulk.done");
  b_.CreateCondBr(b_.CreateICmpEQ(size, constant(32, 0)), done, loop);
  b_.SetInsertPoint(loop);
  llvm::PHINode* offset = b_.CreatePHI(i64, 2);
  offset->addIncoming(b_.getInt64(0), before);
  auto at = [&](Value* base) { return b_.CreateGEP(b_.getInt8Ty(), base, offset); };
  Value* data = b_.CreateAlignedLoad(unit, at(source), align);
  if (reduces)
    atomicUpdate(instruction, at(target), data, llvm::AtomicOrdering::Monotonic);
  else
    b_.CreateAlignedStore(data, at(target), align);
  Value* next = b_.CreateAdd(offset, b_.getInt64(step));
  offset->addIncoming(next, b_.GetInsertBlock());
  b_.CreateCondBr(b_.CreateICmpULT(next, b_.CreateZExt(size, i64)), loop, done);
  b_.SetInsertPoint(done);
  if (isShared(to))
    updateMbarrier(pointer(operands[3], "shared"), constant(32, 0), constant(32, 0),
                   b_.CreateNeg(size), llvm::AtomicOrdering::Release);
}

} // namespace heddle::ptx
