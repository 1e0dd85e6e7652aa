// Arithmetic of a gang, and everything else that is no access to memory and no call.
#include "simt/gang_builder.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::simt {

void GangBuilder::emit(Instruction& instruction) {
  if (!deferred_.contains(&instruction))
    emitNow(instruction);
}

void GangBuilder::emitNow(Instruction& instruction) {
  if (auto* alloca = dyn_cast<AllocaInst>(&instruction)) {
    define(instruction, {.scalar = locals_[alloca], .vector = nullptr, .parts = {}});
    return;
  }
  if (auto* load = dyn_cast<LoadInst>(&instruction))
    return emitLoad(*load);
  if (auto* store = dyn_cast<StoreInst>(&instruction))
    return emitStore(*store);
  if (auto* atomic = dyn_cast<AtomicRMWInst>(&instruction))
    return emitAtomicRMW(*atomic);
  if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return emitCmpXchg(*exchange);
  if (auto* call = dyn_cast<CallBase>(&instruction))
    return emitCall(*call);
  if (isa<FenceInst>(instruction)) {
    builder_.Insert(instruction.clone());
    return;
  }
  Shape shape = shapes_.of(&instruction);
  if (!shape.isVarying())
    emitScalar(instruction);
  else
    emitVector(instruction);
}

void GangBuilder::emitScalar(Instruction& instruction) {
  Shape shape = shapes_.of(&instruction);
  Lanes result;
  Instruction* clone = instruction.clone();
  for (Use& operand : clone->operands())
    operand.set(scalar(operand));
  // The other lanes' values are computed from lane 0's, so it must never be poison. Flags such as
  // nsw may hold only for the lanes that have passed a guard, and lane 0 may not be one of them.
  // The guard may also follow: LLVM computes an index early, whether or not it is used.
  const bool allLanesRun = !mask() || onlyMissingThreads_;
  if (!isa<FPMathOperator>(clone) &&
      !(allLanesRun && (shape.isUniform() || programUndefinedIfPoison(&instruction)))) {
    // The same is true of bits that are known to be apart: in lane 0 they may overlap, and the
    // other lanes' values are lane 0's sum and a constant more.
    if (auto* bits = dyn_cast<PossiblyDisjointInst>(clone);
        bits && bits->isDisjoint() && !shape.isUniform()) {
      auto* sum = BinaryOperator::CreateAdd(bits->getOperand(0), bits->getOperand(1));
      clone->deleteValue();
      clone = sum;
    }
    clone->dropPoisonGeneratingFlags();
  }
  result.scalar = builder_.Insert(clone, instruction.getName());
  // What depends on the lane's number alone is a constant in a gang that is a warp, and its users
  // look for constants.
  if (Constant* constant = clone->getType()->isIntegerTy() && !shape.assumed
                               ? ConstantFoldInstruction(clone, layout_)
                               : nullptr) {
    result.scalar = constant;
    clone->eraseFromParent();
  }
  if (shape.assumed) {
    if (isa<ZExtInst>(instruction) && shape.stride > 0) {
      // Of a 32-bit index that wraps within the gang, only the lanes after the wrap can be used as
      // addresses. So lane 0 is computed from the last lane.
      Value* narrow = clone->getOperand(0);
      auto reach = static_cast<std::uint64_t>(shape.stride * (width_ - 1));
      Value* last = builder_.CreateAdd(narrow, ConstantInt::get(narrow->getType(), reach));
      last = builder_.CreateZExt(last, clone->getType());
      result.scalar = builder_.CreateSub(last, ConstantInt::get(clone->getType(), reach));
      clone->eraseFromParent();
    }
    local_[&instruction] = result;
    Lanes exact;
    std::swap(exact, result);
    // All uses but addresses need the exact value, which the vector holds.
    local_.erase(&instruction);
    emitVector(instruction);
    exact.vector = local_[&instruction].vector;
    result = exact;
  }
  define(instruction, result);
}

// No processor divides vectors of integers; LLVM would take the lanes apart. A double holds a
// 32-bit number exactly, and the next integer above a/b is at least 1/a of it away, which is more
// than all rounding: truncation gives the quotient. By a number that is the same for all lanes it
// is a product with the reciprocal, taken one bit too large, so that no exact quotient falls below
// itself.
Value* GangBuilder::divide(BinaryOperator& division) {
  const auto opcode = division.getOpcode();
  Value* dividend = vector(division.getOperand(0));
  Value* divisor = vector(division.getOperand(1));
  Type* type = dividend->getType();
  if (isa<Constant>(divisor) || type->getScalarSizeInBits() > 32) {
    // Lanes that are not active must not trap.
    if (mask_ && !isa<Constant>(divisor))
      divisor = builder_.CreateSelect(mask_, divisor, ConstantInt::get(type, 1));
    return builder_.CreateBinOp(opcode, dividend, divisor);
  }
  const bool isSigned = opcode == Instruction::SDiv || opcode == Instruction::SRem;
  const auto toDouble = [&](Value* value) {
    Type* real = value->getType()->getWithNewType(builder_.getDoubleTy());
    return isSigned ? builder_.CreateSIToFP(value, real) : builder_.CreateUIToFP(value, real);
  };
  Value* quotient;
  if (shapes_.of(division.getOperand(1)).isUniform()) {
    Value* reciprocal = builder_.CreateFDiv(ConstantFP::get(builder_.getDoubleTy(), 1),
                                            toDouble(scalar(division.getOperand(1))));
    Value* bits = builder_.CreateBitCast(reciprocal, builder_.getInt64Ty());
    reciprocal = builder_.CreateBitCast(builder_.CreateAdd(bits, builder_.getInt64(1)),
                                        builder_.getDoubleTy());
    quotient =
        builder_.CreateFMul(toDouble(dividend), builder_.CreateVectorSplat(width_, reciprocal));
  } else {
    quotient = builder_.CreateFDiv(toDouble(dividend), toDouble(divisor));
  }
  quotient =
      isSigned ? builder_.CreateFPToSI(quotient, type) : builder_.CreateFPToUI(quotient, type);
  if (opcode == Instruction::SDiv || opcode == Instruction::UDiv)
    return quotient;
  return builder_.CreateSub(dividend, builder_.CreateMul(quotient, divisor));
}

void GangBuilder::emitExtract(Instruction& instruction) {
  Value* aggregate = instruction.getOperand(0);
  std::uint64_t index = 0;
  if (auto* extract = dyn_cast<ExtractElementInst>(&instruction)) {
    auto* constant = dyn_cast<ConstantInt>(extract->getIndexOperand());
    if (!constant)
      return fail("a vector indexed by a variable");
    index = constant->getZExtValue();
  } else {
    index = cast<ExtractValueInst>(instruction).getIndices()[0];
  }
  define(instruction, {.scalar = nullptr, .vector = part(aggregate, index), .parts = {}});
}

// Instructions whose result is a vector or a struct in each lane.
void GangBuilder::emitParts(Instruction& instruction) {
  Type* type = instruction.getType();
  auto operandPart = [&](unsigned operand, unsigned i) {
    return part(instruction.getOperand(operand), i);
  };
  auto defineParts = [&](function_ref<Value*(unsigned)> partOf) {
    unsigned count = type->isStructTy() ? type->getStructNumElements()
                                        : cast<FixedVectorType>(type)->getNumElements();
    Lanes result;
    for (unsigned i = 0; i < count; ++i)
      result.parts.push_back(partOf(i));
    define(instruction, result);
  };
  auto defineWithInserted = [&](std::uint64_t index) {
    defineParts([&](unsigned i) {
      return i == index ? vector(instruction.getOperand(1)) : operandPart(0, i);
    });
  };
  if (auto* insert = dyn_cast<InsertElementInst>(&instruction)) {
    auto* index = dyn_cast<ConstantInt>(insert->getOperand(2));
    return index ? defineWithInserted(index->getZExtValue())
                 : fail("a vector indexed by a variable");
  }
  if (auto* insert = dyn_cast<InsertValueInst>(&instruction);
      insert && insert->getNumIndices() == 1 && type->isStructTy())
    return defineWithInserted(insert->getIndices()[0]);
  if (auto* shuffle = dyn_cast<ShuffleVectorInst>(&instruction)) {
    unsigned count = cast<FixedVectorType>(shuffle->getOperand(0)->getType())->getNumElements();
    return defineParts([&](unsigned i) -> Value* {
      int index = shuffle->getMaskValue(i);
      if (index < 0)
        return PoisonValue::get(vectorOf(type->getScalarType()));
      return operandPart(static_cast<unsigned>(index) / count,
                         static_cast<unsigned>(index) % count);
    });
  }
  bool hasParts = type->isStructTy() || type->isVectorTy();
  if (isa<FreezeInst>(instruction) && hasParts)
    return defineParts([&](unsigned i) { return builder_.CreateFreeze(operandPart(0, i)); });
  if (auto* select = dyn_cast<SelectInst>(&instruction); select && hasParts) {
    bool isEachChosen = select->getCondition()->getType()->isVectorTy();
    return defineParts([&](unsigned i) {
      Value* condition = isEachChosen ? operandPart(0, i) : vector(select->getCondition());
      return builder_.CreateSelect(condition, operandPart(1, i), operandPart(2, i));
    });
  }
  fail(std::string("vector arithmetic in a thread: ") + instruction.getOpcodeName());
}

// Returns null, after fail(), for what has no form as a vector.
Value* GangBuilder::emitArithmetic(Instruction& instruction) {
  auto operand = [&](unsigned i) { return vector(instruction.getOperand(i)); };
  switch (instruction.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return divide(cast<BinaryOperator>(instruction));
  case Instruction::GetElementPtr: {
    auto& gep = cast<GetElementPtrInst>(instruction);
    SmallVector<Value*, 4> indices;
    for (auto it = gep_type_begin(gep); it != gep_type_end(gep); ++it) {
      Value* index = it.getOperand();
      indices.push_back(it.isStruct() || isa<Constant>(index) ? index : vector(index));
    }
    return builder_.CreateGEP(gep.getSourceElementType(), vector(gep.getPointerOperand()), indices);
  }
  case Instruction::ICmp:
  case Instruction::FCmp:
    return builder_.CreateCmp(cast<CmpInst>(instruction).getPredicate(), operand(0), operand(1));
  case Instruction::Select: {
    Value* condition = instruction.getOperand(0);
    Value* chosen = shapes_.of(condition).isUniform() ? scalar(condition) : vector(condition);
    return builder_.CreateSelect(chosen, operand(1), operand(2));
  }
  case Instruction::FNeg:
    return builder_.CreateFNeg(operand(0));
  case Instruction::Freeze:
    return builder_.CreateFreeze(operand(0));
  default:
    break;
  }
  if (auto* binary = dyn_cast<BinaryOperator>(&instruction)) {
    Value* value = builder_.CreateBinOp(binary->getOpcode(), operand(0), operand(1));
    if (auto* created = dyn_cast<Instruction>(value))
      created->copyIRFlags(&instruction);
    return value;
  }
  if (auto* castInstruction = dyn_cast<CastInst>(&instruction)) {
    if (!castInstruction->getSrcTy()->isVectorTy())
      return builder_.CreateCast(castInstruction->getOpcode(), operand(0),
                                 vectorOf(instruction.getType()));
    fail("a cast of a vector in a thread");
    return nullptr;
  }
  fail(std::string("instruction in a thread: ") + instruction.getOpcodeName());
  return nullptr;
}

void GangBuilder::emitVector(Instruction& instruction) {
  if (isa<ExtractElementInst>(instruction) || isa<ExtractValueInst>(instruction))
    return emitExtract(instruction);
  if (!VectorType::isValidElementType(instruction.getType()))
    return emitParts(instruction);
  Value* value = emitArithmetic(instruction);
  if (!value)
    return;
  if (auto* created = dyn_cast<Instruction>(value);
      created && isa<FPMathOperator>(created) && isa<FPMathOperator>(instruction))
    created->copyFastMathFlags(&instruction);
  define(instruction, {.scalar = nullptr, .vector = value, .parts = {}});
}

void GangBuilder::emitPerLane(Instruction& instruction) {
  const auto emitLane = [&](Value* lane) -> Value* {
    Instruction* clone = instruction.clone();
    for (Use& operand : clone->operands())
      if (!isa<Function>(operand))
        operand.set(laneValue(operand, lane));
    return builder_.Insert(clone);
  };
  Value* result = PoisonValue::get(vectorOf(instruction.getType()));
  if (runsLanesInLoops()) {
    // The vectors are made before the loop, in which they would be made once per lane.
    for (const Use& operand : instruction.operands())
      if (VectorType::isValidElementType(operand->getType()) && !isa<Constant>(operand) &&
          !shapes_.of(operand).isUniform())
        vector(operand);
    result = forEachActiveLane(instruction.getType(), emitLane);
  } else {
    for (unsigned lane = 0; lane < width_; ++lane)
      result = builder_.CreateInsertElement(result, emitLane(builder_.getInt32(lane)), lane);
  }
  define(instruction, {.scalar = nullptr, .vector = result, .parts = {}});
}

// Prefetches each cache line between the first lane's address and the last one's once, where lanes
// lie close together. Lanes that are far apart would need a prefetch each, which would cost more
// than it saves.
void GangBuilder::emitPrefetch(CallBase& call) {
  const Shape shape = shapes_.of(call.getArgOperand(0));
  if (!shape.isAffine() || shape.stride <= 0 || shape.stride >= kCacheLineBytes)
    return;
  Value* const first = scalar(call.getArgOperand(0));
  for (std::int64_t offset = 0; offset < shape.stride * width_; offset += kCacheLineBytes) {
    Value* const line = builder_.CreateGEP(builder_.getInt8Ty(), first, builder_.getInt64(offset));
    builder_.CreateIntrinsic(
        Intrinsic::prefetch, {line->getType()},
        {line, call.getArgOperand(1), call.getArgOperand(2), call.getArgOperand(3)});
  }
}

void GangBuilder::emitIntrinsic(CallBase& call) {
  auto id = cast<IntrinsicInst>(call).getIntrinsicID();
  switch (id) {
  case Intrinsic::assume:
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::donothing:
  case Intrinsic::sideeffect:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::dbg_value:
  case Intrinsic::dbg_declare:
  case Intrinsic::dbg_label:
    return;
  case Intrinsic::prefetch:
    return emitPrefetch(call);
  default:
    break;
  }
  if (shapes_.of(&call).isUniform()) {
    if (call.mayWriteToMemory())
      return fail("intrinsic " + call.getCalledFunction()->getName().str());
    return emitScalar(call);
  }
  bool isStruct = call.getType()->isStructTy();
  if (!isTriviallyVectorizable(id) && !isStruct) {
    if (call.mayWriteToMemory() || !VectorType::isValidElementType(call.getType()))
      return fail("intrinsic " + call.getCalledFunction()->getName().str());
    return emitPerLane(call);
  }
  SmallVector<Type*, 4> types;
  SmallVector<Value*, 4> arguments;
  if (isStruct)
    types.push_back(vectorOf(call.getType()->getStructElementType(0)));
  else if (isVectorIntrinsicWithOverloadTypeAtArg(id, -1))
    types.push_back(vectorOf(call.getType()));
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Value* argument = call.getArgOperand(i);
    bool stays = isVectorIntrinsicWithScalarOpAtArg(id, i);
    if (stays && !shapes_.of(argument).isUniform())
      return emitPerLane(call);
    arguments.push_back(stays ? scalar(argument) : vector(argument));
    if (!isStruct && isVectorIntrinsicWithOverloadTypeAtArg(id, i))
      types.push_back(arguments.back()->getType());
  }
  Function* function = Intrinsic::getDeclaration(&module_, id, types);
  CallInst* result = builder_.CreateCall(function, arguments);
  if (isa<FPMathOperator>(result))
    result->copyFastMathFlags(&call);
  Lanes lanes;
  if (isStruct)
    for (unsigned i = 0; i < call.getType()->getStructNumElements(); ++i)
      lanes.parts.push_back(builder_.CreateExtractValue(result, i));
  else
    lanes.vector = result;
  define(call, lanes);
}

} // namespace heddle::simt
