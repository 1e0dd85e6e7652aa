// Atomic operations. atom gives the old value, red does not.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {

// Read-modify-write of a packed or 16-bit float: a compare-and-swap loop over its bits.
llvm::Value* FunctionLowering::packedAtomic(const Instruction& instruction, Value* address,
                                            Value* operand, llvm::AtomicOrdering order) {
  ScalarType t = instruction.type;
  llvm::Type* ty = type(t);
  llvm::Align align(bytesOf(t));
  llvm::LoadInst* first = b_.CreateAlignedLoad(ty, address, align);
  first->setAtomic(llvm::AtomicOrdering::Monotonic, scopeOf(instruction));
  llvm::BasicBlock *before = b_.GetInsertBlock(), *loop = newBlock("atomic"),
                   *done = newBlock("atomic.done");
  b_.CreateBr(loop);
  b_.SetInsertPoint(loop);
  llvm::PHINode* old = b_.CreatePHI(ty, 2);
  old->addIncoming(first, before);
  auto lane = [&](Value* a, Value* b) -> Value* {
    Value *x = halfToFloat(a, t), *y = halfToFloat(b, t);
    if (instruction.has("add"))
      return floatToHalf(b_.CreateFAdd(x, y), t);
    return floatToHalf(
        helper(instruction.has("min") ? "min.f32" : "max.f32", b_.getFloatTy(), {x, y}), t);
  };
  Value* sum = bitsOf(t) == 32 ? onHalves(old, operand, lane) : lane(old, operand);
  llvm::AtomicOrdering failure = llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(order);
  llvm::AtomicCmpXchgInst* exchange =
      b_.CreateAtomicCmpXchg(address, old, sum, align, order, failure, scopeOf(instruction));
  old->addIncoming(b_.CreateExtractValue(exchange, 0), b_.GetInsertBlock());
  b_.CreateCondBr(b_.CreateExtractValue(exchange, 1), done, loop);
  b_.SetInsertPoint(done);
  return old;
}

// One element; gives the old value.
llvm::Value* FunctionLowering::atomicUpdate(const Instruction& instruction, Value* address,
                                            Value* operand, llvm::AtomicOrdering order) {
  ScalarType t = instruction.type;
  if (bitsOf(t) == 16 || typeInfo(t).kind == TypeKind::PackedFloat)
    return packedAtomic(instruction, address, operand, order);
  using Op = llvm::AtomicRMWInst::BinOp;
  bool isSignedType = isSigned(t);
  Op op = instruction.has("add")   ? (isFloat(t) ? Op::FAdd : Op::Add)
          : instruction.has("and") ? Op::And
          : instruction.has("or")  ? Op::Or
          : instruction.has("xor") ? Op::Xor
          : instruction.has("min") ? (isSignedType ? Op::Min : Op::UMin)
          : instruction.has("max") ? (isSignedType ? Op::Max : Op::UMax)
          : instruction.has("inc") ? Op::UIncWrap
          : instruction.has("dec") ? Op::UDecWrap
                                   : Op::Xchg;
  return b_.CreateAtomicRMW(op, address, operand, llvm::Align(bytesOf(t)), order,
                            scopeOf(instruction));
}

void FunctionLowering::lowerAtomic(const Instruction& instruction) {
  ScalarType t = instruction.type;
  bool isAtom = instruction.opcode() == Opcode::Atom;
  std::size_t at = isAtom ? 1 : 0;
  llvm::Align align(bytesOf(t));
  Value* address = pointer(instruction.operands[at], spaceOf(instruction), align);
  const Operand& data = instruction.operands[at + 1];
  std::string_view sem = instruction.modifier("sem");
  llvm::AtomicOrdering order = sem == "acquire"   ? llvm::AtomicOrdering::Acquire
                               : sem == "release" ? llvm::AtomicOrdering::Release
                               : sem == "acq_rel" ? llvm::AtomicOrdering::AcquireRelease
                                                  : llvm::AtomicOrdering::Monotonic;
  if (!instruction.modifier("vec").empty()) {
    // Each element is updated on its own; the vector as a whole is not one update.
    std::vector<Value*> old;
    for (std::size_t i = 0; i < data.elements.size(); ++i)
      old.push_back(atomicUpdate(instruction,
                                 b_.CreateConstGEP1_64(b_.getInt8Ty(), address, i * bytesOf(t)),
                                 read(data.elements[i], t), order));
    if (isAtom)
      for (std::size_t i = 0; i < old.size(); ++i)
        write(instruction.operands[0].elements[i], old[i], t);
    return;
  }
  Value* operand = read(data, t);
  Value* old = nullptr;
  if (instruction.has("cas")) {
    Value* replacement = read(instruction.operands[at + 2], t);
    llvm::AtomicOrdering failure = llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(order);
    old = b_.CreateExtractValue(b_.CreateAtomicCmpXchg(address, operand, replacement, align, order,
                                                       failure, scopeOf(instruction)),
                                0);
  } else {
    old = atomicUpdate(instruction, address, operand, order);
  }
  if (isAtom)
    result(instruction, old);
}

} // namespace heddle::ptx
