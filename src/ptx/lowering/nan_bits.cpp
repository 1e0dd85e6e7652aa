// Gives NaNs the bits that a GPU gives them.
//
// A GPU's single-precision arithmetic has one NaN, 0x7fffffff, while the host's propagates
// payloads. A program can tell the difference only where it sees the bits of a value: in memory, in
// integer instructions, in other lanes and in other functions. A NaN is replaced there, and not
// behind each operation. Only results of arithmetic are replaced; values that were merely moved
// keep their bits. Where a phi or select joins values of both kinds, an i1 beside it says which one
// it has taken. A shuffle passes on what is a result of arithmetic in every lane; otherwise lanes
// would have to tell each other what they send, and the NaN is replaced before it.
//
// Double precision propagates payloads as the host does, but the choice among several NaN operands
// differs. Where a program sees the bits of such a result, it is chosen again as a GPU chooses.
#include "ptx/lowering/lowering.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/TargetParser/Triple.h>

namespace heddle::ptx {
namespace {

constexpr std::uint32_t kSingleNan = 0x7fffffff;
constexpr std::uint64_t kDoubleNan = 0xfff8000000000000;

bool isHelper(const llvm::CallInst& call, llvm::StringRef prefix) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee && callee->getName().starts_with(prefix);
}

// Untyped registers hold floats as integers.
bool carriesSingle(const llvm::Type* type) {
  return type->isFloatTy() || type->isIntegerTy(32);
}

// The shuffle whose value, rather than whose predicate, this is; else null.
const llvm::CallInst* shuffleOf(const llvm::Value* value) {
  const auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(value);
  if (!part || part->getNumIndices() != 1 || part->getIndices().front() != 0)
    return nullptr;
  const auto* call = llvm::dyn_cast<llvm::CallInst>(part->getAggregateOperand());
  return call && isHelper(*call, "heddle.shfl.") ? call : nullptr;
}

bool isShuffledValue(const llvm::Use& use) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
  return call && isHelper(*call, "heddle.shfl.") && use.getOperandNo() == 0;
}

// The operands whose bits the value passes on; empty when it computes something of its own.
llvm::SmallVector<llvm::Value*, 4> carried(llvm::Value* value) {
  if (!carriesSingle(value->getType()))
    return {};
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(value))
    return {phi->value_op_begin(), phi->value_op_end()};
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(value))
    return {select->getTrueValue(), select->getFalseValue()};
  if (const llvm::CallInst* shuffle = shuffleOf(value))
    return {shuffle->getArgOperand(0)};
  auto* cast = llvm::dyn_cast<llvm::BitCastInst>(value);
  if (cast && carriesSingle(cast->getSrcTy()))
    return {cast->getOperand(0)};
  return {};
}

// Whether the value is a conversion, minimum or maximum that gives a GPU's NaN by itself.
bool hasOwnNan(const llvm::Value* value) {
  if (const auto* cast = llvm::dyn_cast<llvm::FPTruncInst>(value))
    return cast->getSrcTy()->isDoubleTy();
  const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
  if (!call)
    return false;
  if (isHelper(*call, "heddle.lib.ftz."))
    return hasOwnNan(call->getArgOperand(0));
  for (llvm::StringRef prefix : {"heddle.lib.cvt.", "heddle.lib.min", "heddle.lib.max"})
    if (isHelper(*call, prefix))
      return true;
  return false;
}

bool makesSingleNan(const llvm::Value* value) {
  if (!value->getType()->isFloatTy() || hasOwnNan(value))
    return false;
  if (const auto* call = llvm::dyn_cast<llvm::CallInst>(value))
    return llvm::isa<llvm::IntrinsicInst>(call)
               ? call->getIntrinsicID() != llvm::Intrinsic::copysign
               : isHelper(*call, "heddle.lib.");
  return llvm::isa<llvm::BinaryOperator>(value) || llvm::isa<llvm::UnaryOperator>(value) ||
         llvm::isa<llvm::FPExtInst>(value);
}

bool canBeNan(const llvm::Value* value) {
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(value))
    return number->isNaN();
  if (const auto* bits = llvm::dyn_cast<llvm::ConstantInt>(value))
    return (bits->getZExtValue() & 0x7fffffff) > 0x7f800000;
  return !llvm::isa<llvm::SIToFPInst>(value) && !llvm::isa<llvm::UIToFPInst>(value) &&
         !llvm::isa<llvm::UndefValue>(value);
}

// Whether the program can see the bits of a 32-bit value at this use. Arithmetic sees only the
// number, and phis, selects and casts between 32-bit types only pass the bits on.
bool showsBits(const llvm::Use& use) {
  const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
  if (llvm::isa<llvm::PHINode>(user))
    return false;
  if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(user))
    return use.getOperandNo() == 0 && select->getCondition() == use.get();
  if (const auto* cast = llvm::dyn_cast<llvm::BitCastInst>(user))
    return !carriesSingle(cast->getDestTy());
  if (!use->getType()->isFloatTy())
    return true;
  if (const auto* call = llvm::dyn_cast<llvm::CallInst>(user)) {
    if (llvm::isa<llvm::IntrinsicInst>(call))
      return call->getIntrinsicID() == llvm::Intrinsic::copysign && use.getOperandNo() == 0;
    return !isHelper(*call, "heddle.lib.");
  }
  if (llvm::isa<llvm::FPExtInst>(user)) // a double keeps the payload, except that of a half
    return !llvm::isa<llvm::FPExtInst>(use.get());
  return !llvm::isa<llvm::BinaryOperator>(user) && !llvm::isa<llvm::UnaryOperator>(user) &&
         !llvm::isa<llvm::FCmpInst>(user) && !llvm::isa<llvm::CastInst>(user);
}

class SingleNans {
public:
  explicit SingleNans(llvm::Function& function)
      : function_(function), yes_(llvm::ConstantInt::getTrue(function.getContext())),
        no_(llvm::ConstantInt::getFalse(function.getContext())) {}

  void run() {
    classify();
    std::vector<llvm::Use*> uses;
    for (auto& [value, origin] : origins_)
      if (origin & Made)
        for (llvm::Use& use : value->uses())
          if (showsBits(use) && (origin != Made || !isShuffledValue(use)))
            uses.push_back(&use);
    for (llvm::Use* use : uses)
      show(*use);
  }

private:
  enum Origin : unsigned { Made = 1, Moved = 2 };

  void classify() {
    std::vector<llvm::Value*> carriers;
    for (llvm::Instruction& instruction : llvm::instructions(function_)) {
      if (makesSingleNan(&instruction))
        origins_[&instruction] = Made;
      else if (!carried(&instruction).empty())
        carriers.push_back(&instruction);
    }
    if (origins_.empty())
      return;
    for (bool changed = true; changed;) {
      changed = false;
      for (llvm::Value* carrier : carriers) {
        unsigned origin = 0;
        for (llvm::Value* from : carried(carrier))
          origin |= originOf(from);
        if (origin == (Made | Moved) && shuffleOf(carrier))
          origin = Moved;
        unsigned& known = origins_[carrier];
        changed |= known != origin;
        known = origin;
      }
    }
  }

  unsigned originOf(llvm::Value* value) {
    auto found = origins_.find(value);
    if (found != origins_.end())
      return found->second;
    return carried(value).empty() && canBeNan(value) ? Moved : 0;
  }

  // An i1 that is true where the value is a result of arithmetic.
  llvm::Value* made(llvm::Value* value) {
    unsigned origin = originOf(value);
    if (origin != (Made | Moved))
      return origin == Made ? yes_ : no_;
    llvm::Value*& flag = flags_[value];
    if (flag)
      return flag;
    if (auto* cast = llvm::dyn_cast<llvm::BitCastInst>(value))
      return flags_[value] = made(cast->getOperand(0));
    if (auto* select = llvm::dyn_cast<llvm::SelectInst>(value)) {
      llvm::Value *first = made(select->getTrueValue()), *second = made(select->getFalseValue());
      llvm::IRBuilder<> builder(select);
      return flags_[value] = builder.CreateSelect(select->getCondition(), first, second);
    }
    auto* phi = llvm::cast<llvm::PHINode>(value);
    llvm::IRBuilder<> builder(phi);
    llvm::PHINode* own = builder.CreatePHI(builder.getInt1Ty(), phi->getNumIncomingValues());
    flag = own;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      own->addIncoming(made(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
    return own;
  }

  void show(llvm::Use& use) {
    auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    llvm::IRBuilder<> builder(user);
    llvm::Value* number = builder.CreateBitCast(use.get(), builder.getFloatTy());
    llvm::Value* isNan = builder.CreateFCmpUNO(number, number);
    if (llvm::Value* flag = made(use.get()); flag != yes_)
      isNan = builder.CreateAnd(isNan, flag);
    llvm::Constant* nan = builder.getInt32(kSingleNan);
    if (use->getType()->isFloatTy())
      nan = llvm::ConstantExpr::getBitCast(nan, builder.getFloatTy());
    use.set(builder.CreateSelect(isNan, nan, use.get()));
  }

  llvm::Function& function_;
  llvm::Constant *yes_, *no_;
  llvm::MapVector<llvm::Value*, unsigned> origins_;
  llvm::DenseMap<llvm::Value*, llvm::Value*> flags_;
};

// The functions from here on are about double precision.

// The operands of a double-precision operation, in the order in which a GPU prefers their NaNs.
llvm::SmallVector<llvm::Value*, 3> nanOrder(llvm::Value* value) {
  if (!value->getType()->isDoubleTy())
    return {};
  if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(value)) {
    llvm::Value *a = operation->getOperand(0), *b = operation->getOperand(1);
    if (operation->getOpcode() == llvm::Instruction::FDiv)
      return {a, b};
    return {b, a};
  }
  if (auto* operation = llvm::dyn_cast<llvm::UnaryOperator>(value))
    return {operation->getOperand(0)};
  auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(value);
  if (call && call->getIntrinsicID() == llvm::Intrinsic::fma)
    return {call->getArgOperand(1), call->getArgOperand(2), call->getArgOperand(0)};
  if (call && (call->getIntrinsicID() == llvm::Intrinsic::fabs ||
               call->getIntrinsicID() == llvm::Intrinsic::sqrt))
    return {call->getArgOperand(0)};
  return {};
}

// Whether the operation changes the sign alone, so that it makes no NaN of numbers.
bool isSignChange(const llvm::Value* value) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(value);
  return llvm::isa<llvm::UnaryOperator>(value) ||
         (call && call->getIntrinsicID() == llvm::Intrinsic::fabs);
}

bool showsDouble(const llvm::Use& use) {
  const llvm::User* user = use.getUser();
  if (const auto* call = llvm::dyn_cast<llvm::CallInst>(user))
    return !llvm::isa<llvm::IntrinsicInst>(call) && !isHelper(*call, "heddle.lib.");
  return llvm::isa<llvm::StoreInst>(user) || llvm::isa<llvm::BitCastInst>(user) ||
         llvm::isa<llvm::ReturnInst>(user) || llvm::isa<llvm::InsertElementInst>(user) ||
         llvm::isa<llvm::AtomicRMWInst>(user);
}

// Whether the use only moves the double through an untyped register and back.
bool isNumberAgain(const llvm::Use& use) {
  const auto* cast = llvm::dyn_cast<llvm::BitCastInst>(use.getUser());
  if (!cast || !cast->getDestTy()->isIntegerTy())
    return false;
  return llvm::all_of(cast->users(),
                      [](const llvm::User* user) { return llvm::isa<llvm::BitCastInst>(user); });
}

void showDouble(llvm::Use& use, bool hostHasSign) {
  llvm::IRBuilder<> builder(llvm::cast<llvm::Instruction>(use.getUser()));
  llvm::SmallVector<llvm::Value*, 3> order = nanOrder(use.get());
  llvm::Value* result = use.get();
  const bool makesNan = !isSignChange(result);
  if (!hostHasSign && makesNan)
    result = builder.CreateSelect(
        builder.CreateFCmpUNO(result, result),
        llvm::ConstantFP::get(builder.getDoubleTy(), llvm::APFloat(llvm::APFloat::IEEEdouble(),
                                                                   llvm::APInt(64, kDoubleNan))),
        result);
  // Where the host's default NaN equals a GPU's, the operand preferred last needs no selection.
  if (hostHasSign && makesNan)
    order.pop_back();
  for (llvm::Value* operand : llvm::reverse(order)) {
    if (llvm::isa<llvm::Constant>(operand))
      continue;
    llvm::Value* quiet = builder.CreateFAdd(operand, operand);
    result = builder.CreateSelect(builder.CreateFCmpUNO(operand, operand), quiet, result);
  }
  use.set(result);
}

void showDoubles(llvm::Function& function, bool hostHasSign) {
  std::vector<llvm::Use*> uses;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (!nanOrder(&instruction).empty())
      for (llvm::Use& use : instruction.uses())
        if (showsDouble(use) && !isNumberAgain(use))
          uses.push_back(&use);
  for (llvm::Use* use : uses)
    showDouble(*use, hostHasSign);
}

} // namespace

void showNanBits(llvm::Module& module) {
  bool hostHasSign = llvm::Triple(module.getTargetTriple()).isX86();
  for (llvm::Function& function : module) {
    if (function.isDeclaration())
      continue;
    SingleNans(function).run();
    showDoubles(function, hostHasSign);
  }
}

} // namespace heddle::ptx
