// Calls in a gang function: of functions, of the run-time library, and of the operations by which
// threads ask about themselves.
#include "simt/gang_builder.h"

#include "ir/kernel_abi.h"
#include "simt/execution_form.h"
#include "simt/lane_groups.h"
#include "simt/thread_values.h"

#include "llvm/IR/IntrinsicInst.h"

#include <cstddef>

using namespace llvm;

namespace heddle::simt {

void GangBuilder::emitCall(CallBase& call) {
  if (isa<IntrinsicInst>(call))
    return emitIntrinsic(call);
  if (call.isInlineAsm())
    return fail("inline assembly in thread IR");
  const ThreadOpInfo& info = threadOpInfo(call);
  if (Function* callee = call.getCalledFunction(); callee && callee->hasFnAttribute(kCalledByGangs))
    return emitGangCall(call, *callee);
  if (info.op == ThreadOp::None || (info.flags & PerLane))
    return emitLaneCalls(call, info);
  if (info.op == ThreadOp::TextureSample)
    return emitTextureSample(call);
  if (info.flags & WarpLevel)
    return emitWarpOp(call, info);
  if (info.flags & BlockLevel)
    return emitBlockOp(call, info);
  emitThreadOp(call, info);
}

// Calls of the run-time library and of device functions that were not inlined: lane after lane.
void GangBuilder::emitLaneCalls(CallBase& call, const ThreadOpInfo& info) {
  Value* context = gang_->getArg(0);
  Type* resultType = call.getType();
  SmallVector<Type*, 8> types = {builder_.getPtrTy(), builder_.getInt32Ty()};
  for (const Use& argument : call.args())
    types.push_back(argument->getType());
  auto* type = FunctionType::get(resultType, types, false);
  Value* callee = nullptr;
  if (info.op != ThreadOp::None) {
    callee = module_.getOrInsertFunction(runtimeFunction(call, info), type).getCallee();
  } else if (Function* function = call.getCalledFunction()) {
    // LLVM has found out that the pointer is this function. It is defined with the program's
    // functions, under its own name and with these arguments.
    callee = module_.getFunction((function->getName() + ".thread").str());
    if (!callee)
      callee = function;
  }
  if (resultType->isStructTy())
    return fail("a function with several results that is not inlined");
  if (Function* function = call.getCalledFunction();
      function && function->hasFnAttribute(kLaneGroup) && !mask_)
    return emitGroupCalls(call, *function);
  // The targets go through memory, because LLVM 19's x86 instruction selection crashes on a call
  // whose target is a vector element with a variable number.
  AllocaInst* targets = nullptr;
  if (!callee && !shapes_.of(call.getCalledOperand()).isUniform()) {
    targets = IRBuilder<>(setup_, setup_->begin())
                  .CreateAlloca(vectorOf(builder_.getPtrTy()), nullptr, "targets");
    builder_.CreateStore(vector(call.getCalledOperand()), targets);
  }
  Value* result = forEachActiveLane(resultType, [&](Value* lane) -> Value* {
    SmallVector<Value*, 8> arguments = {context, builder_.CreateAdd(gangBase(), lane)};
    for (const Use& argument : call.args())
      arguments.push_back(laneValue(argument, lane));
    Value* target = callee ? callee : scalar(call.getCalledOperand());
    if (targets)
      target = builder_.CreateLoad(builder_.getPtrTy(),
                                   builder_.CreateGEP(builder_.getPtrTy(), targets, lane));
    return builder_.CreateCall(type, target, arguments);
  });
  if (resultType->isVoidTy())
    return;
  if (width_ == 1)
    return define(call, {.scalar = result, .vector = nullptr, .parts = {}});
  define(call, {.scalar = nullptr, .vector = result, .parts = {}});
}

// Calls a function that takes several lanes at once, with the arguments of the first of them.
void GangBuilder::emitGroupCalls(CallBase& call, const Function& function) {
  Function* group = module_.getFunction((function.getName() + kLaneGroupSuffix).str());
  forEachGroup(numberAttribute(function, kLaneGroup), [&](Value* lane) {
    SmallVector<Value*, 8> arguments = {gang_->getArg(0), builder_.CreateAdd(gangBase(), lane)};
    for (const Use& argument : call.args())
      arguments.push_back(laneValue(argument, lane));
    builder_.CreateCall(group, arguments);
  });
}

// Calls a gang function, with all active lanes at once.
void GangBuilder::emitGangCall(CallBase& call, Function& callee) {
  Function* target = declareGangFunction(callee, width_);
  Type* type = target->getReturnType();
  AllocaInst* collected = type->isVoidTy() ? nullptr : slot(type, "result");
  if (collected)
    builder_.CreateStore(PoisonValue::get(type), collected);
  whenAny([&] {
    SmallVector<Value*, 8> arguments = {gang_->getArg(0), gang_->getArg(1), maskBits(mask_)};
    for (Argument& argument : callee.args()) {
      bool isScalar = gangArgument(*target, argument)->getType() == argument.getType();
      Value* operand = call.getArgOperand(argument.getArgNo());
      arguments.push_back(isScalar ? scalar(operand) : vector(operand));
    }
    Value* result = builder_.CreateCall(target, arguments);
    if (collected)
      builder_.CreateStore(result, collected);
  });
  if (!collected)
    return;
  Value* result = builder_.CreateLoad(type, collected);
  Lanes lanes;
  if (width_ == 1)
    lanes.scalar = result;
  else if (type->isStructTy())
    for (unsigned i = 0; i < type->getStructNumElements(); ++i)
      lanes.parts.push_back(builder_.CreateExtractValue(result, i));
  else
    lanes.vector = result;
  define(call, lanes);
}

Value* GangBuilder::gangBase() {
  return width_ == 1 ? static_cast<Value*>(gang_->getArg(1))
                     : builder_.CreateMul(gang_->getArg(1), builder_.getInt32(width_), "thread0",
                                          true, true);
}

Value* GangBuilder::threadNumbers() {
  return vectorFromLane0(gangBase(), Shape::affine(1, 1, false));
}

Value* GangBuilder::threadIndex(ThreadOp op, bool asVector) {
  Value* thread = asVector ? threadNumbers() : gangBase();
  Type* type = thread->getType();
  auto constant = [&](std::uint32_t value) { return ConstantInt::get(type, value); };
  switch (op) {
  case ThreadOp::TidX:
    return block_.y * block_.z == 1 ? thread : builder_.CreateURem(thread, constant(block_.x));
  case ThreadOp::TidY: {
    Value* row = builder_.CreateUDiv(thread, constant(block_.x));
    return block_.z == 1 ? row : builder_.CreateURem(row, constant(block_.y));
  }
  default:
    return builder_.CreateUDiv(thread, constant(block_.x * block_.y));
  }
}

void GangBuilder::emitThreadOp(CallBase& call, const ThreadOpInfo& info) {
  Type* i32 = builder_.getInt32Ty();
  Type* i64 = builder_.getInt64Ty();
  Shape shape = shapes_.of(&call);
  auto one = [&](Value* value) { define(call, {.scalar = value, .vector = nullptr, .parts = {}}); };
  auto many = [&](Value* value) {
    define(call, {.scalar = nullptr, .vector = value, .parts = {}});
  };
  Value* allLanes = Constant::getAllOnesValue(vectorOf(builder_.getInt1Ty()));
  switch (info.op) {
  case ThreadOp::TidX:
  case ThreadOp::TidY:
  case ThreadOp::TidZ:
    return shape.isVarying() ? many(threadIndex(info.op, true)) : one(threadIndex(info.op, false));
  case ThreadOp::Inside: {
    // Threads that turn out to run one lane at a time have no gang that is partly empty.
    if (width_ == 1)
      return one(builder_.getTrue());
    FunctionCallee full = module_.getOrInsertFunction(kGangFull, builder_.getInt1Ty(), i32);
    auto* declared = cast<Function>(full.getCallee());
    declared->setDoesNotAccessMemory();
    declared->setDoesNotThrow();
    declared->addFnAttr(Attribute::WillReturn);
    Value* numbers = threadNumbers();
    Value* inside =
        builder_.CreateICmpULT(numbers, ConstantInt::get(numbers->getType(), block_.threads()));
    return many(
        builder_.CreateSelect(builder_.CreateCall(full, {gang_->getArg(1)}), allLanes, inside));
  }
  case ThreadOp::Called: {
    Value* bits = gang_->getArg(2);
    return width_ == 1 ? one(bits) : many(builder_.CreateBitCast(bits, allLanes->getType()));
  }
  case ThreadOp::NtidX:
    return one(builder_.getInt32(block_.x));
  case ThreadOp::NtidY:
    return one(builder_.getInt32(block_.y));
  case ThreadOp::NtidZ:
    return one(builder_.getInt32(block_.z));
  case ThreadOp::LaneId:
    // A constant lets what is computed from it become constants, too, such as the lanes that a
    // permutation reads.
    return one(width_ % kWarpSize == 0 ? builder_.getInt32(0)
                                       : builder_.CreateAnd(gangBase(), builder_.getInt32(31)));
  case ThreadOp::WarpId:
    return one(builder_.CreateLShr(gangBase(), builder_.getInt32(5)));
  case ThreadOp::NWarpId:
    return one(builder_.getInt32((block_.threads() + 31) / 32));
  case ThreadOp::LanemaskEq:
  case ThreadOp::LanemaskLe:
  case ThreadOp::LanemaskLt:
  case ThreadOp::LanemaskGe:
  case ThreadOp::LanemaskGt:
    return width_ == 1 ? one(laneMask(builder_, info.op, gangBase()))
                       : many(laneMask(builder_, info.op, threadNumbers()));
  case ThreadOp::CvtaShared:
  case ThreadOp::CvtaToShared: {
    Value* base = builder_.CreatePtrToInt(
        contextField(offsetof(BlockContext, shared), builder_.getPtrTy(), "shared"), i64);
    auto opcode = info.op == ThreadOp::CvtaShared ? Instruction::Add : Instruction::Sub;
    Lanes result;
    if (!shape.isVarying())
      result.scalar = builder_.CreateBinOp(opcode, scalar(call.getArgOperand(0)), base);
    if (shape.isVarying() || shape.assumed)
      result.vector = builder_.CreateBinOp(opcode, vector(call.getArgOperand(0)),
                                           builder_.CreateVectorSplat(width_, base));
    return define(call, result);
  }
  case ThreadOp::IsSpaceShared:
  case ThreadOp::IsSpaceLocal:
  case ThreadOp::IsSpaceGlobal:
  case ThreadOp::IsSpaceParam: {
    auto field = [&](std::size_t offset, Type* type) {
      return contextField(offset, type, "space");
    };
    const Value* address = call.getArgOperand(0);
    return shape.isUniform() ? one(isInSpace(builder_, info.op, scalar(address), field))
                             : many(isInSpace(builder_, info.op, vector(address), field));
  }
  case ThreadOp::MaskAny:
    return one(whetherLanesMeet(call, Quantifier::Any));
  case ThreadOp::MaskAll:
    return one(whetherLanesMeet(call, Quantifier::All));
  default:
    return emitByTable(call, info);
  }
}

// Operations of which thread_operations.def says everything: they read a field of the context, or
// are one call for all lanes.
void GangBuilder::emitByTable(CallBase& call, const ThreadOpInfo& info) {
  using Kind = ThreadOpImplementation::Kind;
  const ThreadOpImplementation& implementation = info.implementation;
  auto one = [&](Value* value) { define(call, {.scalar = value, .vector = nullptr, .parts = {}}); };
  if (implementation.kind == Kind::Field)
    return one(contextField(implementation.offset, call.getType(), info.name));
  if (implementation.kind != Kind::Call)
    return fail(std::string("thread operation ") + info.name);
  auto emitCall = [&] {
    SmallVector<Value*, 2> arguments = {gang_->getArg(0)};
    for (const Use& argument : call.args())
      arguments.push_back(laneValue(argument, builder_.getInt32(0)));
    return callRuntime(builder_, implementation.function, call.getType(), arguments);
  };
  if (call.getType()->isVoidTy())
    return whenAny([&] { emitCall(); });
  one(emitCall());
}

} // namespace heddle::simt
