// Barriers of a block in a gang function: calls for the whole gang (heddle.gang.*), which
// build-block-function takes apart, and the sums of bar.red.
#include "ir/kernel_abi.h"
#include "simt/gang_builder.h"

#include <cstddef>

using namespace llvm;

namespace heddle::simt {

void GangBuilder::callGang(const char* name, ArrayRef<Value*> arguments) {
  CallInst* call = callRuntime(builder_, name, builder_.getVoidTy(), arguments);
  Function* declared = call->getCalledFunction();
  declared->addFnAttr(Attribute::Convergent);
  declared->addFnAttr(Attribute::NoUnwind);
  declared->addFnAttr(Attribute::NoDuplicate);
}

// A gang arrives as a whole: lanes that are not active have returned or, in valid programs, do not
// exist (PTX demands that a warp executes an aligned barrier together).
void GangBuilder::emitBlockOp(CallBase& call, const ThreadOpInfo& info) {
  auto operand = [&](unsigned i) { return laneValue(call.getArgOperand(i), builder_.getInt32(0)); };
  switch (info.op) {
  case ThreadOp::Yield:
    return callGang(kGangYield, {});
  case ThreadOp::Wait:
    // A gang comes here without active lanes, too: when the last one has left the loop.
    return whenAny([&] { callGang(kGangWait, {}); });
  case ThreadOp::Barrier:
    return callGang(kGangBarrier, {operand(0), operand(1)});
  case ThreadOp::BarrierArrive:
    return callGang(kGangBarrierArrive, {operand(0), operand(1)});
  default:
    return emitBarrierReduction(call, info.op, operand(0), operand(1));
  }
}

// How many active lanes of the gang have the predicate of a bar.red; for bar.red.and, how many have
// not.
Value* GangBuilder::countPredicates(CallBase& call, ThreadOp op) {
  Value* argument = call.getArgOperand(2);
  Value* predicate = width_ == 1 ? scalar(argument) : vector(argument);
  if (op == ThreadOp::BarrierAnd)
    predicate = builder_.CreateNot(predicate);
  Type* i32 = builder_.getInt32Ty();
  if (width_ == 1)
    return builder_.CreateZExt(predicate, i32);
  Value* bits = maskBits(andMask(mask_, predicate));
  return builder_.CreateZExtOrTrunc(builder_.CreateUnaryIntrinsic(Intrinsic::ctpop, bits), i32);
}

// The predicates are summed in the frame between two barriers. Each gang takes its share back
// afterwards, so that nobody has to clear the sum.
void GangBuilder::emitBarrierReduction(CallBase& call, ThreadOp op, Value* id, Value* threads) {
  Type* i32 = builder_.getInt32Ty();
  Value* mine = countPredicates(call, op);
  Value* frame = contextField(offsetof(BlockContext, frame), builder_.getPtrTy(), "frame");
  static_assert(offsetof(BlockFrameHeader, predicateSums) == 0);
  Value* place = builder_.CreateGEP(i32, frame, builder_.CreateAnd(id, kNamedBarriers - 1));
  builder_.CreateStore(builder_.CreateAdd(builder_.CreateLoad(i32, place), mine), place);
  callGang(kGangBarrier, {id, threads});
  Value* sum = builder_.CreateLoad(i32, place);
  callGang(kGangBarrier, {id, threads});
  builder_.CreateStore(builder_.CreateSub(builder_.CreateLoad(i32, place), mine), place);
  Value* result = op == ThreadOp::BarrierPopc ? sum
                  : op == ThreadOp::BarrierOr ? builder_.CreateICmpNE(sum, builder_.getInt32(0))
                                              : builder_.CreateICmpEQ(sum, builder_.getInt32(0));
  define(call, {.scalar = result, .vector = nullptr, .parts = {}});
}

} // namespace heddle::simt
