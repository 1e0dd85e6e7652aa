#include "simt/race_instrumentation.h"

#include "ir/thread_operations.h"
#include "simt/function_attributes.h"
#include "simt/lower_clusters.h"

#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace heddle::simt {

AtomicOrdering orderingOf(const Instruction& instruction) {
  if (const auto* load = dyn_cast<LoadInst>(&instruction))
    return load->getOrdering();
  if (const auto* store = dyn_cast<StoreInst>(&instruction))
    return store->getOrdering();
  if (const auto* update = dyn_cast<AtomicRMWInst>(&instruction))
    return update->getOrdering();
  return cast<AtomicCmpXchgInst>(instruction).getSuccessOrdering();
}

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

bool isBarrierOfCluster(const Instruction& instruction) {
  if (threadOp(instruction) != ThreadOp::Barrier)
    return false;
  const auto* number = dyn_cast<ConstantInt>(cast<CallInst>(instruction).getArgOperand(0));
  return number && number->equalsInt(kClusterBarrier);
}

bool isBarrierOfWholeBlock(const Instruction& instruction) {
  if (!isBarrierOfBlock(instruction) || threadOp(instruction) == ThreadOp::BarrierArrive ||
      isBarrierOfCluster(instruction))
    return false;
  const auto* threads = dyn_cast<ConstantInt>(cast<CallInst>(instruction).getArgOperand(1));
  return threads && threads->isZero();
}

Value* threadNumber(IRBuilder<>& builder) {
  const auto op = [&](ThreadOp which) { return callThreadOp(builder, which); };
  Value* const row = builder.CreateAdd(op(ThreadOp::TidY),
                                       builder.CreateMul(op(ThreadOp::NtidY), op(ThreadOp::TidZ)));
  Value* const thread =
      builder.CreateAdd(op(ThreadOp::TidX), builder.CreateMul(op(ThreadOp::NtidX), row));
  return builder.CreateZExt(thread, builder.getInt64Ty());
}

MDNode* unlikelyBranch(LLVMContext& context) {
  return MDBuilder(context).createUnlikelyBranchWeights();
}

RaceSites::RaceSites(Module& module, std::uint64_t largest)
    : module_(module), largest_(largest),
      hasNumbers_(any_of(module, [](Function& f) { return f.hasFnAttribute(kKernel); })) {}

PointerType* RaceSites::pointer() const {
  return PointerType::get(module_.getContext(), 0);
}

std::uint64_t RaceSites::number(Constant* site) {
  if (!hasNumbers_)
    return 0;
  const auto [entry, isNew] = numbers_.try_emplace(site, sites_.size() + 1);
  if (isNew)
    sites_.push_back(site);
  return entry->second <= largest_ ? entry->second : 0;
}

Value* RaceSites::placeholder() {
  if (!placeholder_)
    placeholder_ = new GlobalVariable(module_, pointer(), false, GlobalValue::PrivateLinkage,
                                      ConstantPointerNull::get(pointer()), "sites.unknown");
  return placeholder_;
}

void RaceSites::make() {
  if (!placeholder_)
    return;
  std::vector<Constant*> entries{ConstantPointerNull::get(pointer())};
  entries.insert(entries.end(), sites_.begin(), sites_.end());
  ArrayType* const type = ArrayType::get(pointer(), entries.size());
  auto* const table = new GlobalVariable(module_, type, true, GlobalValue::PrivateLinkage,
                                         ConstantArray::get(type, entries), "sites");
  placeholder_->replaceAllUsesWith(table);
  placeholder_->eraseFromParent();
}

} // namespace heddle::simt
