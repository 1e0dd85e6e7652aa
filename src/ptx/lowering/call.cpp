// call: direct calls, and calls through a register with a prototype or a list of targets.
#include "ptx/lowering/lowering.h"

#include <fmt/format.h>

namespace heddle::ptx {
namespace {

// The operands of a call: {(results),} callee {, (arguments)} {, prototype or list of targets}
struct CallOperands {
  std::span<const Operand> results, arguments;
  const Operand* callee = nullptr;
  const Operand* table = nullptr;
};

[[noreturn]] void failCall(const Instruction& instruction, std::string message,
                           ErrorKind kind = ErrorKind::InvalidPtx) {
  throw LoweringError{kind, instruction.location, std::move(message)};
}

CallOperands callOperands(const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  CallOperands parts;
  std::size_t at = 0;
  if (at < operands.size() && operands[at].kind == Operand::Kind::List)
    parts.results = operands[at++].elements;
  if (at == operands.size())
    failCall(instruction, "call names no function");
  parts.callee = &operands[at++];
  if (at < operands.size() && operands[at].kind == Operand::Kind::List)
    parts.arguments = operands[at++].elements;
  if (at < operands.size())
    parts.table = &operands[at];
  return parts;
}

void checkCounts(const Instruction& instruction, const CallOperands& operands,
                 const Signature& signature) {
  if (operands.results.size() != signature.results.size())
    failCall(instruction, fmt::format("call with {} results where the function has {}",
                                      operands.results.size(), signature.results.size()));
  if (operands.arguments.size() != signature.parameters.size())
    failCall(instruction, fmt::format("call with {} arguments where the function has {}",
                                      operands.arguments.size(), signature.parameters.size()));
}

} // namespace

FunctionLowering::Callee FunctionLowering::directCallee(const Instruction& instruction,
                                                        const Operand& name) {
  std::uint32_t index = module_.definitionOf(unit_, name.index);
  const Definition& definition = module_.definitions[index];
  if (!definition.function)
    failCall(instruction, "call of a variable");
  if (definition.function->isEntry)
    failCall(instruction, fmt::format("call of entry function '{}'", definition.name),
             ErrorKind::NotSupported);
  if (definition.external && !isSystemFunction(definition.name) && !isTrapFunction(definition.name))
    failCall(instruction, fmt::format("Unresolved extern function '{}'", definition.name),
             ErrorKind::UnresolvedSymbol);
  Callee callee{.signature = &definition.function->signature};
  if (definition.external)
    callee.deviceRuntime = deviceRuntimeFunction(definition.name, callee.perThread);
  if (callee.deviceRuntime && !hasSignature(*callee.deviceRuntime, *callee.signature))
    failCall(instruction,
             fmt::format("'{}' is declared with other parameters than it has", definition.name));
  if (!callee.deviceRuntime)
    callee.target = parent_.function(index, true);
  else
    callee.target =
        declareThreadOp(parent_.ir(), ThreadOp::DeviceRuntime, callee.deviceRuntime->name,
                        parent_.functionType(*callee.signature));
  return callee;
}

FunctionLowering::Callee FunctionLowering::indirectCallee(const Instruction& instruction,
                                                          const Operand& address,
                                                          const Operand* table) {
  constexpr const char* kNoTable = "an indirect call needs a prototype or a list of targets";
  if (address.kind != Operand::Kind::Register)
    failCall(instruction, "call target is neither a function nor a register");
  if (!table || table->kind != Operand::Kind::Table)
    failCall(instruction, kNoTable);
  const Table& entry = source_.tables[table->index];
  Callee callee;
  if (entry.kind == Table::Kind::Prototype)
    callee.signature = &entry.signature;
  else if (entry.kind == Table::Kind::CallTargets && !entry.entries.empty())
    callee.signature = &module_.resolve(unit_, entry.entries[0]).function->signature;
  else
    failCall(instruction, kNoTable);
  callee.target = b_.CreateIntToPtr(read(address, ScalarType::B64),
                                    llvm::PointerType::get(parent_.context(), 0));
  return callee;
}

// The variable of the caller that holds a parameter. It must be large enough for what the callee
// reads or writes there.
llvm::Value* FunctionLowering::parameterMemory(const Instruction& instruction,
                                               const Operand& operand, const Parameter& parameter) {
  if (operand.kind != Operand::Kind::Local)
    failCall(instruction, "an array is passed in .param space");
  const Variable& variable = source_.variables[operand.index];
  if (parameter.isArray ? variable.size < parameter.size : variable.size != parameter.size)
    failCall(instruction, fmt::format("'{}' has {} bytes where the function has {}", variable.name,
                                      variable.size, parameter.size));
  return variables_[operand.index];
}

// Arrays are passed as the address of the caller's variable, scalars as integers.
llvm::Value* FunctionLowering::callArgument(const Instruction& instruction, const Operand& operand,
                                            const Parameter& parameter) {
  if (parameter.isArray)
    return parameterMemory(instruction, operand, parameter);
  llvm::Type* bits = b_.getIntNTy(bitsOf(parameter.type));
  if (operand.kind == Operand::Kind::Local)
    return b_.CreateLoad(bits, parameterMemory(instruction, operand, parameter));
  return reinterpret(read(operand, parameter.type), bits);
}

void FunctionLowering::writeCallResults(const Instruction& instruction,
                                        std::span<const Operand> results,
                                        const Signature& signature, Value* call) {
  std::vector<std::size_t> scalars; // the callee has written arrays itself
  for (std::size_t i = 0; i < results.size(); ++i)
    if (!signature.results[i].isArray)
      scalars.push_back(i);
  for (std::size_t i = 0; i < scalars.size(); ++i) {
    const Operand& destination = results[scalars[i]];
    const Parameter& result = signature.results[scalars[i]];
    Value* value =
        scalars.size() == 1 ? call : b_.CreateExtractValue(call, static_cast<unsigned>(i));
    if (destination.kind == Operand::Kind::Local)
      b_.CreateStore(value, parameterMemory(instruction, destination, result));
    else if (destination.kind == Operand::Kind::Register)
      write(destination, reinterpret(value, type(result.type)), result.type);
  }
}

void FunctionLowering::lowerCall(const Instruction& instruction) {
  CallOperands operands = callOperands(instruction);
  Callee callee = operands.callee->kind == Operand::Kind::Symbol
                      ? directCallee(instruction, *operands.callee)
                      : indirectCallee(instruction, *operands.callee, operands.table);
  const Signature& signature = *callee.signature;
  checkCounts(instruction, operands, signature);
  std::vector<Value*> values;
  for (std::size_t i = 0; i < operands.results.size(); ++i)
    if (signature.results[i].isArray)
      values.push_back(parameterMemory(instruction, operands.results[i], signature.results[i]));
  for (std::size_t i = 0; i < operands.arguments.size(); ++i)
    values.push_back(callArgument(instruction, operands.arguments[i], signature.parameters[i]));
  if (callee.perThread) {
    // cudaStreamPerThread; in a unit compiled for per-thread streams it replaces the default
    // stream.
    constexpr std::uint64_t kPerThreadStream = 2;
    Value*& stream = values[static_cast<std::size_t>(callee.deviceRuntime->stream)];
    stream = b_.CreateSelect(b_.CreateICmpEQ(stream, b_.getInt64(0)), b_.getInt64(kPerThreadStream),
                             stream);
  }
  llvm::CallInst* call = b_.CreateCall(parent_.functionType(signature), callee.target, values);
  writeCallResults(instruction, operands.results, signature, call);
  if (signature.noreturn) {
    call->setDoesNotReturn();
    b_.CreateUnreachable();
  }
}

} // namespace heddle::ptx
