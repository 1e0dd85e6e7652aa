// mbarrier. The object is one word in shared memory, see builtins/mbarrier.c. Asynchronous copies
// complete at once, possibly before a thread has announced their bytes with expect_tx, so the count
// of pending transactions is signed.
#include "ir/checker_notes.h"
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {
namespace {

constexpr unsigned kCountBits = kMbarrierCountBits;
constexpr unsigned kCountMask = (1U << kCountBits) - 1;

} // namespace

// Updates the word in a compare-and-swap loop. Gives its old value.
llvm::Value* FunctionLowering::updateMbarrier(Value* address, Value* arrivals, Value* dropped,
                                              Value* transactions, llvm::AtomicOrdering order) {
  auto* i64 = b_.getInt64Ty();
  llvm::Align align(8);
  llvm::SyncScope::ID scope = blockScope();
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

// What an asynchronous copy does when it has written its bytes.
void FunctionLowering::completeTransactions(Value* barrier, Value* bytes) {
  updateMbarrier(barrier, constant(32, 0), constant(32, 0), b_.CreateNeg(bytes),
                 llvm::AtomicOrdering::Release);
}

void FunctionLowering::lowerMbarrier(const Instruction& instruction) {
  switch (instruction.opcode()) {
  case Opcode::Clusterlaunchcontrol:
    return lowerClusterLaunchControl(instruction);
  case Opcode::St:
    return lowerAsyncStore(instruction);
  case Opcode::Red:
    return lowerAsyncReduction(instruction);
  default:
    break;
  }
  const std::vector<Operand>& operands = instruction.operands;
  switch (instruction.required<MbarrierOp>()) {
  case MbarrierOp::Init:
    return lowerMbarrierInit(instruction);
  case MbarrierOp::Inval:
    return note(CheckerNote::MbarrierInval,
                pointer(operands[0], instruction.modifier<SpaceModifier>()));
  case MbarrierOp::ExpectTx:
    return lowerTransactions(instruction, read(operands[1], ScalarType::U32));
  case MbarrierOp::CompleteTx:
    return lowerTransactions(instruction, b_.CreateNeg(read(operands[1], ScalarType::U32)));
  case MbarrierOp::Arrive:
  case MbarrierOp::ArriveDrop:
    return lowerMbarrierArrive(instruction);
  case MbarrierOp::TestWait:
  case MbarrierOp::TryWait:
    return lowerMbarrierWait(instruction);
  case MbarrierOp::PendingCount: {
    Value* state = b_.CreateTrunc(read(operands[1], ScalarType::B64), b_.getInt32Ty());
    return write(operands[0], b_.CreateAnd(state, kCountMask), ScalarType::U32);
  }
  }
}

void FunctionLowering::note(CheckerNote kind, Value* pointer, std::uint64_t count) {
  note(kind, pointer, constant(32, count));
}

void FunctionLowering::note(CheckerNote kind, Value* pointer, Value* count) {
  if (!parent_.hasNotes())
    return;
  Value* address = b_.getInt64(0);
  if (pointer) {
    address = b_.CreatePtrToInt(pointer, b_.getInt64Ty());
    if (pointer->getType()->getPointerAddressSpace() == kSharedAddressSpace)
      address = threadOp(ThreadOp::CvtaShared, {address});
  }
  threadOp(ThreadOp::Note, {constant(32, static_cast<std::uint32_t>(kind)), address, count});
}

void FunctionLowering::lowerMbarrierInit(const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  Value* count =
      b_.CreateZExt(b_.CreateAnd(read(operands[1], ScalarType::U32), kCountMask), b_.getInt64Ty());
  Value* address = pointer(operands[0], instruction.modifier<SpaceModifier>());
  note(CheckerNote::MbarrierInit, address);
  auto* store = b_.CreateAlignedStore(b_.CreateOr(count, b_.CreateShl(count, kCountBits)), address,
                                      llvm::Align(8));
  store->setAtomic(llvm::AtomicOrdering::Monotonic, blockScope());
}

void FunctionLowering::lowerTransactions(const Instruction& instruction, Value* bytes) {
  Value* zero = constant(32, 0);
  updateMbarrier(pointer(instruction.operands[0], instruction.modifier<SpaceModifier>()), zero,
                 zero, bytes, llvm::AtomicOrdering::Monotonic);
}

void FunctionLowering::lowerMbarrierArrive(const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  bool isRelaxed = instruction.has(Semantics::Relaxed);
  Value *zero = constant(32, 0), *one = constant(32, 1);
  Value* address = pointer(operands[1], instruction.modifier<SpaceModifier>());
  // A thread that drops out does not wait.
  // Whoever drops out need not wait for the phase, as behind a test.
  const MbarrierUse use =
      instruction.has(MbarrierOp::ArriveDrop) ? MbarrierUse::Test : MbarrierUse::Arrival;
  note(CheckerNote::MbarrierUse, address, static_cast<std::uint64_t>(use));
  // The third operand is the number of bytes to expect, or else the number of arrivals.
  Value* extra = operands.size() > 2 ? read(operands[2], ScalarType::U32) : nullptr;
  bool expects = instruction.has(Flag::ExpectTx);
  Value* arrivals = extra && !expects ? extra : one;
  Value* dropped = instruction.has(MbarrierOp::ArriveDrop) ? arrivals : zero;
  Value* old = updateMbarrier(address, arrivals, dropped, expects ? extra : zero,
                              isRelaxed ? llvm::AtomicOrdering::Monotonic
                                        : llvm::AtomicOrdering::AcquireRelease);
  write(operands[0], old, ScalarType::B64);
}

// The wait is a single read, which programs repeat in a loop. src/simt finds such loops and lets
// other warps run in between.
void FunctionLowering::lowerMbarrierWait(const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  Value* address = pointer(operands[1], instruction.modifier<SpaceModifier>());
  note(CheckerNote::MbarrierUse, address, static_cast<std::uint64_t>(MbarrierUse::Test));
  llvm::LoadInst* word = b_.CreateAlignedLoad(b_.getInt64Ty(), address, llvm::Align(8));
  bool isRelaxed = instruction.has(Semantics::Relaxed);
  word->setAtomic(isRelaxed ? llvm::AtomicOrdering::Monotonic : llvm::AtomicOrdering::Acquire,
                  blockScope());
  Value* phase = b_.CreateICmpSLT(word, b_.getInt64(0));
  Value* awaited = instruction.has(Flag::Parity)
                       ? b_.CreateTrunc(read(operands[2], ScalarType::U32), b_.getInt1Ty())
                       : b_.CreateICmpSLT(read(operands[2], ScalarType::B64), b_.getInt64(0));
  write(operands[0], b_.CreateXor(phase, awaited), ScalarType::Pred);
}

} // namespace heddle::ptx
