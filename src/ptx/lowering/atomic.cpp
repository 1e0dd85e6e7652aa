// atom and red of one element. atom gives the old value, red does not.
#include "ir/checker_notes.h"
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {
namespace {

// Empty for cas, which is an instruction of its own in LLVM.
std::optional<llvm::AtomicRMWInst::BinOp> readModifyWrite(AtomicOp op, ScalarType t) {
  using Op = llvm::AtomicRMWInst::BinOp;
  switch (op) {
  case AtomicOp::Add:
    return isFloat(t) ? Op::FAdd : Op::Add;
  case AtomicOp::Min:
    return isSigned(t) ? Op::Min : Op::UMin;
  case AtomicOp::Max:
    return isSigned(t) ? Op::Max : Op::UMax;
  case AtomicOp::Inc:
    return Op::UIncWrap;
  case AtomicOp::Dec:
    return Op::UDecWrap;
  case AtomicOp::And:
    return Op::And;
  case AtomicOp::Or:
    return Op::Or;
  case AtomicOp::Xor:
    return Op::Xor;
  case AtomicOp::Exch:
    return Op::Xchg;
  case AtomicOp::Cas:
    return std::nullopt;
  }
  llvm_unreachable("no such atomic operation");
}

} // namespace

llvm::Value* FunctionLowering::combineFloats(const Instruction& instruction, Value* a, Value* b) {
  switch (instruction.required<AtomicOp>()) {
  case AtomicOp::Add:
    return b_.CreateFAdd(a, b);
  case AtomicOp::Min:
    return helper("min.f32", b_.getFloatTy(), {a, b});
  case AtomicOp::Max:
    return helper("max.f32", b_.getFloatTy(), {a, b});
  case AtomicOp::Inc:
  case AtomicOp::Dec:
  case AtomicOp::And:
  case AtomicOp::Or:
  case AtomicOp::Xor:
  case AtomicOp::Exch:
  case AtomicOp::Cas:
    break;
  }
  refuse(instruction);
}

// Read-modify-write of a 16-bit float or a pair of them. LLVM has no such operation, so this is a
// loop that computes the new bits and tries to exchange them for the old ones.
llvm::Value* FunctionLowering::packedAtomic(const Instruction& instruction, Value* address,
                                            Value* operand, llvm::AtomicOrdering order) {
  ScalarType t = instruction.type;
  llvm::Type* ty = type(t);
  llvm::Align align(bytesOf(t));
  llvm::LoadInst* first = b_.CreateAlignedLoad(ty, address, align);
  first->setAtomic(llvm::AtomicOrdering::Monotonic, scopeOf(instruction));
  first->setMetadata(kAtomicUpdateLoad, llvm::MDNode::get(b_.getContext(), {}));
  llvm::BasicBlock *before = b_.GetInsertBlock(), *loop = newBlock("atomic"),
                   *done = newBlock("atomic.done");
  b_.CreateBr(loop);
  b_.SetInsertPoint(loop);
  llvm::PHINode* old = b_.CreatePHI(ty, 2);
  old->addIncoming(first, before);
  auto lane = [&](Value* a, Value* b) -> Value* {
    return floatToHalf(combineFloats(instruction, halfToFloat(a, t), halfToFloat(b, t)), t);
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

// Updates one element in memory and gives its old value.
llvm::Value* FunctionLowering::atomicUpdate(const Instruction& instruction, Value* address,
                                            Value* operand, llvm::AtomicOrdering order) {
  ScalarType t = instruction.type;
  if (bitsOf(t) == 16 || typeInfo(t).kind == TypeKind::PackedFloat)
    return packedAtomic(instruction, address, operand, order);
  std::optional<llvm::AtomicRMWInst::BinOp> op =
      readModifyWrite(instruction.required<AtomicOp>(), t);
  if (!op)
    refuse(instruction);
  return b_.CreateAtomicRMW(*op, address, operand, llvm::Align(bytesOf(t)), order,
                            scopeOf(instruction));
}

void FunctionLowering::lowerAtomic(const Instruction& instruction) {
  ScalarType t = instruction.type;
  bool isAtom = instruction.opcode() == Opcode::Atom;
  std::size_t at = isAtom ? 1 : 0;
  llvm::Align align(bytesOf(t));
  Value* address = pointer(instruction.operands[at], instruction.modifier<SpaceModifier>(), align);
  const Operand& data = instruction.operands[at + 1];
  llvm::AtomicOrdering order = atomicOrdering(instruction, llvm::AtomicOrdering::Monotonic);
  if (instruction.modifier<VectorSize>())
    return lowerVectorAtomic(instruction, address, order);
  Value* operand = read(data, t);
  Value* old = nullptr;
  if (instruction.has(AtomicOp::Cas)) {
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
