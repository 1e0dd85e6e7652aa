// cp.async.bulk.tensor, cp.reduce.async.bulk.tensor and tensormap: copies of boxes of a tensor, and
// changes of the map that describes it (ir/tensor_map.h).
#include "ir/tensor_map.h"
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {
namespace {

TensorOperation reductionOf(AtomicOp op) {
  switch (op) {
  case AtomicOp::Add:
    return TensorOperation::Add;
  case AtomicOp::Min:
    return TensorOperation::Min;
  case AtomicOp::Max:
    return TensorOperation::Max;
  case AtomicOp::Inc:
    return TensorOperation::Inc;
  case AtomicOp::Dec:
    return TensorOperation::Dec;
  case AtomicOp::And:
    return TensorOperation::And;
  case AtomicOp::Or:
    return TensorOperation::Or;
  case AtomicOp::Xor:
    return TensorOperation::Xor;
  case AtomicOp::Exch:
  case AtomicOp::Cas:
    break; // not in the instruction table for these copies
  }
  llvm_unreachable("no reduction of tensors");
}

bool isIm2col(std::optional<TensorMode> mode) {
  switch (mode.value_or(TensorMode::Tile)) {
  case TensorMode::Tile:
    return false;
  case TensorMode::Im2col:
  case TensorMode::Im2colNoOffs:
    return true;
  }
  llvm_unreachable("no such mode");
}

// PTX numbers the types of elements in another order than CUtensorMapDataType.
constexpr TensorElement kElementOfNumber[] = {
    TensorElement::U8,      TensorElement::U16, TensorElement::U32,  TensorElement::S32,
    TensorElement::U64,     TensorElement::S64, TensorElement::F16,  TensorElement::F32,
    TensorElement::F32Ftz,  TensorElement::F64, TensorElement::Bf16, TensorElement::Tf32,
    TensorElement::Tf32Ftz,
};

} // namespace

// Calls `body` with the number of each block of the cluster that has its bit set in the mask.
void FunctionLowering::forEachBlockOf(Value* mask, llvm::function_ref<void(Value*)> body) {
  auto* i32 = b_.getInt32Ty();
  llvm::BasicBlock *before = b_.GetInsertBlock(), *test = newBlock("multicast"),
                   *wanted = newBlock("multicast.block"), *next = newBlock("multicast.next"),
                   *done = newBlock("multicast.done");
  constexpr unsigned kMostBlocks = 16; // of a cluster
  b_.CreateBr(test);
  b_.SetInsertPoint(test);
  llvm::PHINode* rank = b_.CreatePHI(i32, 2);
  rank->addIncoming(b_.getInt32(0), before);
  b_.CreateCondBr(b_.CreateTrunc(b_.CreateLShr(mask, rank), b_.getInt1Ty()), wanted, next);
  b_.SetInsertPoint(wanted);
  body(rank);
  b_.CreateBr(next);
  b_.SetInsertPoint(next);
  Value* following = b_.CreateAdd(rank, b_.getInt32(1));
  rank->addIncoming(following, next);
  b_.CreateCondBr(b_.CreateICmpULT(following, b_.getInt32(kMostBlocks)), test, done);
  b_.SetInsertPoint(done);
}

// The same place in the shared memory of another block of the cluster.
llvm::Value* FunctionLowering::inBlock(Value* shared, Value* rank) {
  Value* offset = b_.CreatePtrToInt(shared, b_.getInt64Ty());
  return b_.CreateIntToPtr(threadOp(ThreadOp::ClusterMap, {offset, rank}), shared->getType());
}

// Emits the copy of a box, and returns the number of its bytes.
llvm::Value* FunctionLowering::copyTensor(const Instruction& instruction, const Operand& tensor,
                                          Value* shared, TensorOperation operation,
                                          Value* offsets) {
  Operand map = tensor;
  map.kind = Operand::Kind::Address;
  const std::vector<Operand>& coordinates = tensor.elements[1].elements;
  auto* i64 = b_.getInt64Ty();
  std::vector<Value*> arguments = {b_.CreatePtrToInt(pointer(map, std::nullopt), i64),
                                   b_.CreatePtrToInt(shared, i64)};
  for (unsigned i = 0; i < kMostTensorDimensions; ++i)
    arguments.push_back(i < coordinates.size() ? read(coordinates[i], ScalarType::S32)
                                               : b_.getInt32(0));
  arguments.push_back(offsets);
  TensorRequest request{static_cast<std::uint8_t>(coordinates.size()),
                        isIm2col(instruction.modifier<TensorMode>()), operation};
  arguments.push_back(b_.getInt32(request.encode()));
  return threadOp(ThreadOp::TensorCopy, arguments);
}

// Operands: destination, tensor, mbarrier, then offsets and the mask of blocks where there are any.
void FunctionLowering::lowerTensorLoad(const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  auto space = instruction.required<SpaceModifier>();
  Value *target = pointer(operands[0], space), *barrier = pointer(operands[2], space);
  std::size_t next = 3;
  Value* offsets = b_.getInt64(0);
  if (instruction.has(TensorMode::Im2col)) {
    const std::vector<Operand>& list = operands[next++].elements;
    for (std::size_t i = 0; i < list.size(); ++i)
      offsets = b_.CreateOr(
          offsets,
          b_.CreateShl(b_.CreateZExt(read(list[i], ScalarType::U16), b_.getInt64Ty()), 16 * i));
  }
  auto copyTo = [&](Value* shared, Value* mbarrier) {
    Value* bytes = copyTensor(instruction, operands[1], shared, TensorOperation::Load, offsets);
    updateMbarrier(mbarrier, constant(32, 0), constant(32, 0), b_.CreateNeg(bytes),
                   llvm::AtomicOrdering::Release);
  };
  if (!instruction.has(Flag::MulticastCluster))
    return copyTo(target, barrier);
  Value* mask = b_.CreateZExt(read(operands[next], ScalarType::U16), b_.getInt32Ty());
  forEachBlockOf(mask, [&](Value* rank) { copyTo(inBlock(target, rank), inBlock(barrier, rank)); });
}

void FunctionLowering::lowerTensor(const Instruction& instruction) {
  if (instruction.opcode() == Opcode::Tensormap)
    return lowerTensorMap(instruction);
  if (instruction.has(Flag::Prefetch))
    return;
  if (instruction.has(Flag::CompleteTxBytes))
    return lowerTensorLoad(instruction);
  TensorOperation operation = instruction.has(Flag::Reduce)
                                  ? reductionOf(instruction.required<AtomicOp>())
                                  : TensorOperation::Store;
  copyTensor(instruction, instruction.operands[0],
             pointer(instruction.operands[1], SpaceModifier::SharedCta), operation, b_.getInt64(0));
}

void FunctionLowering::lowerTensorMap(const Instruction& instruction) {
  switch (instruction.required<TensormapOp>()) {
  case TensormapOp::Replace:
    return replaceTensorField(instruction);
  case TensormapOp::CpFenceproxy:
    return publishTensorMap(instruction);
  }
}

// All lanes write the same bytes.
void FunctionLowering::publishTensorMap(const Instruction& instruction) {
  Value* to = pointer(instruction.operands[0], SpaceModifier::Global);
  Value* from = pointer(instruction.operands[1], SpaceModifier::SharedCta);
  constexpr std::size_t kWordBytes = 8;
  for (std::size_t offset = 0; offset < sizeof(TensorMap); offset += kWordBytes) {
    auto at = [&](Value* base) { return b_.CreateGEP(b_.getInt8Ty(), base, b_.getInt64(offset)); };
    Value* word = b_.CreateAlignedLoad(b_.getInt64Ty(), at(from), llvm::Align(kWordBytes));
    b_.CreateAlignedStore(word, at(to), llvm::Align(kWordBytes));
  }
}

void FunctionLowering::replaceTensorField(const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  Value* map = pointer(operands[0], instruction.modifier<SpaceModifier>());
  auto store = [&](Value* value, std::size_t offset, unsigned bytes) {
    b_.CreateAlignedStore(b_.CreateTrunc(value, b_.getIntNTy(8 * bytes)),
                          b_.CreateGEP(b_.getInt8Ty(), map, b_.getInt64(offset)), llvm::Align(1));
  };
  auto value = [&] { return read(operands.back(), instruction.type); };
  // Where the field is an array, the second operand names its element.
  std::size_t index = operands[1].kind == Operand::Kind::Integer ? operands[1].value : 0;
  auto storeInto = [&](std::size_t array, std::size_t count, unsigned bytes) {
    if (index >= count)
      throw LoweringError{ErrorKind::InvalidPtx, operands[1].location, "no such dimension"};
    store(value(), array + index * bytes, bytes);
  };
  switch (instruction.required<TensormapField>()) {
  case TensormapField::GlobalAddress:
    return store(value(), offsetof(TensorMap, address), 8);
  case TensormapField::Rank: // PTX counts from 0
    return store(b_.CreateAdd(value(), b_.getInt32(1)), offsetof(TensorMap, rank), 1);
  case TensormapField::BoxDim:
    return storeInto(offsetof(TensorMap, box), kMostTensorDimensions, 2);
  case TensormapField::GlobalDim:
    return storeInto(offsetof(TensorMap, extents), kMostTensorDimensions, 4);
  case TensormapField::GlobalStride:
    return storeInto(offsetof(TensorMap, strides), kMostTensorDimensions - 1, 8);
  case TensormapField::ElementStride:
    return storeInto(offsetof(TensorMap, steps), kMostTensorDimensions, 1);
  case TensormapField::Elemtype:
    if (index >= std::size(kElementOfNumber))
      throw LoweringError{ErrorKind::InvalidPtx, operands[1].location, "no such type"};
    return store(b_.getInt32(static_cast<unsigned>(kElementOfNumber[index])),
                 offsetof(TensorMap, element), 1);
  case TensormapField::InterleaveLayout:
    if (index > 2)
      refuse(instruction);
    return store(value(), offsetof(TensorMap, interleave), 1);
  case TensormapField::SwizzleMode:
    if (index > 3)
      refuse(instruction);
    return store(value(), offsetof(TensorMap, swizzle), 1);
  case TensormapField::FillMode:
    return store(value(), offsetof(TensorMap, fillsNan), 1);
  }
}

} // namespace heddle::ptx
