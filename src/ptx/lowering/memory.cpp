// Data movement: mov, ld, st, cvta and their relatives.
#include "ptx/lowering/lowering.h"

#include <algorithm>

namespace heddle::ptx {
namespace {

bool isShared(std::string_view space) {
  return space.starts_with("shared");
}

} // namespace

std::string_view FunctionLowering::spaceOf(const Instruction& instruction) {
  for (std::string_view item :
       {"space", "stspace", "windowspace", "atomspace", "shareddst", "mbarspace", "global"})
    if (std::string_view space = instruction.modifier(item); !space.empty())
      return space;
  return {};
}

// The pointer an address operand means. `align` comes in as what the access wants and goes out as
// what is known.
llvm::Value* FunctionLowering::pointer(const Operand& address, std::string_view space,
                                       llvm::Align& align) {
  const Operand& base = address.elements[0];
  auto offset = static_cast<std::int64_t>(address.value);
  auto step = [&](Value* start) {
    return offset == 0 ? start : b_.CreateGEP(b_.getInt8Ty(), start, b_.getInt64(address.value));
  };
  switch (base.kind) {
  case Operand::Kind::Local: {
    // Parameters may be declared with less alignment than an access of that size has.
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
    // Memory of other blocks of the cluster may lie below the block's own.
    bool ofCluster = base.kind == Operand::Kind::Register && space == "shared::cluster" &&
                     bitsOf(source_.registers[base.index].type) == 32;
    bool ofStack = base.kind == Operand::Kind::Register && space == "local" && stackBase_ &&
                   bitsOf(source_.registers[base.index].type) == 32;
    Value* value = base.kind == Operand::Kind::Integer ? b_.getInt64(base.value)
                   : ofCluster ? b_.CreateSExt(read(base, ScalarType::B32), b_.getInt64Ty())
                   : ofStack   ? stackAddress(read(base, ScalarType::B32))
                               : read(base, ScalarType::B64);
    if (offset != 0)
      value = b_.CreateAdd(value, b_.getInt64(address.value));
    return b_.CreateIntToPtr(value,
                             llvm::PointerType::get(parent_.context(), isShared(space) ? 3 : 0));
  }
  default:
    throw LoweringError{ErrorKind::InvalidPtx, address.location, "not an address"};
  }
}

// The same as an integer: an offset in shared space, else a host address.
llvm::Value* FunctionLowering::addressNumber(const Operand& address) {
  const Operand& base = address.elements[0];
  Value* number =
      base.kind == Operand::Kind::Integer ? b_.getInt64(base.value) : read(base, ScalarType::B64);
  return address.value == 0 ? number : b_.CreateAdd(number, b_.getInt64(address.value));
}

void FunctionLowering::lowerLoad(const Instruction& instruction) {
  ScalarType t = instruction.type;
  std::string_view space = spaceOf(instruction);
  std::string_view vec = instruction.modifier("vec");
  unsigned count = vec.empty() ? 1 : static_cast<unsigned>(vec[1] - '0');
  llvm::Align align(std::uint64_t{bytesOf(t)} * count);
  Value* address = pointer(instruction.operands[1], space, align);
  llvm::Type* element = type(t);
  llvm::Type* ty = count == 1 ? element : llvm::FixedVectorType::get(element, count);
  llvm::LoadInst* load = b_.CreateAlignedLoad(ty, address, align);
  if (instruction.has("volatile") || instruction.has("mmio"))
    load->setVolatile(true);
  if (instruction.has("relaxed") || instruction.has("acquire")) {
    if (count == 1 && bitsOf(t) <= 64)
      load->setAtomic(instruction.has("acquire") ? llvm::AtomicOrdering::Acquire
                                                 : llvm::AtomicOrdering::Monotonic,
                      scopeOf(instruction));
    else
      load->setVolatile(true); // LLVM has no atomic access of that type
  }
  bool isKernelParameter = source_.isEntry && space.starts_with("param");
  if (isKernelParameter) {
    // A call's result is in .param space too, and is not constant.
    const Operand& base = instruction.operands[1].elements[0];
    if (base.kind == Operand::Kind::Local)
      isKernelParameter = !llvm::isa<llvm::AllocaInst>(variables_[base.index]);
  }
  if (isKernelParameter || instruction.has("nc"))
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
  std::string_view space = spaceOf(instruction);
  std::string_view vec = instruction.modifier("vec");
  unsigned count = vec.empty() ? 1 : static_cast<unsigned>(vec[1] - '0');
  llvm::Align align(std::uint64_t{bytesOf(t)} * count);
  Value* address = pointer(instruction.operands[0], space, align);
  const Operand& data = instruction.operands[1];
  Value* value = nullptr;
  if (count == 1) {
    value = read(data, t);
  } else {
    value = llvm::PoisonValue::get(llvm::FixedVectorType::get(type(t), count));
    for (unsigned i = 0; i < count; ++i)
      value = b_.CreateInsertElement(value, read(data.elements[i], t), i);
  }
  llvm::StoreInst* store = b_.CreateAlignedStore(value, address, align);
  if (instruction.has("volatile") || instruction.has("mmio"))
    store->setVolatile(true);
  if (instruction.has("relaxed") || instruction.has("release")) {
    if (count == 1 && bitsOf(t) <= 64)
      store->setAtomic(instruction.has("release") ? llvm::AtomicOrdering::Release
                                                  : llvm::AtomicOrdering::Monotonic,
                       scopeOf(instruction));
    else
      store->setVolatile(true);
  }
}

void FunctionLowering::lowerMove(const Instruction& instruction) {
  ScalarType t = instruction.type;
  const Operand& target = instruction.operands[0];
  const Operand& from = instruction.operands[1];
  unsigned bits = bitsOf(t);
  if (!instruction.modifier("vec").empty()) {
    std::vector<Value*> values; // all are read before the first is written
    for (const Operand& element : from.elements)
      values.push_back(read(element, t));
    for (std::size_t i = 0; i < values.size(); ++i)
      write(target.elements[i], values[i], t);
    return;
  }
  Value* value = nullptr;
  if (from.kind == Operand::Kind::Vector && from.elements.size() > 1) {
    unsigned part = bits / static_cast<unsigned>(from.elements.size());
    llvm::Type* whole = b_.getIntNTy(bits);
    for (std::size_t i = 0; i < from.elements.size(); ++i) {
      Value* element = b_.CreateZExt(read(from.elements[i], bitsType(part)), whole);
      value = i == 0 ? element : b_.CreateOr(value, b_.CreateShl(element, part * i));
    }
    value = reinterpret(value, type(t));
  } else {
    value = read(from, t);
  }
  if (target.kind == Operand::Kind::Vector && target.elements.size() > 1) {
    unsigned part = bits / static_cast<unsigned>(target.elements.size());
    value = reinterpret(value, b_.getIntNTy(bits));
    for (std::size_t i = 0; i < target.elements.size(); ++i)
      if (target.elements[i].kind != Operand::Kind::Sink)
        write(target.elements[i],
              b_.CreateTrunc(b_.CreateLShr(value, part * i), b_.getIntNTy(part)), bitsType(part));
    return;
  }
  write(target, value, t);
}

void FunctionLowering::lowerMemory(const Instruction& instruction) {
  auto* i64 = b_.getInt64Ty();
  std::string_view space = spaceOf(instruction);
  switch (instruction.opcode()) {
  case Opcode::Ld:
  case Opcode::Ldu:
    return lowerLoad(instruction);
  case Opcode::St:
    return lowerStore(instruction);
  case Opcode::Cvta: {
    Value* value = b_.CreateZExtOrTrunc(read(instruction.operands[1], instruction.type), i64);
    if (isShared(space))
      value = runtime(instruction.has("to") ? "heddle.cvta.to.shared" : "heddle.cvta.shared", i64,
                      {value}, Effects::None);
    return result(instruction, b_.CreateZExtOrTrunc(value, type(instruction.type)));
  }
  case Opcode::Isspacep: {
    std::string name = "heddle.isspacep.";
    name += space.substr(0, space.find(':'));
    ScalarType width = instruction.form->operands[1].type;
    return write(instruction.operands[0],
                 runtime(name, b_.getInt1Ty(),
                         {b_.CreateZExt(read(instruction.operands[1], width), i64)}, Effects::None),
                 ScalarType::Pred);
  }
  case Opcode::Mapa: {
    Value* address = b_.CreateSExt(source(instruction, 1), i64);
    Value* rank = read(instruction.operands[2], ScalarType::U32);
    Value* mapped = runtime("heddle.cluster.map", i64, {address, rank}, Effects::None);
    return result(instruction, b_.CreateTrunc(mapped, type(instruction.type)));
  }
  case Opcode::Getctarank: {
    Value* address = b_.CreateSExt(source(instruction, 1), i64);
    if (space.empty())
      address = runtime("heddle.cvta.to.shared", i64, {address}, Effects::None);
    Value* rank = runtime("heddle.cluster.rank_of", b_.getInt32Ty(), {address}, Effects::None);
    return write(instruction.operands[0], rank, ScalarType::U32);
  }
  case Opcode::Createpolicy:
    return result(instruction, constant(64, 0));
  default:
    refuse(instruction);
  }
}

// cp.async completes at once, which its waits allow.
void FunctionLowering::lowerAsyncCopy(const Instruction& instruction) {
  if (instruction.has("mbarrier"))
    return lowerCopyArrival(instruction);
  if (!instruction.has("ca") && !instruction.has("cg"))
    return;
  std::uint64_t bytes = instruction.operands[2].value;
  Value* target = pointer(instruction.operands[0], "shared");
  Value* from = pointer(instruction.operands[1], "global");
  llvm::Type* ty = b_.getIntNTy(static_cast<unsigned>(bytes * 8));
  llvm::Align align(bytes);
  bool isWhole = instruction.operands.size() < 4 || instruction.has("L2::cache_hint") ||
                 (instruction.operands[3].kind == Operand::Kind::Integer &&
                  instruction.operands[3].value == bytes);
  if (isWhole) {
    // Lanes gather and scatter numbers of 64 bits, not of 128.
    if (bytes == 16)
      ty = llvm::FixedVectorType::get(b_.getInt64Ty(), 2);
    b_.CreateAlignedStore(b_.CreateAlignedLoad(ty, from, align), target, align);
    return;
  }
  // cp-size, src-size: what is not read is zero; or a predicate that says to read nothing.
  const Operand& extra = instruction.operands[3];
  bool isPredicate = extra.kind == Operand::Kind::Register &&
                     source_.registers[extra.index].type == ScalarType::Pred;
  Value* size = isPredicate ? b_.CreateSelect(read(extra, ScalarType::Pred), constant(32, 0),
                                              constant(32, bytes))
                            : read(extra, ScalarType::U32);
  llvm::BasicBlock *body = newBlock("copy"), *done = newBlock("copied");
  llvm::BasicBlock* before = b_.GetInsertBlock();
  b_.CreateCondBr(b_.CreateICmpEQ(size, constant(32, 0)), done, body);
  b_.SetInsertPoint(body);
  Value* unread = b_.CreateSub(constant(32, bytes), size);
  Value* shift =
      b_.CreateZExtOrTrunc(b_.CreateShl(intrinsic(llvm::Intrinsic::umin, {b_.getInt32Ty()},
                                                  {unread, constant(32, bytes - 1)}),
                                        3),
                           ty);
  Value* loaded = b_.CreateAlignedLoad(ty, from, align);
  Value* kept = b_.CreateLShr(b_.CreateShl(loaded, shift), shift);
  b_.CreateBr(done);
  b_.SetInsertPoint(done);
  llvm::PHINode* value = b_.CreatePHI(ty, 2);
  value->addIncoming(llvm::Constant::getNullValue(ty), before);
  value->addIncoming(kept, body);
  b_.CreateAlignedStore(value, target, align);
}

} // namespace heddle::ptx
