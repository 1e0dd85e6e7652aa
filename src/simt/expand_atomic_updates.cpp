#include "simt/expand_atomic_updates.h"

#include "simt/gang_builder.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle::simt {
namespace {

Constant* nanOf(Type* type, std::uint64_t bits) {
  APFloat number(type->getFltSemantics(), APInt(type->getScalarSizeInBits(), bits));
  return ConstantFP::get(type, number);
}

// Weights make LLVM emit a branch, which costs less, when it is never taken, than a select on the
// way from the load to the exchange.
Value* selectRarely(IRBuilderBase& builder, Value* condition, Value* rare, Value* usual) {
  Value* result = builder.CreateSelect(condition, rare, usual);
  if (auto* select = dyn_cast<SelectInst>(result))
    select->setMetadata(LLVMContext::MD_prof,
                        MDBuilder(builder.getContext()).createBranchWeights(1, 1u << 20));
  return result;
}

// A GPU's adder for global memory takes subnormal numbers for zeros.
Value* flushed(IRBuilderBase& builder, Value* number) {
  Value* bits = builder.CreateBitCast(number, builder.getInt32Ty());
  Value* isTiny = builder.CreateICmpEQ(builder.CreateAnd(bits, 0x7f800000), builder.getInt32(0));
  Value* sign = builder.CreateAnd(bits, 0x80000000);
  return builder.CreateBitCast(builder.CreateSelect(isTiny, sign, bits), number->getType());
}

bool isExpanded(const AtomicRMWInst& update) {
  switch (update.getOperation()) {
  case AtomicRMWInst::FAdd:
  case AtomicRMWInst::UIncWrap:
  case AtomicRMWInst::UDecWrap:
    return true;
  default:
    return false;
  }
}

Value* updated(IRBuilderBase& builder, AtomicRMWInst::BinOp op, Value* old, Value* value,
               bool inShared) {
  return op == AtomicRMWInst::FAdd ? floatSum(builder, old, value, inShared)
                                   : nextCount(builder, old, value, op == AtomicRMWInst::UIncWrap);
}

void expand(AtomicRMWInst& update) {
  IRBuilder<> builder(&update);
  Value* address = update.getPointerOperand();
  Value* value = update.getValOperand();
  Type* type = value->getType();
  if (update.getMetadata(kBlockPrivate)) {
    LoadInst* old = builder.CreateAlignedLoad(type, address, update.getAlign());
    builder.CreateAlignedStore(updated(builder, update.getOperation(), old, value, true), address,
                               update.getAlign());
    update.replaceAllUsesWith(old);
    update.eraseFromParent();
    return;
  }
  Type* bits = builder.getIntNTy(type->getScalarSizeInBits());
  LoadInst* first = builder.CreateAlignedLoad(bits, address, update.getAlign());
  first->setAtomic(AtomicOrdering::Monotonic, update.getSyncScopeID());
  BasicBlock* before = update.getParent();
  BasicBlock* done = SplitBlock(before, update.getIterator());
  BasicBlock* loop = BasicBlock::Create(builder.getContext(), "update", before->getParent(), done);
  before->getTerminator()->setSuccessor(0, loop);
  builder.SetInsertPoint(loop);
  PHINode* held = builder.CreatePHI(bits, 2);
  held->addIncoming(first, before);
  Value* old = builder.CreateBitCast(held, type);
  Value* next =
      builder.CreateBitCast(updated(builder, update.getOperation(), old, value, false), bits);
  AtomicOrdering order = update.getOrdering();
  Value* exchange = builder.CreateAtomicCmpXchg(
      address, held, next, update.getAlign(), order,
      AtomicCmpXchgInst::getStrongestFailureOrdering(order), update.getSyncScopeID());
  held->addIncoming(builder.CreateExtractValue(exchange, 0), loop);
  builder.CreateCondBr(builder.CreateExtractValue(exchange, 1), done, loop);
  update.replaceAllUsesWith(old);
  update.eraseFromParent();
}

// The most bits of a value that every CPU loads, and stores, at once.
constexpr unsigned kMostBitsAtOnce = 64;

} // namespace

bool isForBlockAlone(const Instruction& atomic) {
  if (atomic.getMetadata(kBlockPrivate))
    return true;
  const auto block = atomic.getContext().getOrInsertSyncScopeID("block");
  if (auto* update = dyn_cast<AtomicRMWInst>(&atomic))
    return update->getSyncScopeID() == block &&
           update->getType()->getPrimitiveSizeInBits() <= kMostBitsAtOnce;
  auto* exchange = dyn_cast<AtomicCmpXchgInst>(&atomic);
  return exchange && exchange->getSyncScopeID() == block &&
         exchange->getCompareOperand()->getType()->getPrimitiveSizeInBits() <= kMostBitsAtOnce;
}

Value* floatSum(IRBuilderBase& builder, Value* old, Value* value, bool inShared) {
  Type* type = old->getType();
  if (type->isFloatTy()) {
    if (!inShared) {
      old = flushed(builder, old);
      value = flushed(builder, value);
    }
    Value* sum = builder.CreateFAdd(old, value);
    if (!inShared)
      sum = flushed(builder, sum);
    return selectRarely(builder, builder.CreateFCmpUNO(sum, sum), nanOf(type, 0x7fffffff), sum);
  }
  Value* sum = builder.CreateFAdd(old, value);
  if (!type->isDoubleTy())
    return sum;
  // Updates of shared memory use the multiprocessor's adder, which makes NaNs quiet and prefers the
  // memory's payload. The adder for global memory passes NaNs on as they are, and prefers the
  // operand's.
  auto passed = [&](Value* nan) {
    if (!inShared)
      return nan;
    Value* bits = builder.CreateBitCast(nan, builder.getInt64Ty());
    return builder.CreateBitCast(builder.CreateOr(bits, std::uint64_t{1} << 51), type);
  };
  Value* first = inShared ? old : value;
  Value* second = inShared ? value : old;
  Value* isNan = builder.CreateFCmpUNO(sum, sum);
  Value* nan = nanOf(type, 0xfff8000000000000);
  nan = builder.CreateSelect(builder.CreateFCmpUNO(second, second), passed(second), nan);
  nan = builder.CreateSelect(builder.CreateFCmpUNO(first, first), passed(first), nan);
  return selectRarely(builder, isNan, nan, sum);
}

Value* nextCount(IRBuilderBase& builder, Value* old, Value* value, bool up) {
  Type* type = old->getType();
  Constant *zero = ConstantInt::get(type, 0), *one = ConstantInt::get(type, 1);
  if (up)
    return builder.CreateSelect(builder.CreateICmpUGE(old, value), zero,
                                builder.CreateAdd(old, one));
  Value* wraps =
      builder.CreateOr(builder.CreateICmpEQ(old, zero), builder.CreateICmpUGT(old, value));
  return builder.CreateSelect(wraps, value, builder.CreateSub(old, one));
}

PreservedAnalyses ExpandAtomicUpdatesPass::run(Function& function, FunctionAnalysisManager&) {
  SmallVector<AtomicRMWInst*, 8> updates;
  for (Instruction& instruction : instructions(function))
    if (auto* update = dyn_cast<AtomicRMWInst>(&instruction); update && isExpanded(*update))
      updates.push_back(update);
  for (AtomicRMWInst* update : updates)
    expand(*update);
  return updates.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace heddle::simt
