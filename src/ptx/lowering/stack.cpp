// alloca, stacksave and stackrestore, on a stack of fixed size in the thread's local memory.
#include "ptx/lowering/lowering.h"

#include <bit>

namespace heddle::ptx {
namespace {

// Eight times the default of cudaLimitStackSize, so that programs which fit a GPU's stack fit this.
constexpr std::uint64_t kStackBytes = 8192;
constexpr std::uint64_t kDefaultAlignment = 8; // of alloca without an alignment operand

} // namespace

void FunctionLowering::createStack() {
  llvm::IRBuilder<> start(entry_, entry_->begin());
  auto* memory =
      start.CreateAlloca(llvm::ArrayType::get(start.getInt8Ty(), kStackBytes), nullptr, "stack");
  memory->setAlignment(llvm::Align(16));
  stackTop_ = start.CreateAlloca(start.getInt64Ty(), nullptr, "stack.top");
  stackBase_ = start.CreatePtrToInt(memory, start.getInt64Ty());
  start.CreateStore(stackBase_, stackTop_);
}

void FunctionLowering::lowerStack(const Instruction& instruction) {
  if (!stackTop_)
    createStack();
  auto* i64 = b_.getInt64Ty();
  bool narrow = instruction.type == ScalarType::U32;
  auto writeAddress = [&](Value* address) {
    result(instruction, narrow ? b_.CreateTrunc(address, b_.getInt32Ty()) : address);
  };
  switch (instruction.opcode()) {
  case Opcode::Stacksave:
    return writeAddress(b_.CreateLoad(i64, stackTop_));
  case Opcode::Stackrestore: {
    Value* saved = source(instruction, 0);
    b_.CreateStore(narrow ? stackAddress(saved) : saved, stackTop_);
    return;
  }
  default:
    break;
  }
  std::uint64_t alignment = kDefaultAlignment;
  if (instruction.operands.size() > 2)
    alignment = instruction.operands[2].value;
  if (!std::has_single_bit(alignment))
    throw LoweringError{ErrorKind::InvalidPtx, instruction.location,
                        "the alignment of alloca must be a power of two"};
  Value* size = b_.CreateZExt(source(instruction, 1), i64);
  Value* top = b_.CreateLoad(i64, stackTop_);
  Value* start =
      b_.CreateAnd(b_.CreateAdd(top, b_.getInt64(alignment - 1)), b_.getInt64(~(alignment - 1)));
  Value* used = b_.CreateSub(start, stackBase_);
  Value* fits = b_.CreateAnd(b_.CreateICmpULE(used, b_.getInt64(kStackBytes)),
                             b_.CreateICmpULE(size, b_.CreateSub(b_.getInt64(kStackBytes), used)));
  llvm::BasicBlock *overflow = newBlock("stack.overflow"), *next = newBlock("");
  b_.CreateCondBr(fits, next, overflow);
  b_.SetInsertPoint(overflow);
  threadOp(ThreadOp::Trap);
  b_.CreateUnreachable();
  b_.SetInsertPoint(next);
  b_.CreateStore(b_.CreateAdd(start, size), stackTop_);
  writeAddress(start);
}

// The address on the stack whose lower 32 bits are `low`.
llvm::Value* FunctionLowering::stackAddress(Value* low) {
  Value* distance = b_.CreateSub(low, b_.CreateTrunc(stackBase_, b_.getInt32Ty()));
  return b_.CreateAdd(stackBase_, b_.CreateSExt(distance, b_.getInt64Ty()));
}

} // namespace heddle::ptx
