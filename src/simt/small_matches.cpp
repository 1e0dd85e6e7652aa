#include "simt/small_matches.h"

#include "simt/execution_form.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::simt {
namespace {

constexpr const char* kName = "heddle.small.match";
constexpr std::uint32_t kTableEntries = 1u << kSmallMatchBits;

class SmallMatch {
public:
  explicit SmallMatch(Function& function)
      : function_(function),
        builder_(BasicBlock::Create(function.getContext(), "entry", &function)) {}

  void build() {
    Type* word = builder_.getInt32Ty();
    table_ = builder_.CreateAlloca(ArrayType::get(word, kTableEntries), nullptr, "table");
    // Nobody reads the entries of values that no lane has, so that only the others are cleared.
    forEachLane(
        [&](Value*, Value*, Value* entry) { builder_.CreateStore(builder_.getInt32(0), entry); });
    forEachLane([&](Value* lane, Value*, Value* entry) {
      Value* bit =
          builder_.CreateAnd(builder_.CreateShl(builder_.getInt32(1), lane), function_.getArg(1));
      builder_.CreateStore(builder_.CreateOr(builder_.CreateLoad(word, entry), bit), entry);
    });
    forEachLane([&](Value*, Value* place, Value* entry) {
      builder_.CreateStore(builder_.CreateLoad(word, entry), place);
    });
    builder_.CreateRetVoid();
  }

private:
  // Gives `body` the lane's number, where its value lies, and the table's entry for that value.
  void forEachLane(function_ref<void(Value*, Value*, Value*)> body) {
    Type* word = builder_.getInt32Ty();
    BasicBlock* before = builder_.GetInsertBlock();
    BasicBlock* loop = BasicBlock::Create(function_.getContext(), "lane", &function_);
    BasicBlock* behind = BasicBlock::Create(function_.getContext(), "behind", &function_);
    builder_.CreateBr(loop);
    builder_.SetInsertPoint(loop);
    PHINode* lane = builder_.CreatePHI(word, 2);
    Value* index = builder_.CreateZExt(lane, builder_.getInt64Ty());
    Value* place = builder_.CreateGEP(word, function_.getArg(0), index);
    Value* key = builder_.CreateAnd(builder_.CreateLoad(word, place), kTableEntries - 1);
    body(lane, place,
         builder_.CreateGEP(word, table_, builder_.CreateZExt(key, builder_.getInt64Ty())));
    Value* next = builder_.CreateAdd(lane, builder_.getInt32(1), "", true, true);
    lane->addIncoming(builder_.getInt32(0), before);
    lane->addIncoming(next, loop);
    builder_.CreateCondBr(builder_.CreateICmpULT(next, builder_.getInt32(kWarpSize)), loop, behind);
    builder_.SetInsertPoint(behind);
  }

  Function& function_;
  IRBuilder<> builder_;
  Value* table_ = nullptr;
};

} // namespace

Function* smallMatchFunction(Module& module) {
  if (Function* made = module.getFunction(kName))
    return made;
  LLVMContext& context = module.getContext();
  auto* type = FunctionType::get(Type::getVoidTy(context),
                                 {PointerType::get(context, 0), Type::getInt32Ty(context)}, false);
  Function* function = Function::Create(type, GlobalValue::InternalLinkage, kName, module);
  function->addFnAttr(Attribute::NoInline);
  function->setDoesNotThrow();
  function->setOnlyAccessesArgMemory();
  SmallMatch(*function).build();
  return function;
}

} // namespace heddle::simt
