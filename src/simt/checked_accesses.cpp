#include "simt/checked_accesses.h"

#include "ir/checker_abi.h"
#include "ir/checker_notes.h"
#include "ir/thread_operations.h"
#include "simt/ascending_lanes.h"
#include "simt/function_attributes.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::simt {
namespace {

const char* operationName(Access::Operation operation) {
  switch (operation) {
  case Access::Operation::Read:
    return "read";
  case Access::Operation::Write:
    return "write";
  case Access::Operation::Atomic:
    return "atomic";
  }
  return "";
}

// Finds where an address comes from. Loops that move a pointer are looked through. PTX computes
// with addresses as numbers, so the search goes on through sums.
class OriginSearch {
public:
  // A pointer, or a number that is one.
  Value* ofPointer(Value* pointer) {
    Value* const origin = getUnderlyingObject(pointer, 0);
    if (auto* cast = dyn_cast<IntToPtrInst>(origin)) {
      Value* const found = ofNumber(cast->getOperand(0));
      return found ? found : origin;
    }
    if (!isa<PHINode>(origin))
      return origin;
    SmallVector<const Value*, 4> origins;
    getUnderlyingObjects(origin, origins, nullptr, 0);
    return origins.size() == 1 ? const_cast<Value*>(origins.front()) : origin;
  }

private:
  // Long chains of arithmetic are not worth their time: the address itself is looked up then.
  static constexpr unsigned kMostSteps = 64;

  // Null where the number is not known to be a pointer and something added to it.
  Value* ofNumber(Value* number) {
    if (++steps_ > kMostSteps)
      return nullptr;
    if (isa<LoadInst, Argument, CallInst>(number))
      return number->getType()->isIntegerTy(64) ? number : nullptr;
    if (auto* cast = dyn_cast<PtrToIntInst>(number))
      return ofPointer(cast->getOperand(0));
    if (auto* phi = dyn_cast<PHINode>(number))
      return ofPhi(*phi);
    auto* operation = dyn_cast<BinaryOperator>(number);
    if (!operation)
      return nullptr;
    if (operation->getOpcode() == Instruction::Add)
      return ofSum(operation->getOperand(0), operation->getOperand(1));
    return operation->getOpcode() == Instruction::Sub ? ofNumber(operation->getOperand(0))
                                                      : nullptr;
  }

  // Of a pointer and an index, both of which are loaded, the pointer is more often the one that
  // comes first. The wrong choice costs time: the access is then outside of the bounds of its
  // origin.
  Value* ofSum(Value* first, Value* second) {
    Value* const found = ofNumber(first);
    return found ? found : ofNumber(second);
  }

  Value* ofPhi(PHINode& phi) {
    if (!open_.insert(&phi).second)
      return nullptr;
    Value* common = nullptr;
    for (Value* incoming : phi.incoming_values()) {
      Value* const found = ofNumber(incoming);
      // A value that comes from the phi itself is a pointer that the loop has moved.
      if (!found || found == common)
        continue;
      if (common)
        return &phi;
      common = found;
    }
    return common;
  }

  unsigned steps_ = 0;
  SmallPtrSet<PHINode*, 4> open_;
};

Value* originOf(Value* pointer) {
  return OriginSearch().ofPointer(pointer);
}

std::optional<KnownMemory> knownMemoryAt(const Value& origin, const DataLayout& layout) {
  if (auto* local = dyn_cast<AllocaInst>(&origin)) {
    const std::optional<TypeSize> size = local->getAllocationSize(layout);
    return size ? std::optional(KnownMemory{"local", size->getFixedValue()}) : std::nullopt;
  }
  if (auto* variable = dyn_cast<GlobalVariable>(&origin)) {
    const std::uint64_t bytes = layout.getTypeAllocSize(variable->getValueType()).getFixedValue();
    // The declaration of an array without a size says nothing about its end.
    return bytes ? std::optional(KnownMemory{"global", bytes}) : std::nullopt;
  }
  if (auto* call = dyn_cast<CallInst>(&origin); call && threadOp(*call) == ThreadOp::SharedBase)
    return KnownMemory{"shared", std::nullopt};
  return std::nullopt;
}

// A pointer as a number; an origin may be one already.
Value* number(IRBuilder<>& builder, Value* pointer) {
  return pointer->getType()->isPointerTy() ? builder.CreatePtrToInt(pointer, builder.getInt64Ty())
                                           : pointer;
}

// How many addresses an access of so many bytes may have in memory of `size` bytes.
Value* addressCount(IRBuilder<>& builder, Value* size, std::uint64_t bytes) {
  Value* const fits = builder.CreateICmpUGE(size, builder.getInt64(bytes));
  Value* const count = builder.CreateSub(size, builder.getInt64(bytes - 1));
  return builder.CreateSelect(fits, count, builder.getInt64(0));
}

} // namespace

std::optional<Access> accessOf(Instruction& instruction) {
  using Operation = Access::Operation;
  if (instruction.hasMetadata(kShadowAccess))
    return std::nullopt;
  const DataLayout& layout = instruction.getModule()->getDataLayout();
  const auto make = [&](Value* pointer, Type* type, Operation operation) {
    return Access{&instruction, pointer, layout.getTypeStoreSize(type).getFixedValue(), operation};
  };
  if (auto* load = dyn_cast<LoadInst>(&instruction))
    return make(load->getPointerOperand(), load->getType(),
                load->hasMetadata(kAtomicUpdateLoad) ? Operation::Atomic : Operation::Read);
  if (auto* store = dyn_cast<StoreInst>(&instruction))
    return make(store->getPointerOperand(), store->getValueOperand()->getType(), Operation::Write);
  if (auto* update = dyn_cast<AtomicRMWInst>(&instruction))
    return make(update->getPointerOperand(), update->getType(), Operation::Atomic);
  if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return make(exchange->getPointerOperand(), exchange->getNewValOperand()->getType(),
                Operation::Atomic);
  return std::nullopt;
}

const char* bulkOperation(const Instruction& instruction) {
  if (threadOp(instruction) != ThreadOp::Note)
    return nullptr;
  switch (static_cast<CheckerNote>(
      cast<ConstantInt>(cast<CallInst>(instruction).getArgOperand(0))->getZExtValue())) {
  case CheckerNote::BulkRead:
    return "read";
  case CheckerNote::BulkWrite:
    return "write";
  default:
    return nullptr;
  }
}

CheckedAccesses::CheckedAccesses(Function& function)
    : function_(function), module_(*function.getParent()), layout_(module_.getDataLayout()),
      staticSharedBytes_(numberAttribute(function, kStaticSharedBytes)) {}

std::optional<KnownMemory> CheckedAccesses::knownMemory(const Access& access) const {
  return knownMemoryAt(*originOf(access.pointer), layout_);
}

AllocaInst* CheckedAccesses::localArray(const Access& access) {
  return dyn_cast<AllocaInst>(originOf(access.pointer));
}

bool CheckedAccesses::isOfParameters(const Access& access) const {
  auto* argument = dyn_cast<Argument>(originOf(access.pointer));
  return argument && function_.hasFnAttribute(kKernel);
}

bool CheckedAccesses::isCertainlyInside(const Access& access) const {
  Value* const origin = originOf(access.pointer);
  const std::optional<KnownMemory> known = knownMemoryAt(*origin, layout_);
  if (!known)
    return false;
  APInt offset(64, 0);
  const Value* const stripped =
      access.pointer->stripAndAccumulateConstantOffsets(layout_, offset, true);
  const std::uint64_t size = known->bytes.value_or(staticSharedBytes_);
  return stripped == origin && access.bytes <= size && offset.ule(size - access.bytes);
}

Value* CheckedAccesses::symbol(IRBuilder<>& builder, const char* name) {
  return number(builder, module_.getOrInsertGlobal(name, builder.getInt8Ty()));
}

// A pointer among the kernel's parameters is the same wherever it is loaded. At the start of the
// kernel its bounds are looked up once for all gangs of a block.
Value* CheckedAccesses::loadedAtEntry(Value* origin) {
  auto* const load = dyn_cast<LoadInst>(origin);
  APInt offset(64, 0);
  const Value* const base =
      load ? load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, offset, true)
           : nullptr;
  if (!base || !isa<Argument>(base) || !function_.hasFnAttribute(kKernel) || !load->isSimple())
    return nullptr;
  IRBuilder<> builder(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Value* const at = builder.CreateConstGEP1_64(builder.getInt8Ty(), const_cast<Value*>(base),
                                               offset.getZExtValue());
  LoadInst* const early =
      builder.CreateAlignedLoad(load->getType(), at, load->getAlign(), load->getName());
  early->copyMetadata(*load);
  return early;
}

// Where the bounds of what a pointer points into are looked up: behind its origin.
Instruction* CheckedAccesses::placeBehind(Value* origin) {
  if (auto* instruction = dyn_cast<Instruction>(origin))
    if (const auto place = instruction->getInsertionPointAfterDef())
      return &**place;
  return &*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
}

const CheckedAccesses::Bounds& CheckedAccesses::boundsOf(Value* origin) {
  Bounds& bounds = bounds_[origin];
  if (bounds.low)
    return bounds;
  Value* const early = loadedAtEntry(origin);
  Value* const pointer = early ? early : origin;
  IRBuilder<> builder(placeBehind(pointer));
  Type* const i64 = builder.getInt64Ty();
  Value* const offset = builder.CreateSub(number(builder, pointer), symbol(builder, kBoundsBegin));
  Value* const granule = builder.CreateLShr(offset, kBoundsGranuleBits, "granule");
  // The first granule has no allocation, and stands for all addresses without an entry.
  Value* const isInTable = builder.CreateICmpULT(granule, symbol(builder, kBoundsGranuleCount));
  Value* const entry = builder.CreateSelect(isInTable, granule, builder.getInt64(0));
  Value* const granules = module_.getOrInsertGlobal(kBoundsGranules, builder.getInt8Ty());
  Value* const records = module_.getOrInsertGlobal(kBoundsRecords, builder.getInt8Ty());
  // What the table says about memory that a kernel may use does not change while it runs, so that
  // the loads need not be repeated for each gang.
  const auto load = [&](Type* type, Value* table, Value* index, const char* name) {
    LoadInst* const loaded = builder.CreateAlignedLoad(type, builder.CreateGEP(type, table, index),
                                                       Align(type->getIntegerBitWidth() / 8), name);
    loaded->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(module_.getContext(), {}));
    return ofChecker(loaded);
  };
  Value* const record = load(builder.getInt32Ty(), granules, entry, "record");
  Value* const word = builder.CreateShl(builder.CreateZExt(record, i64), 1);
  bounds.low = load(i64, records, word, "low");
  bounds.bytes = load(i64, records, builder.CreateOr(word, 1), "bytes");
  return bounds;
}

// The limit of accesses of this size to memory of this origin, which is computed once.
Value* CheckedAccesses::limitOf(Value* origin, std::uint64_t bytes) {
  Value*& made = limits_[{origin, bytes}];
  if (made)
    return made;
  const std::optional<KnownMemory> known = knownMemoryAt(*origin, layout_);
  if (known && known->bytes) {
    const std::uint64_t count = *known->bytes >= bytes ? *known->bytes - bytes + 1 : 0;
    return made = ConstantInt::get(Type::getInt64Ty(function_.getContext()), count);
  }
  if (known) {
    IRBuilder<> builder(placeBehind(origin));
    Value* const size = callThreadOp(builder, ThreadOp::TotalSmemSize);
    return made = addressCount(builder, builder.CreateZExt(size, builder.getInt64Ty()), bytes);
  }
  auto* const size = cast<Instruction>(boundsOf(origin).bytes);
  IRBuilder<> builder(size->getNextNode());
  return made = addressCount(builder, size, bytes);
}

Value* CheckedAccesses::isOutside(IRBuilder<>& builder, const Access& access) {
  Value* const origin = originOf(access.pointer);
  Value* const limit = limitOf(origin, access.bytes);
  Value* const low =
      knownMemoryAt(*origin, layout_) ? number(builder, origin) : boundsOf(origin).low;
  Value* const offset = builder.CreateSub(address(builder, access), low);
  Value* const outside = builder.CreateICmpUGE(offset, limit, "outside");
  if (auto* comparison = dyn_cast<ICmpInst>(outside))
    comparison->setMetadata(kBoundsCheck, MDNode::get(builder.getContext(), {}));
  return outside;
}

Value* CheckedAccesses::address(IRBuilder<>& builder, const Access& access) {
  return number(builder, access.pointer);
}

void CheckedAccesses::callEngine(IRBuilder<>& builder, StringRef function,
                                 ArrayRef<Value*> arguments, Memory memory) {
  SmallVector<Type*, 4> types;
  for (const Value* argument : arguments)
    types.push_back(argument->getType());
  FunctionCallee callee =
      module_.getOrInsertFunction(function, FunctionType::get(builder.getVoidTy(), types, false));
  auto* const declared = cast<Function>(callee.getCallee());
  declared->setDoesNotThrow();
  if (memory == Memory::Hidden)
    declared->setOnlyAccessesInaccessibleMemory();
  builder.CreateCall(callee, arguments);
}

Value* CheckedAccesses::site(IRBuilder<>& builder, const Access& access) {
  const std::optional<KnownMemory> known = knownMemory(access);
  return site(builder, *access.instruction,
              std::string(operationName(access.operation)) + " " + std::to_string(access.bytes) +
                  " " + (known ? known->space : "global"));
}

Value* CheckedAccesses::site(IRBuilder<>& builder, const Instruction& instruction,
                             std::string text) {
  for (const DILocation* place = instruction.getDebugLoc(); place; place = place->getInlinedAt()) {
    const StringRef function = place->getScope()->getSubprogram()->getName();
    text += "\n" + function.str() + "\t" + place->getFilename().str() + ":" +
            std::to_string(place->getLine());
  }
  GlobalVariable*& made = sites_[text];
  if (!made)
    made = builder.CreateGlobalString(text, "site", 0, &module_);
  return made;
}

} // namespace heddle::simt
