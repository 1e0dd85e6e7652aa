#include "ptx/lowering/lowering.h"

#include <bit>
#include <fmt/format.h>

namespace heddle::ptx {

FunctionLowering::FunctionLowering(ModuleLowering& parent, const Definition& definition,
                                   llvm::Function* function)
    : parent_(parent), module_(parent.module()), unit_(*definition.unit),
      source_(*definition.function), definition_(definition), function_(function),
      b_(parent.context()) {}

llvm::BasicBlock* FunctionLowering::newBlock(const llvm::Twine& name) {
  return llvm::BasicBlock::Create(parent_.context(), name, function_);
}

void FunctionLowering::lower() {
  entry_ = newBlock("entry");
  b_.SetInsertPoint(entry_);
  std::vector<llvm::DILocation*> locations;
  if (ModuleDebugLocations* module = parent_.locations())
    locations = module->ofFunction(unit_, source_, *function_);
  if (!locations.empty())
    b_.SetCurrentDebugLocation(locations.front());
  createFrame();
  createBlocks();

  std::vector<std::vector<std::uint32_t>> labelsAt(source_.instructions.size() + 1);
  for (std::uint32_t i = 0; i < source_.labels.size(); ++i)
    labelsAt[source_.labels[i].position].push_back(i);
  for (std::size_t i = 0; i <= source_.instructions.size(); ++i) {
    for (std::uint32_t label : labelsAt[i])
      finishBlock(labels_[label]);
    if (i == source_.instructions.size())
      break;
    if (!locations.empty())
      b_.SetCurrentDebugLocation(locations[i]);
    lowerGuarded(source_.instructions[i]);
  }
  if (!b_.GetInsertBlock()->getTerminator())
    emitReturn();
}

// Ends the current block with a branch to `next`, unless it has a terminator, and continues there.
void FunctionLowering::finishBlock(llvm::BasicBlock* next) {
  if (!b_.GetInsertBlock()->getTerminator())
    b_.CreateBr(next);
  next->moveAfter(&function_->back()); // blocks in the order of the source
  b_.SetInsertPoint(next);
}

void FunctionLowering::createFrame() {
  // Registers begin with zero. PTX leaves their value undefined, but to LLVM a branch on an
  // undefined value is undefined behaviour, for which it deletes code that programs rely on.
  for (const Register& reg : source_.registers) {
    llvm::StringRef name(reg.name);
    name.consume_front("%");
    registers_.push_back(b_.CreateAlloca(type(reg.type), nullptr, name));
  }
  carry_ = b_.CreateAlloca(b_.getInt1Ty(), nullptr, "cc");

  std::uint64_t total = 0;
  std::vector<std::uint64_t> offsets = parameterOffsets(source_.signature, total);
  variables_.resize(source_.variables.size());
  for (std::size_t i = 0; i < source_.variables.size(); ++i) {
    const Variable& variable = source_.variables[i];
    bool ofSignature = false;
    for (const Parameter& parameter : source_.signature.parameters)
      ofSignature |= parameter.space == StateSpace::Param && parameter.index == i &&
                     (source_.isEntry || parameter.isArray);
    for (const Parameter& result : source_.signature.results)
      ofSignature |= result.space == StateSpace::Param && result.index == i && result.isArray;
    if (ofSignature) // the caller owns the memory of such a parameter or result
      continue;
    llvm::Type* memory =
        variable.isArray
            ? static_cast<llvm::Type*>(llvm::ArrayType::get(b_.getInt8Ty(), variable.size))
            : b_.getIntNTy(bitsOf(variable.type));
    llvm::AllocaInst* slot = b_.CreateAlloca(memory, nullptr, variable.name);
    slot->setAlignment(llvm::Align(variable.alignment));
    variables_[i] = slot;
  }
  for (llvm::AllocaInst* slot : registers_)
    b_.CreateStore(llvm::Constant::getNullValue(slot->getAllocatedType()), slot);
  b_.CreateStore(b_.getFalse(), carry_);

  if (source_.isEntry) {
    for (std::size_t i = 0; i < source_.signature.parameters.size(); ++i) {
      const Parameter& parameter = source_.signature.parameters[i];
      variables_[parameter.index] =
          b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), function_->getArg(0), offsets[i]);
    }
    return;
  }
  unsigned argument = 0;
  for (const Parameter& result : source_.signature.results) {
    if (result.isArray)
      variables_[result.index] = function_->getArg(argument++);
    else if (result.space == StateSpace::Param)
      b_.CreateStore(llvm::Constant::getNullValue(b_.getIntNTy(bitsOf(result.type))),
                     variables_[result.index]);
  }
  for (const Parameter& parameter : source_.signature.parameters) {
    llvm::Argument* value = function_->getArg(argument++);
    value->setName(parameter.name);
    if (parameter.space == StateSpace::Reg)
      b_.CreateStore(reinterpret(value, type(parameter.type)), registers_[parameter.index]);
    else if (parameter.isArray)
      variables_[parameter.index] = value;
    else
      b_.CreateStore(value, variables_[parameter.index]);
  }
}

void FunctionLowering::createBlocks() {
  for (const Label& label : source_.labels)
    labels_.push_back(newBlock(label.name));
}

void FunctionLowering::emitReturn() {
  if (source_.isEntry || function_->getReturnType()->isVoidTy()) {
    b_.CreateRetVoid();
    return;
  }
  std::vector<Value*> values;
  for (const Parameter& result : source_.signature.results) {
    if (result.isArray)
      continue;
    llvm::Type* bits = b_.getIntNTy(bitsOf(result.type));
    if (result.space == StateSpace::Reg)
      values.push_back(
          reinterpret(b_.CreateLoad(type(result.type), registers_[result.index]), bits));
    else
      values.push_back(b_.CreateLoad(bits, variables_[result.index]));
  }
  if (values.size() == 1)
    b_.CreateRet(values[0]);
  else
    b_.CreateAggregateRet(values.data(), static_cast<unsigned>(values.size()));
}

void FunctionLowering::lowerGuarded(const Instruction& instruction) {
  if (b_.GetInsertBlock()->getTerminator())
    b_.SetInsertPoint(newBlock("unreachable")); // code behind a terminator; promote() removes it
  if (!instruction.guard) {
    lowerInstruction(instruction);
    return;
  }
  Value* condition = guardValue(*instruction.guard);
  llvm::BasicBlock* next = newBlock("");
  if (instruction.opcode() == Opcode::Bra) {
    b_.CreateCondBr(condition, labels_[instruction.operands[0].index], next);
    b_.SetInsertPoint(next);
    return;
  }
  llvm::BasicBlock* guarded = newBlock("");
  b_.CreateCondBr(condition, guarded, next);
  b_.SetInsertPoint(guarded);
  lowerInstruction(instruction);
  if (!b_.GetInsertBlock()->getTerminator())
    b_.CreateBr(next);
  b_.SetInsertPoint(next);
}

void FunctionLowering::refuse(const Instruction& instruction) const {
  throw LoweringError{ErrorKind::NotSupported, instruction.location,
                      fmt::format("Instruction '{}' is not supported", instruction.fullName())};
}

void FunctionLowering::lowerInstruction(const Instruction& instruction) {
  switch (instruction.form->family) {
  case Family::Integer:
    return lowerInteger(instruction);
  case Family::Carry:
    return lowerCarry(instruction);
  case Family::Bits:
    return lowerBits(instruction);
  case Family::Float:
    return lowerFloat(instruction);
  case Family::Half:
    return lowerHalf(instruction);
  case Family::Compare:
    return lowerCompare(instruction);
  case Family::Logic:
    return lowerLogic(instruction);
  case Family::Convert:
    return lowerConvert(instruction);
  case Family::Move:
    return lowerMove(instruction);
  case Family::Memory:
    return lowerMemory(instruction);
  case Family::AsyncCopy:
    return lowerAsyncCopy(instruction);
  case Family::Control:
    return lowerControl(instruction);
  case Family::Call:
    return lowerCall(instruction);
  case Family::Barrier:
    return lowerBarrier(instruction);
  case Family::Warp:
    return lowerWarp(instruction);
  case Family::Atomic:
    return lowerAtomic(instruction);
  case Family::Video:
    return lowerVideo(instruction);
  case Family::Mbarrier:
    return lowerMbarrier(instruction);
  case Family::BulkCopy:
    return instruction.opcode() == Opcode::St ? lowerBulkStore(instruction)
                                              : lowerBulkCopy(instruction);
  case Family::Multimem:
    return lowerMultimem(instruction);
  case Family::Stack:
    return lowerStack(instruction);
  case Family::Matrix:
    return lowerMatrix(instruction);
  case Family::Hint:
    return;
  case Family::Texture:
    return lowerTexture(instruction);
  case Family::Tensor:
    return lowerTensor(instruction);
  case Family::Refused:
    refuse(instruction);
  }
}

// From here on, the functions read and write operands.

FunctionLowering::Value* FunctionLowering::reinterpret(Value* value, llvm::Type* type) {
  return value->getType() == type ? value : b_.CreateBitCast(value, type);
}

FunctionLowering::Value* FunctionLowering::guardValue(const Operand& guard) {
  return read(guard, ScalarType::Pred);
}

FunctionLowering::Value* FunctionLowering::read(const Operand& operand, ScalarType want) {
  unsigned bits = bitsOf(want);
  switch (operand.kind) {
  case Operand::Kind::Register: {
    ScalarType have = source_.registers[operand.index].type;
    Value* value = b_.CreateLoad(type(have), registers_[operand.index]);
    if (bitsOf(have) > bits)
      value = b_.CreateTrunc(reinterpret(value, b_.getIntNTy(bitsOf(have))), b_.getIntNTy(bits));
    else if (bitsOf(have) < bits)
      value = b_.CreateZExt(reinterpret(value, b_.getIntNTy(bitsOf(have))), b_.getIntNTy(bits));
    if (operand.negated && want == ScalarType::Pred)
      value = b_.CreateNot(value);
    return reinterpret(value, type(want));
  }
  case Operand::Kind::SpecialRegister:
    return readSpecial(operand, want);
  case Operand::Kind::Integer:
    if (want == ScalarType::Pred)
      return b_.getInt1((operand.value != 0) != operand.negated);
    return reinterpret(
        llvm::ConstantInt::get(parent_.context(), llvm::APInt(64, operand.value).sextOrTrunc(bits)),
        type(want));
  case Operand::Kind::Float:
    return readFloatConstant(operand, want);
  case Operand::Kind::Local:
  case Operand::Kind::Symbol:
    return reinterpret(b_.CreateZExtOrTrunc(addressValue(operand), b_.getIntNTy(bits)), type(want));
  case Operand::Kind::Vector:
    if (operand.elements.size() == 1)
      return read(operand.elements[0], want);
    break;
  default:
    break;
  }
  throw LoweringError{ErrorKind::InvalidPtx, operand.location, "operand has no value"};
}

FunctionLowering::Value* FunctionLowering::readFloatConstant(const Operand& operand,
                                                             ScalarType want) {
  double real = operand.isSingle ? std::bit_cast<float>(static_cast<std::uint32_t>(operand.value))
                                 : std::bit_cast<double>(operand.value);
  auto* floatType = b_.getFloatTy();
  switch (want) {
  case ScalarType::F32:
    // Takes the bits as written, since a conversion would make a signalling NaN quiet.
    return operand.isSingle
               ? llvm::ConstantFP::get(floatType,
                                       llvm::APFloat(llvm::APFloat::IEEEsingle(),
                                                     llvm::APInt(32, operand.value & 0xffffffff)))
               : llvm::ConstantFP::get(floatType, llvm::APFloat(static_cast<float>(real)));
  case ScalarType::F64:
    return llvm::ConstantFP::get(b_.getDoubleTy(), llvm::APFloat(real));
  case ScalarType::F16:
  case ScalarType::Bf16: {
    llvm::APFloat value(real);
    bool loses = false;
    value.convert(want == ScalarType::F16 ? llvm::APFloat::IEEEhalf() : llvm::APFloat::BFloat(),
                  llvm::APFloat::rmNearestTiesToEven, &loses);
    return b_.getInt(value.bitcastToAPInt());
  }
  default:
    return constant(bitsOf(want), bitsOf(want) == 32 && !operand.isSingle
                                      ? std::bit_cast<std::uint32_t>(static_cast<float>(real))
                                  : bitsOf(want) == 64 && operand.isSingle
                                      ? std::bit_cast<std::uint64_t>(real)
                                      : operand.value);
  }
}

FunctionLowering::Value* FunctionLowering::readSpecial(const Operand& operand, ScalarType want) {
  const SpecialRegisterInfo& info = specialRegister(operand.index);
  llvm::Type* wantType = b_.getIntNTy(bitsOf(want));
  if (info.operation == ThreadOp::None || (info.vector && operand.component == 3)) {
    std::uint64_t value = info.vector && operand.component == 3 ? 0 : info.constant;
    return constant(bitsOf(want), value);
  }
  Value* value =
      threadOp(info.vector ? alongAxis(info.operation, operand.component) : info.operation);
  if (info.width != 0)
    value = b_.CreateTrunc(b_.CreateLShr(value, info.low), b_.getIntNTy(info.width));
  return b_.CreateZExtOrTrunc(value, wantType);
}

FunctionLowering::Value* FunctionLowering::addressValue(const Operand& operand) {
  Value* address = nullptr;
  if (operand.kind == Operand::Kind::Local) {
    address = b_.CreatePtrToInt(variables_[operand.index], b_.getInt64Ty());
  } else {
    std::uint32_t index = module_.definitionOf(unit_, operand.index);
    const Definition& definition = module_.definitions[index];
    address = definition.variable
                  ? b_.CreatePtrToInt(parent_.variable(index), b_.getInt64Ty())
                  : b_.CreatePtrToInt(parent_.functionAddress(index), b_.getInt64Ty());
  }
  if (!operand.elements.empty()) { // array[%r]
    const Operand& index = operand.elements[0];
    address =
        b_.CreateAdd(address, b_.CreateMul(read(index, ScalarType::B64), b_.getInt64(index.value)));
  }
  return operand.value == 0 ? address : b_.CreateAdd(address, b_.getInt64(operand.value));
}

void FunctionLowering::write(const Operand& operand, Value* value, ScalarType from) {
  if (operand.kind == Operand::Kind::Sink)
    return;
  const Operand& target = operand.kind == Operand::Kind::Vector && operand.elements.size() == 1
                              ? operand.elements[0]
                              : operand;
  if (target.kind == Operand::Kind::Sink)
    return;
  ScalarType have = source_.registers[target.index].type;
  if (bitsOf(have) != bitsOf(from)) {
    Value* bits = reinterpret(value, b_.getIntNTy(bitsOf(from)));
    llvm::Type* wide = b_.getIntNTy(bitsOf(have));
    value = isSigned(from) ? b_.CreateSExtOrTrunc(bits, wide) : b_.CreateZExtOrTrunc(bits, wide);
  }
  b_.CreateStore(reinterpret(value, type(have)), registers_[target.index]);
}

// From here on, the functions call intrinsics, thread operations and helpers.

FunctionLowering::Value* FunctionLowering::intrinsic(llvm::Intrinsic::ID id,
                                                     llvm::ArrayRef<llvm::Type*> types,
                                                     llvm::ArrayRef<Value*> arguments) {
  return b_.CreateIntrinsic(id, types, arguments);
}

FunctionLowering::Value* FunctionLowering::helper(llvm::StringRef name, llvm::Type* result,
                                                  llvm::ArrayRef<Value*> arguments) {
  std::vector<llvm::Type*> types;
  for (Value* argument : arguments)
    types.push_back(argument->getType());
  return b_.CreateCall(parent_.helper(name, result, types), arguments);
}

} // namespace heddle::ptx
