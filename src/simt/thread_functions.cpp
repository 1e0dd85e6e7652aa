#include "simt/thread_functions.h"

#include "ir/kernel_abi.h"
#include "ir/thread_operations.h"
#include "simt/function_attributes.h"
#include "simt/gang_builder.h"
#include "simt/pass_failure.h"
#include "simt/texture_calls.h"
#include "simt/thread_values.h"
#include "simt/warp_synchronous.h"

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
  // Where threads meet, a thread function runs in a fiber, and the run-time library knows the
  // others.
  Value* lowerMeeting(IRBuilder<>& builder, CallInst& call, const ThreadOpInfo& info) {
    Type* i1 = builder.getInt1Ty();
    Type* i32 = builder.getInt32Ty();
    Type* i64 = builder.getInt64Ty();
    auto argument = [&](unsigned index) { return call.getArgOperand(index); };
    auto callBehind = [&](Type* result, ArrayRef<Value*> more) {
      SmallVector<Value*, 8> arguments = {context(), thread()};
      arguments.append(more.begin(), more.end());
      return callRuntime(builder, info.implementation.function, result, arguments);
    };
    if (info.op == ThreadOp::BarrierPopc || info.op == ThreadOp::BarrierAnd ||
        info.op == ThreadOp::BarrierOr) {
      bool all = info.op == ThreadOp::BarrierAnd;
      Value* predicate = all ? builder.CreateNot(argument(2)) : argument(2);
      Value* sum = callBehind(i32, {argument(0), argument(1), builder.CreateZExt(predicate, i32)});
      if (info.op == ThreadOp::BarrierPopc)
        return sum;
      return all ? builder.CreateICmpEQ(sum, builder.getInt32(0))
                 : builder.CreateICmpNE(sum, builder.getInt32(0));
    }
    if (info.implementation.kind == ThreadOpImplementation::Kind::FiberCall) {
      callBehind(builder.getVoidTy(), SmallVector<Value*, 2>(call.args()));
      return nullptr;
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
    auto operation = static_cast<std::uint32_t>(info.implementation.operation);
    Value* both = callBehind(i64, {builder.getInt32(operation), value, b, c, members});
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
    auto ntid = [&](unsigned axis) {
      return field(threadOpInfo(alongAxis(ThreadOp::NtidX, axis)).implementation.offset, i32);
    };
    Value* result = nullptr;
    if (info.op == ThreadOp::None || info.flags & PerLane)
      return lowerRealCall(call, info);
    switch (info.op) {
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
    case ThreadOp::LaneId:
      result = builder.CreateAnd(thread(), 31);
      break;
    case ThreadOp::WarpId:
      result = builder.CreateLShr(thread(), 5);
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
      result = laneMask(builder, info.op, thread());
      break;
    case ThreadOp::MaskAny:
    case ThreadOp::MaskAll:
      result = call.getArgOperand(0);
      break;
    case ThreadOp::IsSpaceShared:
    case ThreadOp::IsSpaceLocal:
    case ThreadOp::IsSpaceGlobal:
    case ThreadOp::IsSpaceParam:
      result = isInSpace(builder, info.op, call.getArgOperand(0), field);
      break;
    default:
      if (!lowerByTable(builder, call, info, result))
        return info.name;
    }
    if (result)
      call.replaceAllUsesWith(result);
    call.eraseFromParent();
    return {};
  }

  // Lowers an operation of which thread_operations.def says everything. Returns false if the
  // operation needs fibers and there are none.
  bool lowerByTable(IRBuilder<>& builder, CallInst& call, const ThreadOpInfo& info,
                    Value*& result) {
    using Kind = ThreadOpImplementation::Kind;
    const ThreadOpImplementation& implementation = info.implementation;
    switch (implementation.kind) {
    case Kind::Field:
      result =
          loadContextField(builder, context(), implementation.offset, call.getType(), info.name);
      return true;
    case Kind::Call: {
      SmallVector<Value*, 2> arguments = {context()};
      arguments.append(call.arg_begin(), call.arg_end());
      result = callRuntime(builder, implementation.function, call.getType(), arguments);
      return true;
    }
    case Kind::FiberCall:
    case Kind::WarpExchange:
      if (fibers_)
        result = lowerMeeting(builder, call, info);
      return fibers_;
    default:
      return false;
    }
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
      // A function without a definition here is one of the program's functions, known by its own
      // name.
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
                 : isWarpSynchronous(instruction) || mustAgree(instruction))
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
    created->setDSOLocal(true);
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
