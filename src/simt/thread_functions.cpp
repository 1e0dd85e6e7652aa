#include "simt/thread_functions.h"

#include "ir/kernel_abi.h"
#include "simt/function_attributes.h"
#include "simt/gang_builder.h"
#include "simt/pass_failure.h"
#include "simt/texture_calls.h"
#include "simt/thread_intrinsics.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

#include <cstddef>

using namespace llvm;

namespace heddle::simt {
namespace {

bool isDeviceFunction(const Function& function) {
  return !function.isDeclaration() && !function.hasFnAttribute(kKernel) &&
         !function.getName().ends_with(kThreadFunctionSuffix) && !isCalledWarpFunction(function);
}

bool meetsOthers(const CallBase& call) {
  return threadOpInfo(call).flags & (WarpLevel | BlockLevel);
}

WarpOperation warpOperation(ThreadOp op) {
  switch (op) {
  case ThreadOp::ShflIdx:
    return WarpOperation::ShuffleIndex;
  case ThreadOp::ShflUp:
    return WarpOperation::ShuffleUp;
  case ThreadOp::ShflDown:
    return WarpOperation::ShuffleDown;
  case ThreadOp::ShflBfly:
    return WarpOperation::ShuffleButterfly;
  case ThreadOp::VoteAny:
    return WarpOperation::VoteAny;
  case ThreadOp::VoteAll:
    return WarpOperation::VoteAll;
  case ThreadOp::VoteUni:
    return WarpOperation::VoteUniform;
  case ThreadOp::VoteBallot:
    return WarpOperation::VoteBallot;
  case ThreadOp::ActiveMask:
    return WarpOperation::ActiveMask;
  case ThreadOp::MatchAny32:
  case ThreadOp::MatchAny64:
    return WarpOperation::MatchAny;
  case ThreadOp::MatchAll32:
  case ThreadOp::MatchAll64:
    return WarpOperation::MatchAll;
  case ThreadOp::ReduxAdd:
    return WarpOperation::ReduceAdd;
  case ThreadOp::ReduxMin:
    return WarpOperation::ReduceMin;
  case ThreadOp::ReduxMax:
    return WarpOperation::ReduceMax;
  case ThreadOp::ReduxUMin:
    return WarpOperation::ReduceUnsignedMin;
  case ThreadOp::ReduxUMax:
    return WarpOperation::ReduceUnsignedMax;
  case ThreadOp::ReduxAnd:
    return WarpOperation::ReduceAnd;
  case ThreadOp::ReduxOr:
    return WarpOperation::ReduceOr;
  case ThreadOp::ReduxXor:
    return WarpOperation::ReduceXor;
  default:
    return WarpOperation::Barrier;
  }
}

class ThreadFunction {
public:
  ThreadFunction(Function& function, Function& original, bool fibers)
      : function_(function), original_(original), module_(*function.getParent()), fibers_(fibers) {}

  Error lower() {
    SmallVector<CallInst*, 16> calls;
    for (Instruction& instruction : instructions(function_))
      if (auto* call = dyn_cast<CallInst>(&instruction); call && !isa<IntrinsicInst>(call))
        calls.push_back(call);
    for (CallInst* call : calls) {
      std::string error = lowerCall(*call);
      if (!error.empty())
        return makeError(error + " in " + original_.getName().str() +
                         ", a function that is called through a pointer or recursively");
    }
    return Error::success();
  }

private:
  Value* laneMask(IRBuilder<>& builder, ThreadOp op) {
    Value* lane = builder.CreateAnd(thread(), 31);
    Value* equal = builder.CreateShl(builder.getInt32(1), lane);
    Value* below = builder.CreateSub(equal, builder.getInt32(1));
    switch (op) {
    case ThreadOp::LanemaskEq:
      return equal;
    case ThreadOp::LanemaskLt:
      return below;
    case ThreadOp::LanemaskLe:
      return builder.CreateOr(below, equal);
    case ThreadOp::LanemaskGe:
      return builder.CreateNot(below);
    default:
      return builder.CreateNot(builder.CreateOr(below, equal));
    }
  }

  Value* isInSpace(IRBuilder<>& builder, ThreadOp op, Value* address) {
    auto inside = [&](Value* low, Value* bytes) {
      Value* offset = builder.CreateSub(address, builder.CreatePtrToInt(low, builder.getInt64Ty()));
      return builder.CreateICmpULT(offset, bytes);
    };
    auto pointer = [&](std::size_t offset) {
      return loadContextField(builder, context(), offset, builder.getPtrTy(), "space");
    };
    Value* shared = inside(
        pointer(offsetof(BlockContext, shared)),
        builder.CreateZExt(loadContextField(builder, context(), offsetof(BlockContext, sharedBytes),
                                            builder.getInt32Ty(), "bytes"),
                           builder.getInt64Ty()));
    Value* low = pointer(offsetof(BlockContext, localLow));
    Value* high = pointer(offsetof(BlockContext, localHigh));
    Value* local =
        inside(low, builder.CreateSub(builder.CreatePtrToInt(high, builder.getInt64Ty()),
                                      builder.CreatePtrToInt(low, builder.getInt64Ty())));
    switch (op) {
    case ThreadOp::IsSpaceShared:
      return shared;
    case ThreadOp::IsSpaceLocal:
      return local;
    case ThreadOp::IsSpaceGlobal:
      return builder.CreateNot(builder.CreateOr(shared, local));
    default:
      return builder.getFalse();
    }
  }

  // Where threads meet, a thread function runs in a fiber, and the run-time library knows the
  // others.
  Value* lowerMeeting(IRBuilder<>& builder, CallInst& call, const ThreadOpInfo& info) {
    Type* i1 = builder.getInt1Ty();
    Type* i32 = builder.getInt32Ty();
    Type* i64 = builder.getInt64Ty();
    auto callRuntime = [&](const char* name, Type* result, ArrayRef<Value*> more) {
      SmallVector<Value*, 8> arguments = {context(), thread()};
      arguments.append(more.begin(), more.end());
      SmallVector<Type*, 8> types;
      for (Value* argument : arguments)
        types.push_back(argument->getType());
      return builder.CreateCall(
          module_.getOrInsertFunction(name, FunctionType::get(result, types, false)), arguments);
    };
    auto argument = [&](unsigned index) { return call.getArgOperand(index); };
    switch (info.op) {
    case ThreadOp::Wait:
      callRuntime("heddle_wait", builder.getVoidTy(), {});
      return nullptr;
    case ThreadOp::Exit:
      callRuntime("heddle_exit", builder.getVoidTy(), {});
      return nullptr;
    case ThreadOp::Step:
      callRuntime("heddle_step", builder.getVoidTy(), {argument(0)});
      return nullptr;
    case ThreadOp::Barrier:
      callRuntime("heddle_barrier", builder.getVoidTy(), {argument(0), argument(1)});
      return nullptr;
    case ThreadOp::BarrierArrive:
      callRuntime("heddle_barrier_arrive", builder.getVoidTy(), {argument(0), argument(1)});
      return nullptr;
    case ThreadOp::BarrierPopc:
    case ThreadOp::BarrierAnd:
    case ThreadOp::BarrierOr: {
      bool all = info.op == ThreadOp::BarrierAnd;
      Value* predicate = all ? builder.CreateNot(argument(2)) : argument(2);
      Value* sum = callRuntime("heddle_barrier_sum", i32,
                               {argument(0), argument(1), builder.CreateZExt(predicate, i32)});
      if (info.op == ThreadOp::BarrierPopc)
        return sum;
      return all ? builder.CreateICmpEQ(sum, builder.getInt32(0))
                 : builder.CreateICmpNE(sum, builder.getInt32(0));
    }
    default:
      break;
    }
    Value* value = builder.getInt64(0);
    Value* b = builder.getInt32(0);
    Value* c = builder.getInt32(0);
    Value* members = builder.getInt32(~0u);
    if (call.arg_size() > 0) {
      members = argument(call.arg_size() - 1);
      if (call.arg_size() > 1)
        value = builder.CreateZExt(argument(0), i64);
      if (call.arg_size() == 4) {
        b = argument(1);
        c = argument(2);
      }
    }
    Value* both = callRuntime("heddle_warp_operation", i64,
                              {builder.getInt32(static_cast<std::uint32_t>(warpOperation(info.op))),
                               value, b, c, members});
    Type* type = call.getType();
    if (type->isVoidTy())
      return nullptr;
    if (type->isIntegerTy())
      return builder.CreateTrunc(both, type);
    Value* pair =
        builder.CreateInsertValue(PoisonValue::get(type), builder.CreateTrunc(both, i32), 0);
    return builder.CreateInsertValue(pair, builder.CreateTrunc(builder.CreateLShr(both, 32), i1),
                                     1);
  }

  Value* context() { return function_.getArg(0); }
  Value* thread() { return function_.getArg(1); }

  std::string lowerCall(CallInst& call) {
    IRBuilder<> builder(&call);
    const ThreadOpInfo& info = threadOpInfo(call);
    Type* i32 = builder.getInt32Ty();
    Type* i64 = builder.getInt64Ty();
    auto field = [&](std::size_t offset, Type* type) {
      return loadContextField(builder, context(), offset, type, info.name);
    };
    auto ntid = [&](unsigned axis) { return field(offsetof(BlockContext, ntid) + 4 * axis, i32); };
    Value* result = nullptr;
    switch (info.op) {
    case ThreadOp::None:
    case ThreadOp::VPrintf:
    case ThreadOp::Malloc:
    case ThreadOp::Free:
    case ThreadOp::AssertFail:
    case ThreadOp::DeviceRuntime:
    case ThreadOp::Trap:
    case ThreadOp::ClusterArrive:
    case ThreadOp::ClusterExit:
    case ThreadOp::SurfacePack:
      return lowerRealCall(call, info);
    case ThreadOp::TextureSample: {
      auto texels = callSampler(builder, function_.getEntryBlock(), call, 1, builder.getInt64(1),
                                [](Value* value) { return value; });
      result = PoisonValue::get(call.getType());
      for (unsigned i = 0; i < texels.size(); ++i)
        result = builder.CreateInsertValue(result, texels[i], i);
      break;
    }
    case ThreadOp::TidX:
      result = builder.CreateURem(thread(), ntid(0));
      break;
    case ThreadOp::TidY:
      result = builder.CreateURem(builder.CreateUDiv(thread(), ntid(0)), ntid(1));
      break;
    case ThreadOp::TidZ:
      result = builder.CreateUDiv(thread(), builder.CreateMul(ntid(0), ntid(1)));
      break;
    case ThreadOp::BlockThread:
      result = thread();
      break;
    case ThreadOp::NtidX:
    case ThreadOp::NtidY:
    case ThreadOp::NtidZ:
      result = ntid(static_cast<unsigned>(info.op) - static_cast<unsigned>(ThreadOp::NtidX));
      break;
    case ThreadOp::CtaidX:
    case ThreadOp::CtaidY:
    case ThreadOp::CtaidZ:
      result = field(offsetof(BlockContext, ctaid) + 4 * (static_cast<unsigned>(info.op) -
                                                          static_cast<unsigned>(ThreadOp::CtaidX)),
                     i32);
      break;
    case ThreadOp::NctaidX:
    case ThreadOp::NctaidY:
    case ThreadOp::NctaidZ:
      result =
          field(offsetof(BlockContext, nctaid) +
                    4 * (static_cast<unsigned>(info.op) - static_cast<unsigned>(ThreadOp::NctaidX)),
                i32);
      break;
    case ThreadOp::LaneId:
      result = builder.CreateAnd(thread(), 31);
      break;
    case ThreadOp::WarpId:
      result = builder.CreateLShr(thread(), 5);
      break;
    case ThreadOp::SmId:
      result = field(offsetof(BlockContext, workerIndex), i32);
      break;
    case ThreadOp::NSmId:
      result = field(offsetof(BlockContext, workerCount), i32);
      break;
    case ThreadOp::GridId:
      result = field(offsetof(BlockContext, gridId), i64);
      break;
    case ThreadOp::ClusterNctaidX:
    case ThreadOp::ClusterNctaidY:
    case ThreadOp::ClusterNctaidZ:
      result = field(offsetof(BlockContext, clusterDim) +
                         4 * (static_cast<unsigned>(info.op) -
                              static_cast<unsigned>(ThreadOp::ClusterNctaidX)),
                     i32);
      break;
    case ThreadOp::ClusterState:
      result = field(offsetof(BlockContext, cluster), builder.getPtrTy());
      break;
    case ThreadOp::ClusterStride:
      result = field(offsetof(BlockContext, sharedStride), i64);
      break;
    case ThreadOp::DynamicSmemSize:
      result = field(offsetof(BlockContext, dynamicSharedBytes), i32);
      break;
    case ThreadOp::TotalSmemSize:
      result = field(offsetof(BlockContext, sharedBytes), i32);
      break;
    case ThreadOp::SharedBase:
      result = field(offsetof(BlockContext, shared), builder.getPtrTy());
      break;
    case ThreadOp::CvtaShared:
      result = builder.CreateAdd(
          call.getArgOperand(0),
          builder.CreatePtrToInt(field(offsetof(BlockContext, shared), builder.getPtrTy()), i64));
      break;
    case ThreadOp::CvtaToShared:
      result = builder.CreateSub(
          call.getArgOperand(0),
          builder.CreatePtrToInt(field(offsetof(BlockContext, shared), builder.getPtrTy()), i64));
      break;
    case ThreadOp::Clock64:
      result = builder.CreateCall(
          module_.getOrInsertFunction("heddle_clock64", i64, builder.getPtrTy()), {context()});
      break;
    case ThreadOp::GlobalTimer:
      result = builder.CreateCall(
          module_.getOrInsertFunction("heddle_globaltimer", i64, builder.getPtrTy()), {context()});
      break;
    case ThreadOp::NanoSleep:
      builder.CreateCall(module_.getOrInsertFunction("heddle_nanosleep", builder.getVoidTy(),
                                                     builder.getPtrTy(), i32),
                         {context(), call.getArgOperand(0)});
      break;
    case ThreadOp::Brkpt:
    case ThreadOp::Yield:
      break;
    case ThreadOp::NWarpId:
      result = builder.CreateLShr(
          builder.CreateAdd(builder.CreateMul(builder.CreateMul(ntid(0), ntid(1)), ntid(2)),
                            builder.getInt32(31)),
          5);
      break;
    case ThreadOp::LanemaskEq:
    case ThreadOp::LanemaskLe:
    case ThreadOp::LanemaskLt:
    case ThreadOp::LanemaskGe:
    case ThreadOp::LanemaskGt:
      result = laneMask(builder, info.op);
      break;
    case ThreadOp::MaskAny:
    case ThreadOp::MaskAll:
      result = call.getArgOperand(0);
      break;
    case ThreadOp::IsSpaceShared:
    case ThreadOp::IsSpaceLocal:
    case ThreadOp::IsSpaceGlobal:
    case ThreadOp::IsSpaceConst:
    case ThreadOp::IsSpaceParam:
      result = isInSpace(builder, info.op, call.getArgOperand(0));
      break;
    default:
      if (!meetsOthers(call) && info.op != ThreadOp::Wait && info.op != ThreadOp::Exit)
        return info.name;
      if (!fibers_)
        return info.name;
      result = lowerMeeting(builder, call, info);
    }
    if (result)
      call.replaceAllUsesWith(result);
    call.eraseFromParent();
    return {};
  }

  std::string lowerRealCall(CallInst& call, const ThreadOpInfo& info) {
    IRBuilder<> builder(&call);
    SmallVector<Type*, 8> types = {builder.getPtrTy(), builder.getInt32Ty()};
    SmallVector<Value*, 8> arguments = {context(), thread()};
    for (Use& argument : call.args()) {
      types.push_back(argument->getType());
      arguments.push_back(argument);
    }
    auto* type = FunctionType::get(call.getType(), types, false);
    Value* callee = call.getCalledOperand();
    if (info.op != ThreadOp::None) {
      callee = module_.getOrInsertFunction(runtimeFunction(call, info), type).getCallee();
    } else if (Function* function = call.getCalledFunction()) {
      // Without a definition here it is one of the program's functions, known by its own name.
      callee = module_.getFunction((function->getName() + kThreadFunctionSuffix).str());
      if (!callee)
        callee = function;
    }
    Value* result = builder.CreateCall(type, callee, arguments);
    call.replaceAllUsesWith(result);
    call.eraseFromParent();
    return {};
  }

  Function& function_;
  Function& original_;
  Module& module_;
  bool fibers_;
};

} // namespace

bool isCalledWarpFunction(const Function& function) {
  return function.hasFnAttribute(kWarpFunction) && function.hasFnAttribute(kCalledByGangs);
}

bool functionsMeetOthers(Module& module) {
  for (Function& function : module)
    if (isDeviceFunction(function))
      for (Instruction& instruction : instructions(function)) {
        auto* call = dyn_cast<CallBase>(&instruction);
        if (call ? meetsOthers(*call) || threadOp(*call) == ThreadOp::Exit
                 : isWarpSynchronous(instruction))
          return true;
      }
  return false;
}

Error lowerThreadFunction(Function& function, Function& original, bool fibers) {
  return ThreadFunction(function, original, fibers).lower();
}

Error addThreadFunctions(Module& module, bool fibers) {
  LLVMContext& context = module.getContext();
  SmallVector<std::pair<Function*, Function*>, 8> pairs;
  for (Function& function : module) {
    if (!isDeviceFunction(function))
      continue;
    SmallVector<Type*, 8> types = {PointerType::getUnqual(context), Type::getInt32Ty(context)};
    for (Argument& argument : function.args())
      types.push_back(argument.getType());
    auto* type = FunctionType::get(function.getReturnType(), types, false);
    pairs.push_back({Function::Create(type, GlobalValue::InternalLinkage,
                                      function.getName() + kThreadFunctionSuffix),
                     &function});
  }
  for (auto [created, original] : pairs) {
    module.getFunctionList().push_back(created);
    original->addFnAttr(kThreadIr);
  }
  for (auto [created, original] : pairs) {
    ValueToValueMapTy map;
    for (unsigned i = 0; i < original->arg_size(); ++i)
      map[original->getArg(i)] = created->getArg(i + 2);
    SmallVector<ReturnInst*, 4> returns;
    CloneFunctionInto(created, original, map, CloneFunctionChangeType::LocalChangesOnly, returns);
    created->setAttributes({});
    created->addFnAttr(Attribute::NoUnwind);
    if (Error error = lowerThreadFunction(*created, *original, fibers))
      return error;
  }
  return Error::success();
}

PreservedAnalyses AddThreadFunctionsPass::run(Module& module, ModuleAnalysisManager&) {
  if (Error error = addThreadFunctions(module, fibers_))
    reportFailure(*module.begin(), std::move(error));
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
