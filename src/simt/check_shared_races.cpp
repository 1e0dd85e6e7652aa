#include "simt/check_shared_races.h"

#include "ir/thread_operations.h"
#include "simt/checked_accesses.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::simt {
namespace {

bool isOfShared(const CheckedAccesses& checks, const Access& access) {
  const std::optional<KnownMemory> known = checks.knownMemory(access);
  return known && StringRef(known->space) == "shared";
}

// A barrier that all threads of the block come to.
bool isOfWholeBlock(const CallInst& barrier) {
  const auto* threads = dyn_cast<ConstantInt>(barrier.getArgOperand(1));
  return threads && threads->isZero() && threadOp(barrier) != ThreadOp::BarrierArrive;
}

bool isBarrierOfBlock(const Instruction& instruction) {
  switch (threadOp(instruction)) {
  case ThreadOp::Barrier:
  case ThreadOp::BarrierArrive:
  case ThreadOp::BarrierPopc:
  case ThreadOp::BarrierAnd:
  case ThreadOp::BarrierOr:
    return true;
  default:
    return false;
  }
}

bool isBarrierOfWarp(const Instruction& instruction) {
  const auto* call = dyn_cast<CallInst>(&instruction);
  if (!call || !(threadOpInfo(*call).flags & WarpLevel))
    return false;
  const ThreadOp op = threadOp(instruction);
  return op != ThreadOp::ActiveMask && op != ThreadOp::Step;
}

AtomicOrdering orderingOf(const Instruction& instruction) {
  if (const auto* load = dyn_cast<LoadInst>(&instruction))
    return load->getOrdering();
  if (const auto* store = dyn_cast<StoreInst>(&instruction))
    return store->getOrdering();
  if (const auto* update = dyn_cast<AtomicRMWInst>(&instruction))
    return update->getOrdering();
  return cast<AtomicCmpXchgInst>(instruction).getSuccessOrdering();
}

// Whether the instruction orders threads in a way that the engine does not follow.
bool ordersOtherwise(const CheckedAccesses& checks, Instruction& instruction) {
  if (isBarrierOfBlock(instruction))
    return !isOfWholeBlock(cast<CallInst>(instruction));
  const ThreadOp op = threadOp(instruction);
  if (op == ThreadOp::Wait || op == ThreadOp::ClusterArrive || op == ThreadOp::TensorCopy)
    return true;
  const std::optional<Access> access = accessOf(instruction);
  return access && instruction.isAtomic() && isOfShared(checks, *access) &&
         orderingOf(instruction) != AtomicOrdering::Monotonic;
}

// What a store writes, as far as it fits into eight bytes.
Value* valueOf(IRBuilder<>& builder, const Access& access) {
  auto* store = dyn_cast<StoreInst>(access.instruction);
  if (!store)
    return builder.getInt64(0);
  Value* value = store->getValueOperand();
  if (value->getType()->isVectorTy())
    value = builder.CreateExtractElement(value, std::uint64_t{0});
  if (value->getType()->isPointerTy())
    return builder.CreatePtrToInt(value, builder.getInt64Ty());
  Type* const bits = builder.getIntNTy(value->getType()->getPrimitiveSizeInBits());
  return builder.CreateZExtOrTrunc(builder.CreateBitCast(value, bits), builder.getInt64Ty());
}

void noteBarrier(CheckedAccesses& checks, Instruction& barrier, bool isOfWarp) {
  IRBuilder<> builder(barrier.getNextNode());
  checks.callEngine(builder, "heddle_note_barrier", builder.getInt32(isOfWarp ? 1 : 0));
}

bool insertChecks(Function& function) {
  CheckedAccesses checks(function);
  std::vector<Access> accesses;
  std::vector<Instruction*> barriers;
  for (Instruction& instruction : instructions(function)) {
    if (ordersOtherwise(checks, instruction))
      return false;
    if (isBarrierOfBlock(instruction) || isBarrierOfWarp(instruction))
      barriers.push_back(&instruction);
    if (const std::optional<Access> access = accessOf(instruction);
        access && isOfShared(checks, *access))
      accesses.push_back(*access);
  }
  for (const Access& access : accesses) {
    IRBuilder<> builder(access.instruction);
    checks.callEngine(builder, "heddle_check_race",
                      {CheckedAccesses::address(builder, access), valueOf(builder, access),
                       checks.site(builder, access)});
  }
  for (Instruction* barrier : barriers)
    noteBarrier(checks, *barrier, isBarrierOfWarp(*barrier));
  return !accesses.empty() || !barriers.empty();
}

} // namespace

PreservedAnalyses CheckSharedRacesPass::run(Module& module, ModuleAnalysisManager&) {
  bool isChanged = false;
  for (Function& function : module)
    if (!function.isDeclaration())
      isChanged |= insertChecks(function);
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::simt
