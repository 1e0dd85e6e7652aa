// multimem: operations on all copies of memory that several devices hold. Which copies there are is
// known when the kernel runs (memory/multicast.h).
#include "ptx/lowering/lowering.h"

#include <vector>

namespace heddle::ptx {

namespace {

llvm::AtomicOrdering orderingOf(MultimemOrder order) {
  switch (order) {
  case MultimemOrder::Weak:
    return llvm::AtomicOrdering::NotAtomic;
  case MultimemOrder::RelaxedCta:
  case MultimemOrder::RelaxedCluster:
  case MultimemOrder::RelaxedGpu:
  case MultimemOrder::RelaxedSys:
    return llvm::AtomicOrdering::Monotonic;
  case MultimemOrder::AcquireCta:
  case MultimemOrder::AcquireCluster:
  case MultimemOrder::AcquireGpu:
  case MultimemOrder::AcquireSys:
    return llvm::AtomicOrdering::Acquire;
  case MultimemOrder::ReleaseCta:
  case MultimemOrder::ReleaseCluster:
  case MultimemOrder::ReleaseGpu:
  case MultimemOrder::ReleaseSys:
    return llvm::AtomicOrdering::Release;
  }
  llvm_unreachable("no such order");
}

} // namespace

llvm::Value* FunctionLowering::reduceCopies(const Instruction& instruction, Value* a, Value* b) {
  ScalarType t = instruction.type;
  // With acc::f32 the parts are floats, whatever type the elements have.
  if (a->getType()->isFloatTy())
    return combineFloats(instruction, a, b);
  if (bitsOf(t) == 16 || typeInfo(t).kind == TypeKind::PackedFloat) {
    auto lane = [&](Value* x, Value* y) -> Value* {
      return floatToHalf(combineFloats(instruction, halfToFloat(x, t), halfToFloat(y, t)), t);
    };
    return bitsOf(t) == 32 ? onHalves(a, b, lane) : lane(a, b);
  }
  switch (instruction.required<AtomicOp>()) {
  case AtomicOp::Add:
    return isFloat(t) ? b_.CreateFAdd(a, b) : b_.CreateAdd(a, b);
  case AtomicOp::Min:
    return b_.CreateBinaryIntrinsic(isSigned(t) ? llvm::Intrinsic::smin : llvm::Intrinsic::umin, a,
                                    b);
  case AtomicOp::Max:
    return b_.CreateBinaryIntrinsic(isSigned(t) ? llvm::Intrinsic::smax : llvm::Intrinsic::umax, a,
                                    b);
  case AtomicOp::And:
    return b_.CreateAnd(a, b);
  case AtomicOp::Or:
    return b_.CreateOr(a, b);
  case AtomicOp::Xor:
    return b_.CreateXor(a, b);
  case AtomicOp::Inc:
  case AtomicOp::Dec:
  case AtomicOp::Exch:
  case AtomicOp::Cas:
    break;
  }
  refuse(instruction);
}

// What ld_reduce keeps of the elements at a place: their values, or with acc::f32 each 16-bit float
// as a float, which is rounded once, at the end.
std::vector<llvm::Value*> FunctionLowering::loadCopies(const Instruction& instruction, Value* place,
                                                       std::size_t count) {
  ScalarType t = instruction.type;
  std::vector<Value*> parts;
  for (std::size_t i = 0; i < count; ++i) {
    llvm::LoadInst* load =
        b_.CreateAlignedLoad(type(t), b_.CreateConstGEP1_64(b_.getInt8Ty(), place, i * bytesOf(t)),
                             llvm::Align(bytesOf(t)));
    load->setAtomic(
        orderingOf(instruction.modifier<MultimemOrder>().value_or(MultimemOrder::Weak)));
    if (!instruction.has(Flag::AccF32)) {
      parts.push_back(load);
      continue;
    }
    for (unsigned bit = 0; bit < bitsOf(t); bit += 16)
      parts.push_back(halfToFloat(b_.CreateTrunc(b_.CreateLShr(load, bit), b_.getInt16Ty()), t));
  }
  return parts;
}

// Makes an element of the parts that loadCopies() has made of it, the first of which is `part`.
llvm::Value* FunctionLowering::elementOfParts(const Instruction& instruction, Value* const* part) {
  ScalarType t = instruction.type;
  if (!instruction.has(Flag::AccF32))
    return *part;
  Value* bits = b_.CreateZExt(floatToHalf(part[0], t), type(t));
  if (bitsOf(t) == 32)
    bits = b_.CreateOr(bits, b_.CreateShl(b_.CreateZExt(floatToHalf(part[1], t), type(t)), 16));
  return bits;
}

// The first copy is read or changed without a loop, since it is always there and gives the
// reduction its first value. A loop then does the same with each other copy.
void FunctionLowering::lowerMultimem(const Instruction& instruction) {
  ScalarType t = instruction.type;
  auto op = instruction.required<MultimemOp>();
  bool loads = op == MultimemOp::LdReduce;
  const Operand& data = instruction.operands[loads ? 0 : 1];
  const bool isVector = data.kind == Operand::Kind::Vector;
  const std::size_t count = isVector ? data.elements.size() : 1;
  auto element = [&](std::size_t i) -> const Operand& {
    return isVector ? data.elements[i] : data;
  };
  llvm::AtomicOrdering order =
      orderingOf(instruction.modifier<MultimemOrder>().value_or(MultimemOrder::Weak));
  std::vector<Value*> operands;
  for (std::size_t i = 0; !loads && i < count; ++i)
    operands.push_back(read(element(i), t));
  auto change = [&](Value* copy) {
    for (std::size_t i = 0; i < count; ++i) {
      Value* place = b_.CreateConstGEP1_64(b_.getInt8Ty(), copy, i * bytesOf(t));
      if (op == MultimemOp::St)
        b_.CreateAlignedStore(operands[i], place, llvm::Align(bytesOf(t)))->setAtomic(order);
      else
        atomicUpdate(instruction, place, operands[i],
                     order == llvm::AtomicOrdering::NotAtomic ? llvm::AtomicOrdering::Monotonic
                                                              : order);
    }
  };

  Value* address = b_.CreatePtrToInt(
      pointer(instruction.operands[loads ? 1 : 0], SpaceModifier::Global), b_.getInt64Ty());
  auto copyOf = [&](Value* number) { return threadOp(ThreadOp::MulticastCopy, {address, number}); };
  Value* first = b_.CreateIntToPtr(copyOf(b_.getInt32(0)), b_.getPtrTy());
  std::vector<Value*> parts;
  if (loads)
    parts = loadCopies(instruction, first, count);
  else
    change(first);
  llvm::BasicBlock *before = b_.GetInsertBlock(), *header = newBlock("copies"),
                   *body = newBlock("copies.next"), *done = newBlock("copies.done");
  b_.CreateBr(header);
  b_.SetInsertPoint(header);
  llvm::PHINode* number = b_.CreatePHI(b_.getInt32Ty(), 2);
  number->addIncoming(b_.getInt32(1), before);
  std::vector<llvm::PHINode*> reduced;
  for (Value*& part : parts) {
    reduced.push_back(b_.CreatePHI(part->getType(), 2));
    reduced.back()->addIncoming(part, before);
    part = reduced.back();
  }
  Value* next = copyOf(number);
  b_.CreateCondBr(b_.CreateICmpNE(next, b_.getInt64(0)), body, done);
  b_.SetInsertPoint(body);
  Value* copy = b_.CreateIntToPtr(next, b_.getPtrTy());
  std::vector<Value*> sums;
  if (loads) {
    std::vector<Value*> more = loadCopies(instruction, copy, count);
    for (std::size_t i = 0; i < more.size(); ++i)
      sums.push_back(reduceCopies(instruction, parts[i], more[i]));
  } else {
    change(copy);
  }
  number->addIncoming(b_.CreateAdd(number, b_.getInt32(1)), b_.GetInsertBlock());
  for (std::size_t i = 0; i < sums.size(); ++i)
    reduced[i]->addIncoming(sums[i], b_.GetInsertBlock());
  b_.CreateBr(header);
  b_.SetInsertPoint(done);
  for (std::size_t i = 0; loads && i < count; ++i)
    write(element(i), elementOfParts(instruction, &parts[i * (parts.size() / count)]), t);
}

} // namespace heddle::ptx
