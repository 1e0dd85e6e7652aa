#include "simt/widen_masks.h"

#include "simt/vector_target.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::simt {
namespace {

// The longest condition that is widened, in operations. Longer ones are left alone, since looking
// through them must not take long.
constexpr unsigned kLargestCondition = 16;

class Widener {
public:
  explicit Widener(Function& function) : function_(function) {}

  bool run() {
    bool changed = false;
    for (Instruction& instruction : make_early_inc_range(instructions(function_)))
      if (auto* select = dyn_cast<SelectInst>(&instruction))
        changed |= widenCondition(*select);
    return changed;
  }

private:
  static bool isLogic(const Value* value) {
    return match(value, m_BitwiseLogic(m_Value(), m_Value()));
  }

  bool widenCondition(SelectInst& select) {
    Value* condition = select.getCondition();
    auto* type = dyn_cast<FixedVectorType>(select.getType());
    const unsigned bits = type ? type->getScalarSizeInBits() : 0;
    unsigned operations = 0;
    if (bits < 8 || bits > 64 || !condition->getType()->isVectorTy() || !isLogic(condition) ||
        !canWiden(condition, bits, operations))
      return false;
    Value* wide = widened(condition, bits);
    IRBuilder<> builder(&select);
    select.setCondition(builder.CreateICmpSLT(wide, Constant::getNullValue(wide->getType())));
    return true;
  }

  // Is the condition made of comparisons of values that have this many bits, and of constants?
  bool canWiden(Value* value, unsigned bits, unsigned& operations) const {
    if (isa<Constant>(value) || getSplatValue(value))
      return true;
    if (auto* comparison = dyn_cast<CmpInst>(value))
      return comparison->getOperand(0)->getType()->getScalarSizeInBits() == bits;
    auto* logic = dyn_cast<BinaryOperator>(value);
    if (!logic || !isLogic(logic) || operations == kLargestCondition)
      return false;
    ++operations;
    return canWiden(logic->getOperand(0), bits, operations) &&
           canWiden(logic->getOperand(1), bits, operations);
  }

  Value* widened(Value* value, unsigned bits) {
    Value*& known = widened_[{value, bits}];
    if (known)
      return known;
    auto* instruction = dyn_cast<Instruction>(value);
    IRBuilder<> builder(function_.getContext());
    if (instruction)
      builder.SetInsertPoint(*instruction->getInsertionPointAfterDef());
    Type* element = builder.getIntNTy(bits);
    Type* type = value->getType()->getWithNewType(element);
    Value* result;
    if (auto* logic = dyn_cast<BinaryOperator>(value)) {
      Value* left = widened(logic->getOperand(0), bits);
      Value* right = widened(logic->getOperand(1), bits);
      result = builder.CreateBinOp(logic->getOpcode(), left, right);
    } else if (Value* scalar = instruction ? getSplatValue(value) : nullptr) {
      result = builder.CreateVectorSplat(cast<FixedVectorType>(type)->getElementCount(),
                                         builder.CreateSExt(scalar, element));
    } else {
      result = builder.CreateSExt(value, type);
    }
    return widened_[{value, bits}] = result;
  }

  Function& function_;
  DenseMap<std::pair<Value*, unsigned>, Value*> widened_;
};

} // namespace

PreservedAnalyses WidenMasksPass::run(Function& function, FunctionAnalysisManager& analyses) {
  // CPUs that scatter have registers for masks.
  if (analyses.getResult<VectorTargetAnalysis>(function).scatter || !Widener(function).run())
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::simt
