// Makes single precision of the double precision in device code.
//
// A variable keeps its 64 bits, of which the lower half holds a float. In between, a value stays a
// double that a float can hold: what an operation computes is rounded to single precision. That
// gives what the operation on floats would give, since a double has more than twice the digits, but
// for fma, which therefore becomes one on floats. Arguments are rounded, too: the host passes
// doubles.
//
//   %s = fadd double %a, %b           %s = fadd double %a, %b
//   store double %s, ptr %p           %f = fptrunc double %s to float
//                                     store float %f, ptr %p
//
// It runs before the optimiser, so that no double has become part of a vector or an integer yet.
#include "nvcc/frontend/demote_doubles.h"

#include "nvcc/frontend/diagnostics.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/CommandLine.h>

namespace heddle::frontend {
namespace {

llvm::cl::opt<bool> demotionIsAskedFor("heddle-demote-doubles", llvm::cl::Hidden,
                                       llvm::cl::desc("Compute doubles in single precision"));

// The float functions of the device library compute some steps in double precision, which must
// stay.
bool isOfLibrary(const llvm::GlobalValue& value) {
  return value.getName().contains("6heddle6device");
}

float roundedTo32(const llvm::ConstantFP& constant) {
  return static_cast<float>(constant.getValueAPF().convertToDouble());
}

// The initial value of a variable with floats in the lower halves of its doubles.
llvm::Constant* demotedInitialiser(llvm::Constant* constant) {
  llvm::Type* const type = constant->getType();
  if (auto* number = llvm::dyn_cast<llvm::ConstantFP>(constant); number && type->isDoubleTy()) {
    const auto half = llvm::bit_cast<std::uint32_t>(roundedTo32(*number));
    return llvm::ConstantFP::get(
        type, llvm::APFloat(llvm::bit_cast<double>(static_cast<std::uint64_t>(half))));
  }
  if (!llvm::isa<llvm::ConstantAggregate, llvm::ConstantDataSequential>(constant))
    return constant;
  llvm::SmallVector<llvm::Constant*, 16> elements;
  for (unsigned i = 0; llvm::Constant* element = constant->getAggregateElement(i); ++i)
    elements.push_back(demotedInitialiser(element));
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type))
    return llvm::ConstantStruct::get(structure, elements);
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type))
    return llvm::ConstantArray::get(array, elements);
  return llvm::ConstantVector::get(elements);
}

class Demotion {
public:
  explicit Demotion(llvm::Function& function)
      : function_(function), builder_(function.getContext()),
        single_(llvm::Type::getFloatTy(function.getContext())),
        double_(llvm::Type::getDoubleTy(function.getContext())) {}

  // Returns whether there were doubles.
  bool run() {
    llvm::SmallVector<llvm::Instruction*, 64> instructions;
    for (llvm::Instruction& each : llvm::instructions(function_))
      instructions.push_back(&each);
    for (llvm::Argument& argument : function_.args())
      if (argument.getType()->isDoubleTy())
        roundUses(argument, *function_.getEntryBlock().getFirstInsertionPt());
    for (llvm::Instruction* each : instructions) {
      roundConstants(*each);
      demote(*each);
    }
    return found_;
  }

private:
  llvm::Value* narrowed(llvm::Value* value) {
    found_ = true;
    return builder_.CreateFPTrunc(value, single_);
  }
  llvm::Value* widened(llvm::Value* value) {
    found_ = true;
    return builder_.CreateFPExt(value, double_);
  }
  static void replace(llvm::Instruction& old, llvm::Value* value) {
    old.replaceAllUsesWith(value);
    old.eraseFromParent();
  }

  void roundConstants(llvm::Instruction& instruction) {
    for (llvm::Use& operand : instruction.operands())
      if (auto* constant = llvm::dyn_cast<llvm::ConstantFP>(operand.get());
          constant && constant->getType()->isDoubleTy())
        operand.set(llvm::ConstantFP::get(double_, static_cast<double>(roundedTo32(*constant))));
  }

  void demote(llvm::Instruction& instruction) {
    builder_.SetInsertPoint(&instruction);
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      if (load->getType()->isDoubleTy())
        demoteLoad(*load);
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      if (store->getValueOperand()->getType()->isDoubleTy())
        store->setOperand(0, narrowed(store->getValueOperand()));
    } else if (auto* cast = llvm::dyn_cast<llvm::BitCastInst>(&instruction)) {
      demoteBits(*cast);
    } else if (isFused(instruction)) {
      demoteFused(llvm::cast<llvm::CallInst>(instruction));
    } else if (computesDouble(instruction)) {
      roundUses(instruction, *instruction.getNextNode());
    }
  }

  void demoteLoad(llvm::LoadInst& load) {
    llvm::LoadInst* half = builder_.CreateAlignedLoad(single_, load.getPointerOperand(),
                                                      load.getAlign(), load.isVolatile());
    half->setAtomic(load.getOrdering(), load.getSyncScopeID());
    replace(load, widened(half));
  }

  void demoteBits(llvm::BitCastInst& cast) {
    llvm::Type* const word = builder_.getInt32Ty();
    if (cast.getType()->isDoubleTy() && cast.getSrcTy()->isIntegerTy())
      replace(cast, widened(builder_.CreateBitCast(builder_.CreateTrunc(cast.getOperand(0), word),
                                                   single_)));
    else if (cast.getSrcTy()->isDoubleTy() && cast.getType()->isIntegerTy())
      replace(cast, builder_.CreateZExt(builder_.CreateBitCast(narrowed(cast.getOperand(0)), word),
                                        cast.getType()));
  }

  static bool isFused(const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    return call && call->getType()->isDoubleTy() &&
           (call->getIntrinsicID() == llvm::Intrinsic::fma ||
            call->getIntrinsicID() == llvm::Intrinsic::fmuladd);
  }

  void demoteFused(llvm::CallInst& call) {
    llvm::Value* operands[] = {narrowed(call.getArgOperand(0)), narrowed(call.getArgOperand(1)),
                               narrowed(call.getArgOperand(2))};
    replace(call, widened(builder_.CreateIntrinsic(call.getIntrinsicID(), {single_}, operands)));
  }

  static bool computesDouble(const llvm::Instruction& instruction) {
    return instruction.getType()->isDoubleTy() &&
           llvm::isa<llvm::BinaryOperator, llvm::SIToFPInst, llvm::UIToFPInst, llvm::CallInst>(
               instruction);
  }

  void roundUses(llvm::Value& value, llvm::Instruction& before) {
    builder_.SetInsertPoint(&before);
    llvm::Value* half = narrowed(&value);
    value.replaceUsesWithIf(widened(half),
                            [half](const llvm::Use& use) { return use.getUser() != half; });
  }

  llvm::Function& function_;
  llvm::IRBuilder<> builder_;
  llvm::Type *single_, *double_;
  bool found_ = false;
};

} // namespace

void demoteDoubles(llvm::Module& module, clang::DiagnosticsEngine& diagnostics) {
  if (!demotionIsAskedFor)
    return;
  for (llvm::GlobalVariable& variable : module.globals())
    if (variable.hasInitializer() && !isOfLibrary(variable))
      variable.setInitializer(demotedInitialiser(variable.getInitializer()));
  bool found = false;
  for (llvm::Function& function : module)
    if (!function.isDeclaration() && !isOfLibrary(function))
      found |= Demotion(function).run();
  if (found)
    diagnostics.Report(warningId(diagnostics, "double is not supported; demoting to float"));
}

} // namespace heddle::frontend
