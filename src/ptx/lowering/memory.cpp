// ld and st, addresses of operands, and conversion between state spaces (cvta, isspacep, mapa).
#include "ptx/lowering/lowering.h"

#include "llvm/IR/MDBuilder.h"

#include <algorithm>

namespace heddle::ptx {
namespace {

bool isShared(std::optional<SpaceModifier> space) {
  return stateSpaceOf(space) == StateSpace::Shared;
}

bool hasAtomicType(const Instruction& instruction) {
  return instruction.vectorWidth() == 1 && bitsOf(instruction.type) <= 64;
}

// Tells LLVM that accesses to global memory touch no shared memory. Pointers to the two may have
// the same type, since a generic address can be one of shared memory.
void noteSpace(std::optional<SpaceModifier> space, llvm::Instruction* access) {
  if (!isShared(space) && space != SpaceModifier::Global)
    return;
  llvm::MDBuilder builder(access->getContext());
  llvm::MDNode* domain = builder.createAliasScopeDomain("heddle.spaces");
  llvm::MDNode* scope = builder.createAliasScope("heddle.shared", domain);
  access->setMetadata(isShared(space) ? llvm::LLVMContext::MD_alias_scope
                                      : llvm::LLVMContext::MD_noalias,
                      llvm::MDNode::get(access->getContext(), {scope}));
}

// The function that says whether an address is in a space other than .const.
ThreadOp isInSpaceOperation(SpaceModifier space) {
  switch (space) {
  case SpaceModifier::Global:
    return ThreadOp::IsSpaceGlobal;
  case SpaceModifier::Shared:
  case SpaceModifier::SharedCta:
  case SpaceModifier::SharedCluster:
    return ThreadOp::IsSpaceShared;
  case SpaceModifier::Local:
    return ThreadOp::IsSpaceLocal;
  case SpaceModifier::Const:
    break;
  case SpaceModifier::Param:
  case SpaceModifier::ParamEntry:
  case SpaceModifier::ParamFunc:
    return ThreadOp::IsSpaceParam;
  }
  llvm_unreachable("no such space");
}

} // namespace

// Whether an address is that of a byte of the module's constants, which are variables like others
// here.
llvm::Value* FunctionLowering::isInConstant(Value* address) {
  Value* isInAny = b_.getFalse();
  for (std::uint32_t index = 0; index < module_.definitions.size(); ++index) {
    const Variable* const variable = module_.definitions[index].variable;
    if (!variable || variable->space != StateSpace::Const)
      continue;
    Value* offset =
        b_.CreateSub(address, b_.CreatePtrToInt(parent_.variable(index), b_.getInt64Ty()));
    isInAny = b_.CreateOr(isInAny, b_.CreateICmpULT(offset, b_.getInt64(variable->size)));
  }
  return isInAny;
}

// The pointer that an address operand stands for. `align` is what the access needs; it is lowered
// to the alignment that the address is known to have.
llvm::Value* FunctionLowering::pointer(const Operand& address, std::optional<SpaceModifier> space,
                                       llvm::Align& align) {
  const Operand& base = address.elements[0];
  auto offset = static_cast<std::int64_t>(address.value);
  auto pointerTo = [&](Value* number) {
    if (offset != 0)
      number = b_.CreateAdd(number, b_.getInt64(address.value));
    return b_.CreateIntToPtr(
        number, llvm::PointerType::get(parent_.context(), isShared(space) ? kSharedAddressSpace
                                                                          : kGenericAddressSpace));
  };
  if (!base.elements.empty()) // array[%r]
    return pointerTo(addressValue(base));
  auto step = [&](Value* start) {
    return offset == 0 ? start : b_.CreateGEP(b_.getInt8Ty(), start, b_.getInt64(address.value));
  };
  switch (base.kind) {
  case Operand::Kind::Local: {
    // A parameter may be declared with less alignment than accesses of its size need.
    const Variable& variable = source_.variables[base.index];
    align = std::min(align, llvm::commonAlignment(llvm::Align(variable.alignment), address.value));
    return step(variables_[base.index]);
  }
  case Operand::Kind::Symbol: {
    std::uint32_t index = module_.definitionOf(unit_, base.index);
    if (module_.definitions[index].variable)
      return step(parent_.variable(index));
    return step(parent_.functionAddress(index));
  }
  case Operand::Kind::Register:
  case Operand::Kind::Integer: {
    // The shared memory of another block of the cluster may lie below the block's own, so that its
    // offset is negative.
    bool isNarrow =
        base.kind == Operand::Kind::Register && bitsOf(source_.registers[base.index].type) == 32;
    bool ofCluster = isNarrow && space == SpaceModifier::SharedCluster;
    bool ofStack = isNarrow && space == SpaceModifier::Local && stackBase_;
    Value* value = base.kind == Operand::Kind::Integer ? b_.getInt64(base.value)
                   : ofCluster ? b_.CreateSExt(read(base, ScalarType::B32), b_.getInt64Ty())
                   : ofStack   ? stackAddress(read(base, ScalarType::B32))
                               : read(base, ScalarType::B64);
    return pointerTo(value);
  }
  default:
    throw LoweringError{ErrorKind::InvalidPtx, address.location, "not an address"};
  }
}

// The address as an integer: an offset for shared memory, else a host address.
llvm::Value* FunctionLowering::addressNumber(const Operand& address) {
  const Operand& base = address.elements[0];
  Value* number =
      base.kind == Operand::Kind::Integer ? b_.getInt64(base.value) : read(base, ScalarType::B64);
  return address.value == 0 ? number : b_.CreateAdd(number, b_.getInt64(address.value));
}

// Makes the access atomic, or volatile, as the instruction says. LLVM has no atomic access of
// vectors and of 128 bits, which become volatile; orderByFence() keeps their order.
template <typename Access>
void FunctionLowering::setSemantics(const Instruction& instruction, Access* access) {
  llvm::AtomicOrdering order = atomicOrdering(instruction, llvm::AtomicOrdering::NotAtomic);
  bool isAtomic = order != llvm::AtomicOrdering::NotAtomic;
  if (isAtomic && hasAtomicType(instruction))
    access->setAtomic(order, scopeOf(instruction));
  access->setVolatile(instruction.has(Semantics::Volatile) || instruction.has(Flag::Mmio) ||
                      (isAtomic && !hasAtomicType(instruction)));
}

// Called behind loads and before stores.
void FunctionLowering::orderByFence(const Instruction& instruction) {
  llvm::AtomicOrdering order = atomicOrdering(instruction, llvm::AtomicOrdering::NotAtomic);
  if (isStrongerThanMonotonic(order) && !hasAtomicType(instruction))
    b_.CreateFence(order, scopeOf(instruction));
}

void FunctionLowering::lowerLoad(const Instruction& instruction) {
  ScalarType t = instruction.type;
  std::optional<SpaceModifier> space = instruction.modifier<SpaceModifier>();
  unsigned count = instruction.vectorWidth();
  llvm::Align align(std::uint64_t{bytesOf(t)} * count);
  Value* address = pointer(instruction.operands[1], space, align);
  llvm::Type* element = type(t);
  llvm::Type* ty = count == 1 ? element : llvm::FixedVectorType::get(element, count);
  llvm::LoadInst* load = b_.CreateAlignedLoad(ty, address, align);
  setSemantics(instruction, load);
  noteSpace(space, load);
  orderByFence(instruction);
  bool isKernelParameter = source_.isEntry && stateSpaceOf(space) == StateSpace::Param;
  if (isKernelParameter) {
    // Parameters of calls are in .param space too, and are not constant.
    const Operand& base = instruction.operands[1].elements[0];
    if (base.kind == Operand::Kind::Local)
      isKernelParameter = !llvm::isa<llvm::AllocaInst>(variables_[base.index]);
  }
  if (isKernelParameter || instruction.has(Flag::Nc))
    load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                      llvm::MDNode::get(parent_.context(), {}));
  const Operand& target = instruction.operands[0];
  if (count == 1)
    return write(target, load, t);
  for (unsigned i = 0; i < count; ++i)
    if (target.elements[i].kind != Operand::Kind::Sink)
      write(target.elements[i], b_.CreateExtractElement(load, i), t);
}

void FunctionLowering::lowerStore(const Instruction& instruction) {
  ScalarType t = instruction.type;
  unsigned count = instruction.vectorWidth();
  llvm::Align align(std::uint64_t{bytesOf(t)} * count);
  Value* address = pointer(instruction.operands[0], instruction.modifier<SpaceModifier>(), align);
  const Operand& data = instruction.operands[1];
  Value* value = nullptr;
  if (count == 1) {
    value = read(data, t);
  } else {
    value = llvm::PoisonValue::get(llvm::FixedVectorType::get(type(t), count));
    for (unsigned i = 0; i < count; ++i)
      value = b_.CreateInsertElement(value, read(data.elements[i], t), i);
  }
  orderByFence(instruction);
  llvm::StoreInst* store = b_.CreateAlignedStore(value, address, align);
  setSemantics(instruction, store);
  noteSpace(instruction.modifier<SpaceModifier>(), store);
}

void FunctionLowering::lowerMemory(const Instruction& instruction) {
  auto* i64 = b_.getInt64Ty();
  std::optional<SpaceModifier> space = instruction.modifier<SpaceModifier>();
  switch (instruction.opcode()) {
  case Opcode::Ld:
  case Opcode::Ldu:
    return lowerLoad(instruction);
  case Opcode::St:
    return lowerStore(instruction);
  case Opcode::Cvta: {
    Value* value = b_.CreateZExtOrTrunc(read(instruction.operands[1], instruction.type), i64);
    if (isShared(space))
      value = threadOp(instruction.has(Flag::To) ? ThreadOp::CvtaToShared : ThreadOp::CvtaShared,
                       {value});
    return result(instruction, b_.CreateZExtOrTrunc(value, type(instruction.type)));
  }
  case Opcode::Isspacep: {
    ScalarType width = instruction.form->operands[1].type;
    Value* address = b_.CreateZExt(read(instruction.operands[1], width), i64);
    Value* isInSpace = space == SpaceModifier::Const
                           ? isInConstant(address)
                           : threadOp(isInSpaceOperation(space.value()), {address});
    // The shared memories of a cluster lie one behind the other. Their distance is 0 where a
    // cluster is one block.
    auto isInCluster = [&] {
      Value* distance = threadOp(ThreadOp::ClusterStride);
      Value* fromOwn = threadOp(ThreadOp::CvtaToShared, {address});
      Value* before =
          b_.CreateMul(b_.CreateZExt(threadOp(ThreadOp::ClusterCtarank), i64), distance);
      Value* bytes =
          b_.CreateMul(b_.CreateZExt(threadOp(ThreadOp::ClusterNctarank), i64), distance);
      return b_.CreateICmpULT(b_.CreateAdd(fromOwn, before), bytes);
    };
    // The shared memory of the other blocks of a cluster is shared::cluster, and so not global. Nor
    // are constants, while parameters are both.
    if (space == SpaceModifier::SharedCluster)
      isInSpace = b_.CreateOr(isInSpace, isInCluster());
    else if (space == SpaceModifier::Global)
      isInSpace =
          b_.CreateAnd(isInSpace, b_.CreateNot(b_.CreateOr(isInCluster(), isInConstant(address))));
    return write(instruction.operands[0], isInSpace, ScalarType::Pred);
  }
  case Opcode::Mapa: {
    Value* address = b_.CreateSExt(source(instruction, 1), i64);
    Value* rank = read(instruction.operands[2], ScalarType::U32);
    Value* mapped = threadOp(ThreadOp::ClusterMap, {address, rank});
    return result(instruction, b_.CreateTrunc(mapped, type(instruction.type)));
  }
  case Opcode::Getctarank: {
    Value* address = b_.CreateSExt(source(instruction, 1), i64);
    if (!space)
      address = threadOp(ThreadOp::CvtaToShared, {address});
    Value* rank = threadOp(ThreadOp::ClusterRankOf, {address});
    return write(instruction.operands[0], rank, ScalarType::U32);
  }
  case Opcode::Createpolicy:
    return result(instruction, constant(64, 0));
  default:
    refuse(instruction);
  }
}

} // namespace heddle::ptx
