// alloca, stacksave, stackrestore: a stack of fixed size in the thread's local memory.
#include "ptx/lowering/lowering.h"

#include <bit>

namespace heddle::ptx {
namespace {

// Eight times what a GPU thread has for its whole stack unless it asks for more.
constexpr std::uint64_t kStackBytes = 8192;

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
  if (instruction.type != ScalarType::U64)
    refuse(instruction);
  if (!stackTop_)
    createStack();
  auto* i64 = b_.getInt64Ty();
  switch (instruction.opcode()) {
  case Opcode::Stacksave:
    return result(instruction, b_.CreateLoad(i64, stackTop_));
  case Opcode::Stackrestore:
    b_.CreateStore(source(instruction, 0), stackTop_);
    return;
  default:
    break;
  }
  std::uint64_t alignment = 8;
  if (instruction.operands.size() > 2)
    alignment = instruction.operands[2].value;
  if (!std::has_single_bit(alignment))
    throw LoweringError{ErrorKind::InvalidPtx, instruction.location,
                        "the alignment of alloca must be a power of two"};
  Value* size = source(instruction, 1);
  Value* top = b_.CreateLoad(i64, stackTop_);
  Value* start =
      b_.CreateAnd(b_.CreateAdd(top, b_.getInt64(alignment - 1)), b_.getInt64(~(alignment - 1)));
  Value* used = b_.CreateSub(start, stackBase_);
  Value* fits = b_.CreateAnd(b_.CreateICmpULE(used, b_.getInt64(kStackBytes)),
                             b_.CreateICmpULE(size, b_.CreateSub(b_.getInt64(kStackBytes), used)));
  llvm::BasicBlock *overflow = newBlock("stack.overflow"), *next = newBlock("");
  b_.CreateCondBr(fits, next, overflow);
  b_.SetInsertPoint(overflow);
  runtime("heddle.trap", b_.getVoidTy(), {}, Effects::Any);
  b_.CreateUnreachable();
  b_.SetInsertPoint(next);
  b_.CreateStore(b_.CreateAdd(start, size), stackTop_);
  result(instruction, start);
}

} // namespace heddle::ptx
