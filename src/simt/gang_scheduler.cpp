#include "simt/gang_scheduler.h"

using namespace llvm;

namespace heddle::simt {

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

namespace {

ConstantInt* constant(IRBuilder<>& builder, std::int32_t value) {
  return builder.getInt32(static_cast<std::uint32_t>(value));
}

// A variable of the scheduler.
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

} // namespace

Value* emitStoredState(IRBuilder<>& builder, Value* result) {
  Value* yielded = builder.CreateICmpNE(builder.CreateAnd(result, builder.getInt32(kYielded)),
                                        builder.getInt32(0));
  Value* finished = builder.CreateICmpEQ(result, constant(builder, kFinished));
  Value* waits = builder.CreateSub(constant(builder, -2), result);
  Value* goes = builder.CreateAnd(result, builder.getInt32(~(kYielded | kWaiting)));
  return builder.CreateSelect(finished, result, builder.CreateSelect(yielded, goes, waits));
}

void GangScheduler::emit(IRBuilder<>& builder) const {
  Function* function = builder.GetInsertBlock()->getParent();
  LLVMContext& llvm = builder.getContext();
  Type* i1 = builder.getInt1Ty();
  Type* i32 = builder.getInt32Ty();
  const BlockFrameLayout layout(gangs);
  auto inFrame = [&](std::size_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), frame, offset);
  };
  auto state = [&](Value* gang) { return builder.CreateGEP(i32, inFrame(layout.states), gang); };
  auto waits = [&](Value* gang) {
    return builder.CreateGEP(builder.getInt64Ty(), inFrame(layout.waits), gang);
  };
  auto waitsAt = [&](Value* gang) { return builder.CreateLoad(i32, waits(gang)); };
  auto waitsFor = [&](Value* gang) {
    return builder.CreateLoad(i32, builder.CreateConstGEP1_32(i32, waits(gang), 1));
  };
  auto arrived = [&](Value* barrier) {
    return builder.CreateGEP(i32, inFrame(layout.arrived), barrier);
  };
  auto isWaiting = [&](Value* current) {
    return builder.CreateICmpSLE(current, constant(builder, -2));
  };
  Variable alive(builder, i1, "alive"), moved(builder, i1, "moved"), whole(builder, i1, "whole"),
      progress(builder, i1, "progress");

  BasicBlock* round = BasicBlock::Create(llvm, "schedule", function);
  builder.CreateBr(round);
  builder.SetInsertPoint(round);
  for (const Variable* flag : {&alive, &moved, &whole, &progress})
    flag->set(builder.getFalse());

  // Everybody who need not wait runs to its next barrier or yield.
  emitGangLoop(builder, gangs, [&](Value* gang) {
    Value* current = builder.CreateLoad(i32, state(gang));
    alive.setIf(builder.CreateICmpNE(current, constant(builder, kFinished)), builder.getTrue());
    BasicBlock* next = BasicBlock::Create(llvm, "next", function);
    SwitchInst* dispatch =
        builder.CreateSwitch(current, next, static_cast<unsigned>(regions.size()));
    for (unsigned i = 0; i < regions.size(); ++i) {
      BasicBlock* block = BasicBlock::Create(llvm, "region", function);
      dispatch->addCase(builder.getInt32(i), block);
      builder.SetInsertPoint(block);
      CallInst* result = builder.CreateCall(regions[i], {context, gang});
      result->setIsNoInline();
      Value* after = emitStoredState(builder, result);
      builder.CreateStore(after, state(gang));
      moved.set(builder.getTrue());
      Value* bits = builder.CreateAnd(result, builder.getInt32(kWaiting | 0x80000000));
      progress.setIf(builder.CreateICmpNE(bits, builder.getInt32(kWaiting)), builder.getTrue());
      Value* count =
          builder.CreateSelect(isWaiting(after), builder.getInt32(width), builder.getInt32(0));
      // A gang that does not wait has an old barrier's number there, which is still a number.
      Value* counter = arrived(waitsAt(gang));
      builder.CreateStore(builder.CreateAdd(builder.CreateLoad(i32, counter), count), counter);
      builder.CreateBr(next);
    }
    builder.SetInsertPoint(next);
  });

  // Those go on whose barrier has enough threads. A barrier for the whole block is complete when
  // nobody could move; if there is none either, the program waits for ever, and is let go.
  emitGangLoop(builder, gangs, [&](Value* gang) {
    Value* current = builder.CreateLoad(i32, state(gang));
    Value* forAll = builder.CreateICmpEQ(waitsFor(gang), builder.getInt32(0));
    whole.setIf(builder.CreateAnd(isWaiting(current), forAll), builder.getTrue());
  });
  Value* stuck = builder.CreateNot(moved.get());
  emitGangLoop(builder, gangs, [&](Value* gang) {
    Value* current = builder.CreateLoad(i32, state(gang));
    Value* wanted = waitsFor(gang);
    Value* forAll = builder.CreateICmpEQ(wanted, builder.getInt32(0));
    Value* enough = builder.CreateAnd(
        builder.CreateNot(forAll),
        builder.CreateICmpSGE(builder.CreateLoad(i32, arrived(waitsAt(gang))), wanted));
    Value* last =
        builder.CreateAnd(stuck, builder.CreateOr(forAll, builder.CreateNot(whole.get())));
    Value* release = builder.CreateAnd(isWaiting(current), builder.CreateOr(enough, last));
    progress.setIf(release, builder.getTrue());
    Value* resumed = builder.CreateSub(constant(builder, -2), current);
    builder.CreateStore(builder.CreateSelect(release, resumed, current), state(gang));
  });
  // A barrier that has let its threads go counts from zero again.
  emitGangLoop(builder, kGangBarriers, [&](Value* barrier) {
    Variable someone(builder, i1, "someone"), released(builder, i1, "released");
    someone.set(builder.getFalse());
    released.set(builder.getFalse());
    emitGangLoop(builder, gangs, [&](Value* gang) {
      Value* current = builder.CreateLoad(i32, state(gang));
      Value* here = builder.CreateICmpEQ(waitsAt(gang), barrier);
      someone.setIf(builder.CreateAnd(here, isWaiting(current)), builder.getTrue());
      released.setIf(builder.CreateAnd(here, builder.CreateICmpSGT(current, builder.getInt32(0))),
                     builder.getTrue());
    });
    Value* reset = builder.CreateAnd(builder.CreateNot(someone.get()), released.get());
    Value* old = builder.CreateLoad(i32, arrived(barrier));
    builder.CreateStore(builder.CreateSelect(reset, builder.getInt32(0), old), arrived(barrier));
  });

  if (suspend) {
    BasicBlock* goOn = BasicBlock::Create(llvm, "go.on", function);
    Value* idle = builder.CreateAnd(alive.get(), builder.CreateNot(progress.get()));
    builder.CreateCondBr(idle, suspend, goOn);
    builder.SetInsertPoint(goOn);
  }
  if (!rounds.empty()) {
    Variable first(builder, i32, "first"), same(builder, i1, "same");
    same.set(builder.getTrue());
    emitGangLoop(builder, gangs, [&](Value* gang) {
      Value* current = builder.CreateLoad(i32, state(gang));
      first.setIf(builder.CreateICmpEQ(gang, builder.getInt32(0)), current);
      same.set(builder.CreateAnd(same.get(), builder.CreateICmpEQ(current, first.get())));
    });
    BasicBlock* together = BasicBlock::Create(llvm, "together", function);
    BasicBlock* apart = BasicBlock::Create(llvm, "apart", function);
    builder.CreateCondBr(same.get(), together, apart);
    builder.SetInsertPoint(together);
    SwitchInst* dispatch =
        builder.CreateSwitch(first.get(), apart, static_cast<unsigned>(rounds.size()));
    for (unsigned i = 0; i < rounds.size(); ++i)
      dispatch->addCase(builder.getInt32(i), rounds[i]);
    builder.SetInsertPoint(apart);
  }
  builder.CreateCondBr(alive.get(), round, exit);
}

} // namespace heddle::simt
