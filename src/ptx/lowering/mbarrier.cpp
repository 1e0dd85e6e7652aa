// mbarrier objects and the bulk copies that complete on them. The object is one word in shared
// memory, see builtins/mbarrier.c. Copies complete at once, so that the transactions a thread
// expects may be taken away again before they are announced; the count is signed for that.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {

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

// clusterlaunchcontrol: a request to cancel a cluster that has not begun may always fail; the
// answer is 16 bytes of zeros then.
void FunctionLowering::lowerClusterLaunchControl(const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  if (instruction.has("try_cancel")) {
    std::string_view space = spaceOf(instruction);
    auto* answer = llvm::FixedVectorType::get(b_.getInt64Ty(), 2);
    b_.CreateAlignedStore(llvm::Constant::getNullValue(answer), pointer(operands[0], space),
                          llvm::Align(16));
    updateMbarrier(pointer(operands[1], space), constant(32, 0), constant(32, 0),
                   constant(32, -std::uint64_t{16} & 0xffffffff), llvm::AtomicOrdering::Release);
    return;
  }
  Value* answer = read(operands[1], ScalarType::B128);
  auto word = [&](unsigned i) {
    return b_.CreateTrunc(b_.CreateLShr(answer, 32 * i), b_.getInt32Ty());
  };
  if (instruction.has("is_canceled"))
    return write(operands[0], b_.CreateTrunc(answer, b_.getInt1Ty()), ScalarType::Pred);
  // Where the first block of a cancelled cluster would be: none ever is.
  if (operands[0].kind != Operand::Kind::Vector)
    return write(operands[0], word(1), ScalarType::B32);
  for (unsigned i = 0; i < operands[0].elements.size(); ++i)
    write(operands[0].elements[i], i < 3 ? word(i + 1) : constant(32, 0), ScalarType::B32);
}

void FunctionLowering::lowerMbarrier(const Instruction& instruction) {
  if (instruction.opcode() == Opcode::Clusterlaunchcontrol)
    return lowerClusterLaunchControl(instruction);
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

} // namespace heddle::ptx
