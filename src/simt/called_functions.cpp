#include "simt/called_functions.h"

#include "ir/thread_operations.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::simt {
namespace {

constexpr unsigned kLeadingArguments = 3;
// An attribute of an argument: its stride between lanes, or kNoStride if it varies.
constexpr const char* kStride = "heddle-stride";
constexpr const char* kNoStride = "none";

bool waitsOrMeets(const Instruction& instruction) {
  if (auto* call = dyn_cast<CallBase>(&instruction)) {
    const ThreadOpInfo& info = threadOpInfo(*call);
    return (info.flags & (WarpLevel | BlockLevel)) || info.op == ThreadOp::Exit ||
           info.op == ThreadOp::NanoSleep;
  }
  if (auto* update = dyn_cast<AtomicRMWInst>(&instruction)) {
    // An update that changes nothing may be a way to wait for a value, an exchange to take a lock.
    auto* constant = dyn_cast<ConstantInt>(update->getValOperand());
    return update->getOperation() == AtomicRMWInst::Xchg || (constant && constant->isZero());
  }
  return instruction.isAtomic() || instruction.isVolatile();
}

} // namespace

bool canBeCalledByGangs(Function& function) {
  auto fits = [](Type* type) { return VectorType::isValidElementType(type); };
  Type* result = function.getReturnType();
  return !function.isVarArg() && (result->isVoidTy() || fits(result)) &&
         all_of(function.args(), [&](const Argument& a) { return fits(a.getType()); }) &&
         none_of(instructions(function), waitsOrMeets);
}

std::vector<Function*> functionsCalledByGangs(Function& kernel) {
  // Post-order over calls. None of these functions is recursive.
  std::vector<Function*> order;
  SmallPtrSet<Function*, 16> seen;
  auto visit = [&](auto& self, Function& caller) -> void {
    for (Instruction& instruction : instructions(caller)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      Function* callee = call ? call->getCalledFunction() : nullptr;
      if (callee && callee->hasFnAttribute(kCalledByGangs) && seen.insert(callee).second) {
        self(self, *callee);
        order.push_back(callee);
      }
    }
  };
  visit(visit, kernel);
  std::reverse(order.begin(), order.end());
  return order;
}

std::vector<Function*> gangFunctions(Function& kernel) {
  std::vector<Function*> functions = functionsCalledByGangs(kernel);
  functions.insert(functions.begin(), &kernel);
  return functions;
}

Shape argumentShape(const Argument& argument) {
  if (!argument.getParent()->hasFnAttribute(kCalledByGangs))
    return Shape::uniform(); // The parameters of a kernel are the same for all threads.
  Attribute noted =
      argument.getParent()->getAttributes().getParamAttr(argument.getArgNo(), kStride);
  if (!noted.isValid() || noted.getValueAsString() == kNoStride)
    return Shape::varying();
  std::int64_t stride = 0;
  noted.getValueAsString().getAsInteger(10, stride);
  return stride == 0 ? Shape::uniform() : Shape::affine(stride, 1, false);
}

namespace {

void recordStrides(const CallBase& call, Function& callee, const Shapes& shapes) {
  for (unsigned i = 0; i < callee.arg_size(); ++i) {
    Shape shape = shapes.of(call.getArgOperand(i));
    std::string stride =
        shape.isUniform() || shape.isExactlyAffine() ? std::to_string(shape.stride) : kNoStride;
    Attribute noted = callee.getAttributes().getParamAttr(i, kStride);
    if (noted.isValid() && noted.getValueAsString() != stride)
      stride = kNoStride;
    callee.addParamAttr(i, Attribute::get(callee.getContext(), kStride, stride));
  }
}

} // namespace

PreservedAnalyses RecordArgumentStridesPass::run(Function& function,
                                                 FunctionAnalysisManager& analyses) {
  for (const Instruction& instruction : instructions(function)) {
    auto* call = dyn_cast<CallBase>(&instruction);
    Function* callee = call ? call->getCalledFunction() : nullptr;
    if (callee && callee->hasFnAttribute(kCalledByGangs))
      recordStrides(*call, *callee, analyses.getResult<UniformityAnalysis>(function));
  }
  return PreservedAnalyses::all();
}

Function* declareGangFunction(Function& function, unsigned width) {
  Module& module = *function.getParent();
  std::string name = (function.getName() + ".gang").str();
  if (Function* declared = module.getFunction(name))
    return declared;
  LLVMContext& context = module.getContext();
  SmallVector<Type*, 8> types = {PointerType::getUnqual(context), Type::getInt32Ty(context),
                                 Type::getIntNTy(context, width)};
  for (const Argument& argument : function.args()) {
    bool isScalar = width == 1 || !argumentShape(argument).isVarying();
    types.push_back(isScalar ? argument.getType()
                             : FixedVectorType::get(argument.getType(), width));
  }
  Type* result = function.getReturnType();
  if (auto* parts = dyn_cast<StructType>(result); parts && width > 1) {
    SmallVector<Type*, 8> vectors;
    for (Type* part : parts->elements())
      vectors.push_back(FixedVectorType::get(part, width));
    result = StructType::get(context, vectors);
  } else if (!result->isVoidTy() && width > 1) {
    result = FixedVectorType::get(result, width);
  }
  auto* gang = Function::Create(FunctionType::get(result, types, false),
                                GlobalValue::InternalLinkage, name, module);
  gang->addFnAttr(Attribute::NoInline);
  return gang;
}

Argument* gangArgument(Function& gang, const Argument& argument) {
  return gang.getArg(kLeadingArguments + argument.getArgNo());
}

} // namespace heddle::simt
