#include "ir/thread_operations.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

#include <array>
#include <string_view>

using namespace llvm;

namespace heddle {
namespace {

using namespace effects;
using Kind = ThreadOpImplementation::Kind;

constexpr ThreadOpInfo row(ThreadOp op, const char* name, const char* result,
                           const char* parameters, unsigned effects, unsigned flags,
                           const ThreadOpImplementation& implementation) {
  if (implementation.kind == Kind::LaneCall)
    flags |= PerLane;
  return {op, name, result, parameters, effects, flags, implementation};
}

// In the order of the enumeration.
constexpr ThreadOpInfo kTable[] = {
    row(ThreadOp::None, "", "void", "", Anything, 0, {}),
#define HEDDLE_THREAD_OP(op, name, result, parameters, effects, flags, implementation, ptx)        \
  row(ThreadOp::op, name, result, parameters, effects, flags, {implementation}),
#define HEDDLE_FIELD(member)                                                                       \
  .kind = Kind::Field, .offset = offsetof(BlockContext, member),                                   \
  .bytes = sizeof(static_cast<BlockContext*>(nullptr)->member)
#define HEDDLE_CALL(symbol) .kind = Kind::Call, .function = #symbol
#define HEDDLE_LANE_CALL(symbol) .kind = Kind::LaneCall, .function = #symbol
#define HEDDLE_LANE_CALLS(prefix) .kind = Kind::LaneCall, .function = #prefix
#define HEDDLE_SAMPLER_CALL(symbol) .kind = Kind::SamplerCall, .function = #symbol
#define HEDDLE_FIBER_CALL(symbol) .kind = Kind::FiberCall, .function = #symbol
#define HEDDLE_WARP_EXCHANGE(meaning)                                                              \
  .kind = Kind::WarpExchange, .function = "heddle_warp_operation",                                 \
  .operation = WarpOperation::meaning
#include "ir/thread_operations.def"
};

// Whether each field that an operation reads has the size of the operation's result.
consteval bool fieldsHaveTheirSizes() {
  for (const ThreadOpInfo& info : kTable) {
    const std::string_view result = info.result;
    const std::size_t bytes = result == "ptr" || result == "i64" ? 8 : 4;
    if (info.implementation.kind == Kind::Field && info.implementation.bytes != bytes)
      return false;
  }
  return true;
}
static_assert(fieldsHaveTheirSizes());

bool isFamily(const ThreadOpInfo& info) {
  return StringRef(info.name).ends_with(".");
}

Type* typeFrom(StringRef text, LLVMContext& context) {
  if (text.consume_front("{")) {
    SmallVector<StringRef, 4> texts;
    SmallVector<Type*, 4> elements;
    text.drop_back().split(texts, ", ");
    for (StringRef element : texts)
      elements.push_back(typeFrom(element, context));
    return StructType::get(context, elements);
  }
  if (text == "void")
    return Type::getVoidTy(context);
  if (text == "ptr")
    return PointerType::getUnqual(context);
  unsigned bits = 0;
  [[maybe_unused]] bool isWrong = !text.consume_front("i") || text.getAsInteger(10, bits);
  assert(!isWrong && "a type in thread_operations.def");
  return IntegerType::get(context, bits);
}

FunctionType* functionType(const ThreadOpInfo& info, LLVMContext& context) {
  SmallVector<StringRef, 8> texts;
  SmallVector<Type*, 8> parameters;
  StringRef(info.parameters).split(texts, ", ", -1, false);
  for (StringRef parameter : texts)
    parameters.push_back(typeFrom(parameter.split(' ').first, context));
  return FunctionType::get(resultType(info, context), parameters, false);
}

Function* declare(Module& module, const ThreadOpInfo& info, const Twine& name, FunctionType* type) {
  std::string text = name.str();
  if (Function* existing = module.getFunction(text))
    return existing;
  Function* function = Function::Create(type, GlobalValue::ExternalLinkage, text, module);
  addAttributes(*function, info);
  return function;
}

} // namespace

const ThreadOpInfo& threadOpInfo(ThreadOp op) {
  return kTable[static_cast<unsigned>(op)];
}

const ThreadOpInfo& threadOpInfo(StringRef name) {
  static const auto* byName = [] {
    auto* map = new StringMap<const ThreadOpInfo*>;
    for (const ThreadOpInfo& info : kTable)
      (*map)[info.name] = &info;
    return map;
  }();
  if (auto found = byName->find(name); found != byName->end() && !isFamily(*found->second))
    return *found->second;
  for (ThreadOp family : {ThreadOp::DeviceRuntime, ThreadOp::TextureSample})
    if (name.starts_with(threadOpName(family)))
      return threadOpInfo(family);
  return threadOpInfo(ThreadOp::None);
}

const ThreadOpInfo& threadOpInfo(const Value* callee) {
  auto* function = dyn_cast<Function>(callee);
  return function && function->isDeclaration() ? threadOpInfo(function->getName())
                                               : threadOpInfo(ThreadOp::None);
}

Type* resultType(const ThreadOpInfo& info, LLVMContext& context) {
  return typeFrom(StringRef(info.result).split(" < ").first, context);
}

void addAttributes(Function& function, const ThreadOpInfo& info) {
  function.setDoesNotThrow();
  if (info.effects & NoMemory)
    function.setDoesNotAccessMemory();
  if (info.effects & WillReturn)
    function.addFnAttr(Attribute::WillReturn);
  if (info.effects & Speculatable)
    function.addFnAttr(Attribute::Speculatable);
  if (info.effects & Convergent)
    function.addFnAttr(Attribute::Convergent);
  if (info.effects & HiddenMemory)
    function.setOnlyAccessesInaccessibleMemory();
  if (info.effects & OnlyReads)
    function.setOnlyReadsMemory();
  if (info.effects & NoReturn)
    function.setDoesNotReturn();
  std::uint64_t end = 0;
  if (StringRef range = StringRef(info.result).split(" < ").second; !range.getAsInteger(10, end))
    function.addRetAttr(Attribute::get(function.getContext(), Attribute::Range,
                                       ConstantRange(APInt(32, 0), APInt(32, end))));
}

Function* declareThreadOp(Module& module, ThreadOp op) {
  const ThreadOpInfo& info = threadOpInfo(op);
  return declare(module, info, info.name, functionType(info, module.getContext()));
}

Function* declareThreadOp(Module& module, ThreadOp family, StringRef rest, FunctionType* type) {
  const ThreadOpInfo& info = threadOpInfo(family);
  return declare(module, info, info.name + rest, type);
}

CallInst* callThreadOp(IRBuilderBase& builder, ThreadOp op, ArrayRef<Value*> arguments,
                       const Twine& name) {
  Module& module = *builder.GetInsertBlock()->getModule();
  CallInst* call = builder.CreateCall(declareThreadOp(module, op), arguments, name);
  if (threadOpInfo(op).effects & Convergent)
    call->setConvergent();
  return call;
}

std::string runtimeFunction(const CallBase& call, const ThreadOpInfo& info) {
  StringRef rest = call.getCalledFunction()->getName().drop_front(StringRef(info.name).size());
  return info.implementation.function + rest.str();
}

CallInst* callRuntime(IRBuilderBase& builder, StringRef function, Type* result,
                      ArrayRef<Value*> arguments) {
  SmallVector<Type*, 8> types;
  for (Value* argument : arguments)
    types.push_back(argument->getType());
  auto* type = FunctionType::get(result, types, false);
  Module& module = *builder.GetInsertBlock()->getModule();
  return builder.CreateCall(module.getOrInsertFunction(function, type), arguments);
}

} // namespace heddle
