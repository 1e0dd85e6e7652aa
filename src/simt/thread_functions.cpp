#include "simt/thread_functions.h"

#include "ir/kernel_abi.h"
#include "simt/gang_builder.h"
#include "simt/thread_intrinsics.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

#include <cstddef>

using namespace llvm;

namespace heddle::simt {
namespace {

constexpr const char* kSuffix = ".thread";
constexpr const char* kThreadIr = "heddle-thread-ir"; // has its native form elsewhere in the module

bool isDeviceFunction(const Function& function) {
  return !function.isDeclaration() && !function.hasFnAttribute("heddle-kernel") &&
         !function.getName().ends_with(kSuffix);
}

class ThreadFunction {
public:
  ThreadFunction(Function& function, Function& original)
      : function_(function), original_(original), module_(*function.getParent()) {}

  std::string lower() {
    SmallVector<CallInst*, 16> calls;
    for (Instruction& instruction : instructions(function_))
      if (auto* call = dyn_cast<CallInst>(&instruction); call && !isa<IntrinsicInst>(call))
        calls.push_back(call);
    for (CallInst* call : calls) {
      std::string error = lowerCall(*call);
      if (!error.empty())
        return error + " in " + original_.getName().str() +
               ", a function that is called through a pointer or recursively";
    }
    return {};
  }

private:
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
    case ThreadOp::Trap:
      return lowerRealCall(call, info);
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
      break;
    default:
      return info.name;
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
      StringRef name = info.op == ThreadOp::AssertFail ? "assertfail" : StringRef(info.name);
      name.consume_front("heddle.");
      callee = module_.getOrInsertFunction(("heddle_" + name).str(), type).getCallee();
    } else if (Function* function = call.getCalledFunction()) {
      callee = module_.getFunction((function->getName() + kSuffix).str());
      if (!callee)
        return "call of " + function->getName().str() + ", which is not defined,";
    }
    Value* result = builder.CreateCall(type, callee, arguments);
    call.replaceAllUsesWith(result);
    call.eraseFromParent();
    return {};
  }

  Function& function_;
  Function& original_;
  Module& module_;
};

} // namespace

std::string addThreadFunctions(Module& module) {
  LLVMContext& context = module.getContext();
  SmallVector<std::pair<Function*, Function*>, 8> pairs;
  for (Function& function : module) {
    if (!isDeviceFunction(function))
      continue;
    SmallVector<Type*, 8> types = {PointerType::getUnqual(context), Type::getInt32Ty(context)};
    for (Argument& argument : function.args())
      types.push_back(argument.getType());
    auto* type = FunctionType::get(function.getReturnType(), types, false);
    pairs.push_back(
        {Function::Create(type, GlobalValue::InternalLinkage, function.getName() + kSuffix),
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
    std::string error = ThreadFunction(*created, *original).lower();
    if (!error.empty())
      return error;
  }
  return {};
}

void dropThreadIr(Module& module) {
  for (Function& function : make_early_inc_range(module)) {
    if (function.hasFnAttribute(kThreadIr) || function.hasFnAttribute("heddle-kernel")) {
      function.deleteBody();
      function.setLinkage(GlobalValue::ExternalLinkage);
      function.setComdat(nullptr);
    }
  }
  for (Function& function : make_early_inc_range(module)) {
    function.removeDeadConstantUsers();
    if (function.use_empty() && (function.isDeclaration() || (function.hasInternalLinkage())))
      function.eraseFromParent();
  }
}

std::string buildThreadFunctions(Module& module) {
  for (GlobalVariable& variable : module.globals())
    if (variable.getAddressSpace() == 3 && !variable.use_empty())
      return "shared variable " + variable.getName().str() +
             " in a function that is called through a pointer";
  std::string error = addThreadFunctions(module);
  if (!error.empty())
    return error;
  SmallVector<std::pair<Function*, std::string>, 8> renamed;
  for (Function& function : module)
    if (function.getName().ends_with(kSuffix)) {
      std::string name = function.getName().drop_back(StringRef(kSuffix).size()).str();
      renamed.push_back({&function, name});
    }
  for (auto& [function, name] : renamed) {
    Function* original = module.getFunction(name);
    original->replaceAllUsesWith(function);
    original->eraseFromParent();
    function->setName(name);
    function->setLinkage(GlobalValue::ExternalLinkage);
  }
  return {};
}

} // namespace heddle::simt
