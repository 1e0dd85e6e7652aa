#include "simt/gang_scheduler.h"

#include "simt/execution_form.h"

#include <cstddef>

using namespace llvm;

namespace heddle::simt {
namespace {

ConstantInt* constant(IRBuilder<>& builder, std::int32_t value) {
  return builder.getInt32(static_cast<std::uint32_t>(value));
}

// A variable of the code that is emitted, in memory until LLVM promotes it.
class Variable {
public:
  Variable(IRBuilder<>& builder, Type* type, const char* name) : builder_(builder), type_(type) {
    BasicBlock& entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
    slot_ = IRBuilder<>(&entry, entry.begin()).CreateAlloca(type, nullptr, name);
  }
  Value* get() const { return builder_.CreateLoad(type_, slot_); }
  void set(Value* value) const { builder_.CreateStore(value, slot_); }
  void setIf(Value* condition, Value* value) const {
    set(builder_.CreateSelect(condition, value, get()));
  }

private:
  IRBuilder<>& builder_;
  Type* type_;
  AllocaInst* slot_;
};

// Whether a gang in this state waits at a barrier. The state is then -2 minus the number of the
// region that the gang goes on with.
Value* isWaiting(IRBuilder<>& builder, Value* state) {
  return builder.CreateICmpSLE(state, constant(builder, -2));
}

class SchedulerEmitter {
public:
  SchedulerEmitter(const GangScheduler& scheduler, IRBuilder<>& builder)
      : scheduler_(scheduler), builder_(builder), layout_(scheduler.gangs),
        function_(*builder.GetInsertBlock()->getParent()), isAlive_(builder, i1(), "alive"),
        hasMoved_(builder, i1(), "moved"), hasReleased_(builder, i1(), "released"),
        hasProgress_(builder, i1(), "progress") {}

  void emit() {
    BasicBlock* round = newBlock("schedule");
    builder_.CreateBr(round);
    builder_.SetInsertPoint(round);
    for (const Variable* flag : {&isAlive_, &hasMoved_, &hasReleased_, &hasProgress_})
      flag->set(builder_.getFalse());
    runGangs();
    releaseGangs();
    reportDeadlock();
    resetBarriers();
    if (scheduler_.suspend)
      suspendIfIdle();
    if (!scheduler_.rounds.empty())
      leaveWhenTogether();
    builder_.CreateCondBr(isAlive_.get(), round, scheduler_.exit);
  }

private:
  Type* i1() { return builder_.getInt1Ty(); }
  Type* i32() { return builder_.getInt32Ty(); }
  BasicBlock* newBlock(const Twine& name) {
    return BasicBlock::Create(builder_.getContext(), name, &function_);
  }
  void forEachGang(const std::function<void(Value*)>& body) {
    emitGangLoop(builder_, scheduler_.gangs, body);
  }

  // These functions give the fields of the block's frame.
  Value* inFrame(std::size_t offset) {
    return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), scheduler_.frame, offset);
  }
  Value* stateAddress(Value* gang) {
    return builder_.CreateGEP(i32(), inFrame(layout_.states), gang);
  }
  Value* state(Value* gang) { return builder_.CreateLoad(i32(), stateAddress(gang)); }
  Value* wait(Value* gang) {
    static_assert(sizeof(GangWait) == sizeof(std::uint64_t));
    return builder_.CreateGEP(builder_.getInt64Ty(), inFrame(layout_.waits), gang);
  }
  Value* barrierOf(Value* gang) { return builder_.CreateLoad(i32(), wait(gang)); }
  Value* threadsOf(Value* gang) {
    static_assert(offsetof(GangWait, threads) == sizeof(std::uint32_t));
    return builder_.CreateLoad(i32(), builder_.CreateConstGEP1_32(i32(), wait(gang), 1));
  }
  Value* arrived(Value* barrier) {
    return builder_.CreateGEP(i32(), inFrame(layout_.arrived), barrier);
  }

  // Every gang that does not wait runs its region.
  void runGangs() {
    forEachGang([&](Value* gang) {
      Value* current = state(gang);
      isAlive_.setIf(builder_.CreateICmpNE(current, constant(builder_, kFinished)),
                     builder_.getTrue());
      BasicBlock* next = newBlock("next");
      SwitchInst* dispatch =
          builder_.CreateSwitch(current, next, static_cast<unsigned>(scheduler_.regions.size()));
      for (unsigned i = 0; i < scheduler_.regions.size(); ++i) {
        BasicBlock* block = newBlock("region");
        dispatch->addCase(builder_.getInt32(i), block);
        builder_.SetInsertPoint(block);
        runRegion(*scheduler_.regions[i], gang);
        builder_.CreateBr(next);
      }
      builder_.SetInsertPoint(next);
    });
  }

  void runRegion(Function& region, Value* gang) {
    CallInst* result = builder_.CreateCall(&region, {scheduler_.context, gang});
    result->setIsNoInline();
    Value* after = emitStoredState(builder_, result);
    builder_.CreateStore(after, stateAddress(gang));
    hasMoved_.set(builder_.getTrue());
    // kFinished has all bits set, and is progress.
    constexpr std::uint32_t signBit = 0x80000000;
    Value* bits = builder_.CreateAnd(result, builder_.getInt32(kWaiting | signBit));
    hasProgress_.setIf(builder_.CreateICmpNE(bits, builder_.getInt32(kWaiting)),
                       builder_.getTrue());
    Value* count = builder_.CreateSelect(
        isWaiting(builder_, after), arrivalsOf(builder_, gang, scheduler_.gangs, scheduler_.width),
        builder_.getInt32(0));
    // A gang that does not wait adds nothing to the barrier that it waited at last.
    Value* counter = arrived(barrierOf(gang));
    builder_.CreateStore(builder_.CreateAdd(builder_.CreateLoad(i32(), counter), count), counter);
  }

  // Whether all gangs that wait do so at one barrier for the whole block.
  Value* areTogether() {
    Variable barrier(builder_, i32(), "barrier"), together(builder_, i1(), "together");
    ConstantInt* none = constant(builder_, -1);
    barrier.set(none);
    together.set(builder_.getTrue());
    forEachGang([&](Value* gang) {
      Value* waits = isWaiting(builder_, state(gang));
      Value* mine = barrierOf(gang);
      barrier.setIf(builder_.CreateAnd(waits, builder_.CreateICmpEQ(barrier.get(), none)), mine);
      Value* isOther =
          builder_.CreateOr(builder_.CreateICmpNE(threadsOf(gang), builder_.getInt32(0)),
                            builder_.CreateICmpNE(mine, barrier.get()));
      together.setIf(builder_.CreateAnd(waits, isOther), builder_.getFalse());
    });
    return together.get();
  }

  // Gangs go on whose barrier has enough threads. A barrier for the whole block is complete when no
  // gang could move and all wait there. If no gang could move and none goes on, the block would
  // wait for ever.
  void releaseGangs() {
    Value* together = areTogether();
    Value* isStuck = builder_.CreateNot(hasMoved_.get());
    forEachGang([&](Value* gang) {
      Value* current = state(gang);
      Value* wanted = threadsOf(gang);
      Value* isForAll = builder_.CreateICmpEQ(wanted, builder_.getInt32(0));
      Value* isEnough = builder_.CreateAnd(
          builder_.CreateNot(isForAll),
          builder_.CreateICmpSGE(builder_.CreateLoad(i32(), arrived(barrierOf(gang))), wanted));
      Value* isLast = builder_.CreateAnd(isStuck, together);
      Value* release =
          builder_.CreateAnd(isWaiting(builder_, current), builder_.CreateOr(isEnough, isLast));
      hasProgress_.setIf(release, builder_.getTrue());
      hasReleased_.setIf(release, builder_.getTrue());
      Value* resumed = builder_.CreateSub(constant(builder_, -2), current);
      builder_.CreateStore(builder_.CreateSelect(release, resumed, current), stateAddress(gang));
    });
  }

  // How many threads have come to the barrier. Gangs that came there in a round are not in its
  // count.
  Value* threadsAt(Value* barrier) {
    Variable threads(builder_, i32(), "threads");
    threads.set(builder_.getInt32(0));
    forEachGang([&](Value* gang) {
      Value* isHere = builder_.CreateAnd(isWaiting(builder_, state(gang)),
                                         builder_.CreateICmpEQ(barrierOf(gang), barrier));
      threads.setIf(isHere, builder_.CreateAdd(threads.get(), builder_.getInt32(scheduler_.width)));
    });
    return builder_.CreateBinaryIntrinsic(Intrinsic::umax, threads.get(),
                                          builder_.CreateLoad(i32(), arrived(barrier)));
  }

  // Ends the kernel if no gang can go on, with the barrier of the first one that waits.
  void reportDeadlock() {
    BasicBlock* deadlock = newBlock("deadlock");
    BasicBlock* live = newBlock("live");
    Value* isStuck = builder_.CreateNot(builder_.CreateOr(hasMoved_.get(), hasReleased_.get()));
    builder_.CreateCondBr(builder_.CreateAnd(isAlive_.get(), isStuck), deadlock, live);
    builder_.SetInsertPoint(deadlock);
    Variable first(builder_, i32(), "first");
    first.set(builder_.getInt32(0));
    forEachGang([&](Value* gang) {
      Value* last = builder_.CreateSub(builder_.getInt32(scheduler_.gangs - 1), gang);
      first.setIf(isWaiting(builder_, state(last)), last);
    });
    Value* gang = first.get();
    Value* barrier = barrierOf(gang);
    FunctionCallee report = function_.getParent()->getOrInsertFunction(
        "heddle_barrier_deadlock", builder_.getVoidTy(), builder_.getPtrTy(), i32(), i32(), i32());
    builder_.CreateCall(report, {scheduler_.context, barrier, threadsAt(barrier), threadsOf(gang)});
    builder_.CreateUnreachable();
    builder_.SetInsertPoint(live);
  }

  // A barrier that has let its threads go counts from zero again.
  void resetBarriers() {
    emitGangLoop(builder_, kGangBarriers, [&](Value* barrier) {
      Variable hasWaiting(builder_, i1(), "someone"), hasReleased(builder_, i1(), "released");
      hasWaiting.set(builder_.getFalse());
      hasReleased.set(builder_.getFalse());
      forEachGang([&](Value* gang) {
        Value* current = state(gang);
        Value* isHere = builder_.CreateICmpEQ(barrierOf(gang), barrier);
        hasWaiting.setIf(builder_.CreateAnd(isHere, isWaiting(builder_, current)),
                         builder_.getTrue());
        hasReleased.setIf(
            builder_.CreateAnd(isHere, builder_.CreateICmpSGT(current, builder_.getInt32(0))),
            builder_.getTrue());
      });
      Value* reset = builder_.CreateAnd(builder_.CreateNot(hasWaiting.get()), hasReleased.get());
      Value* count = builder_.CreateLoad(i32(), arrived(barrier));
      builder_.CreateStore(builder_.CreateSelect(reset, builder_.getInt32(0), count),
                           arrived(barrier));
    });
  }

  // When every gang waits for another block, the block function returns, so that one can run.
  void suspendIfIdle() {
    BasicBlock* busy = newBlock("go.on");
    Value* isIdle = builder_.CreateAnd(isAlive_.get(), builder_.CreateNot(hasProgress_.get()));
    builder_.CreateCondBr(isIdle, scheduler_.suspend, busy);
    builder_.SetInsertPoint(busy);
  }

  // When all gangs are to go on with the same region, they go on in rounds, which are faster.
  void leaveWhenTogether() {
    Variable first(builder_, i32(), "first"), same(builder_, i1(), "same");
    same.set(builder_.getTrue());
    forEachGang([&](Value* gang) {
      Value* current = state(gang);
      first.setIf(builder_.CreateICmpEQ(gang, builder_.getInt32(0)), current);
      same.set(builder_.CreateAnd(same.get(), builder_.CreateICmpEQ(current, first.get())));
    });
    BasicBlock* together = newBlock("together");
    BasicBlock* apart = newBlock("apart");
    builder_.CreateCondBr(same.get(), together, apart);
    builder_.SetInsertPoint(together);
    SwitchInst* dispatch =
        builder_.CreateSwitch(first.get(), apart, static_cast<unsigned>(scheduler_.rounds.size()));
    for (unsigned i = 0; i < scheduler_.rounds.size(); ++i)
      dispatch->addCase(builder_.getInt32(i), scheduler_.rounds[i]);
    builder_.SetInsertPoint(apart);
  }

  const GangScheduler& scheduler_;
  IRBuilder<>& builder_;
  BlockFrameLayout layout_;
  Function& function_;
  // These are valid for one round of the scheduler.
  Variable isAlive_;     // some gang has not returned
  Variable hasMoved_;    // some gang ran
  Variable hasReleased_; // some gang goes on from its barrier
  Variable hasProgress_; // some gang did more than to find that it has to wait
};

} // namespace

void emitGangLoop(IRBuilder<>& builder, unsigned gangs, const std::function<void(Value*)>& body) {
  Function* function = builder.GetInsertBlock()->getParent();
  LLVMContext& context = builder.getContext();
  BasicBlock* before = builder.GetInsertBlock();
  BasicBlock* loop = BasicBlock::Create(context, "gangs", function);
  BasicBlock* done = BasicBlock::Create(context, "gangs.done", function);
  builder.CreateBr(loop);
  builder.SetInsertPoint(loop);
  PHINode* gang = builder.CreatePHI(builder.getInt32Ty(), 2, "gang");
  gang->addIncoming(builder.getInt32(0), before);
  body(gang);
  Value* next = builder.CreateAdd(gang, builder.getInt32(1), "", true, true);
  gang->addIncoming(next, builder.GetInsertBlock());
  builder.CreateCondBr(builder.CreateICmpULT(next, builder.getInt32(gangs)), loop, done);
  builder.SetInsertPoint(done);
}

Value* emitStoredState(IRBuilder<>& builder, Value* result) {
  Value* yielded = builder.CreateICmpNE(builder.CreateAnd(result, builder.getInt32(kYielded)),
                                        builder.getInt32(0));
  Value* finished = builder.CreateICmpEQ(result, constant(builder, kFinished));
  Value* waits = builder.CreateSub(constant(builder, -2), result);
  Value* goes = builder.CreateAnd(result, builder.getInt32(~(kYielded | kWaiting)));
  return builder.CreateSelect(finished, result, builder.CreateSelect(yielded, goes, waits));
}

Value* arrivalsOf(IRBuilder<>& builder, Value* gang, unsigned gangs, unsigned width) {
  const unsigned lacking = static_cast<unsigned>(alignTo(gangs * width, kWarpSize)) - gangs * width;
  ConstantInt* own = builder.getInt32(width);
  if (lacking == 0)
    return own;
  return builder.CreateSelect(builder.CreateICmpEQ(gang, builder.getInt32(gangs - 1)),
                              builder.getInt32(width + lacking), own);
}

void GangScheduler::emit(IRBuilder<>& builder) const {
  SchedulerEmitter(*this, builder).emit();
}

} // namespace heddle::simt
