// call: direct calls, and calls through a register with a prototype or a list of targets.
#include "ptx/device_runtime.h"
#include "ptx/lowering/lowering.h"

#include <fmt/format.h>

namespace heddle::ptx {

void FunctionLowering::lowerCall(const Instruction& instruction) {
  auto invalid = [&](const std::string& message) {
    throw LoweringError{ErrorKind::InvalidPtx, instruction.location, message};
  };
  const std::vector<Operand>& operands = instruction.operands;
  std::size_t at = 0;
  static const std::vector<Operand> kNone;
  const std::vector<Operand>*results = &kNone, *arguments = &kNone;
  if (at < operands.size() && operands[at].kind == Operand::Kind::List)
    results = &operands[at++].elements;
  if (at == operands.size())
    invalid("call names no function");
  const Operand& callee = operands[at++];
  if (at < operands.size() && operands[at].kind == Operand::Kind::List)
    arguments = &operands[at++].elements;
  const Operand* table = at < operands.size() ? &operands[at++] : nullptr;

  const Signature* signature = nullptr;
  Value* target = nullptr;
  const DeviceRuntimeFunction* deviceRuntime = nullptr;
  bool perThread = false;
  bool isDirect = callee.kind == Operand::Kind::Symbol;
  if (isDirect) {
    std::uint32_t index = module_.definitionOf(unit_, callee.index);
    const Definition& definition = module_.definitions[index];
    if (!definition.function)
      invalid("call of a variable");
    if (definition.function->isEntry)
      throw LoweringError{ErrorKind::NotSupported, instruction.location,
                          fmt::format("call of entry function '{}'", definition.name)};
    if (definition.external && !isSystemFunction(definition.name) &&
        !isTrapFunction(definition.name))
      throw LoweringError{ErrorKind::UnresolvedSymbol, instruction.location,
                          fmt::format("Unresolved extern function '{}'", definition.name)};
    signature = &definition.function->signature;
    if (definition.external)
      deviceRuntime = deviceRuntimeFunction(definition.name, perThread);
    if (deviceRuntime && !hasSignature(*deviceRuntime, *signature))
      invalid(fmt::format("'{}' is declared with other parameters than it has", definition.name));
    if (!deviceRuntime)
      target = parent_.function(index, true);
  } else {
    if (callee.kind != Operand::Kind::Register)
      invalid("call target is neither a function nor a register");
    if (!table || table->kind != Operand::Kind::Table)
      invalid("an indirect call needs a prototype or a list of targets");
    const Table& entry = source_.tables[table->index];
    if (entry.kind == Table::Kind::Prototype) {
      signature = &entry.signature;
    } else if (entry.kind == Table::Kind::CallTargets && !entry.entries.empty()) {
      signature = &module_.resolve(unit_, entry.entries[0]).function->signature;
    } else {
      invalid("an indirect call needs a prototype or a list of targets");
    }
    target = b_.CreateIntToPtr(read(callee, ScalarType::B64),
                               llvm::PointerType::get(parent_.context(), 0));
  }
  if (results->size() != signature->results.size())
    invalid(fmt::format("call with {} results where the function has {}", results->size(),
                        signature->results.size()));
  if (arguments->size() != signature->parameters.size())
    invalid(fmt::format("call with {} arguments where the function has {}", arguments->size(),
                        signature->parameters.size()));

  llvm::FunctionType* functionType = parent_.functionType(*signature);
  if (deviceRuntime)
    target =
        declareThreadOp(parent_.ir(), ThreadOp::DeviceRuntime, deviceRuntime->name, functionType);
  // Arrays are passed as the address of the caller's variable, which must be large enough for what
  // the callee reads or writes there.
  auto memoryOf = [&](const Operand& operand, const Parameter& parameter) -> Value* {
    if (operand.kind != Operand::Kind::Local)
      invalid("an array is passed in .param space");
    const Variable& variable = source_.variables[operand.index];
    if (parameter.isArray ? variable.size < parameter.size : variable.size != parameter.size)
      invalid(fmt::format("'{}' has {} bytes where the function has {}", variable.name,
                          variable.size, parameter.size));
    return variables_[operand.index];
  };
  std::vector<Value*> values;
  for (std::size_t i = 0; i < results->size(); ++i)
    if (signature->results[i].isArray)
      values.push_back(memoryOf((*results)[i], signature->results[i]));
  for (std::size_t i = 0; i < arguments->size(); ++i) {
    const Operand& argument = (*arguments)[i];
    const Parameter& parameter = signature->parameters[i];
    llvm::Type* bits = b_.getIntNTy(bitsOf(parameter.type));
    if (parameter.isArray)
      values.push_back(memoryOf(argument, parameter));
    else if (argument.kind == Operand::Kind::Local)
      values.push_back(b_.CreateLoad(bits, memoryOf(argument, parameter)));
    else
      values.push_back(reinterpret(read(argument, parameter.type), bits));
  }
  if (perThread) {
    // cudaStreamPerThread; in a unit compiled for per-thread streams it replaces the default
    // stream.
    constexpr std::uint64_t kPerThreadStream = 2;
    Value*& stream = values[static_cast<std::size_t>(deviceRuntime->stream)];
    stream = b_.CreateSelect(b_.CreateICmpEQ(stream, b_.getInt64(0)), b_.getInt64(kPerThreadStream),
                             stream);
  }
  llvm::CallInst* call = b_.CreateCall(functionType, target, values);
  std::vector<std::size_t> scalars;
  for (std::size_t i = 0; i < results->size(); ++i)
    if (!signature->results[i].isArray)
      scalars.push_back(i);
  for (std::size_t i = 0; i < scalars.size(); ++i) {
    const Operand& destination = (*results)[scalars[i]];
    ScalarType t = signature->results[scalars[i]].type;
    Value* value = scalars.size() == 1 ? static_cast<Value*>(call)
                                       : b_.CreateExtractValue(call, static_cast<unsigned>(i));
    if (destination.kind == Operand::Kind::Local)
      b_.CreateStore(value, memoryOf(destination, signature->results[scalars[i]]));
    else if (destination.kind == Operand::Kind::Register)
      write(destination, reinterpret(value, type(t)), t);
  }
  if (signature->noreturn) {
    call->setDoesNotReturn();
    b_.CreateUnreachable();
  }
}

} // namespace heddle::ptx
