#include "simt/use_estimates.h"

#include "simt/vector_target.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

#include <algorithm>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::simt {
namespace {

// Floats in the narrowest and the widest register that has an instruction for estimates.
constexpr unsigned kFewestLanes = 4;
constexpr unsigned kMostLanes = 16;

struct Estimate {
  Intrinsic::ID of4, of8, of16;
};
constexpr Estimate kReciprocal = {Intrinsic::x86_avx512_rcp14_ps_128,
                                  Intrinsic::x86_avx512_rcp14_ps_256,
                                  Intrinsic::x86_avx512_rcp14_ps_512};
constexpr Estimate kReciprocalRoot = {Intrinsic::x86_avx512_rsqrt14_ps_128,
                                      Intrinsic::x86_avx512_rsqrt14_ps_256,
                                      Intrinsic::x86_avx512_rsqrt14_ps_512};

bool isApproximate(const Instruction& instruction) {
  Type* type = instruction.getType();
  if (!isa<FPMathOperator>(instruction) || !instruction.hasApproxFunc() ||
      !type->getScalarType()->isFloatTy())
    return false;
  auto* vector = dyn_cast<FixedVectorType>(type);
  return !vector || isPowerOf2_32(vector->getNumElements());
}

bool isRoot(const Value* value) {
  auto* instruction = dyn_cast<Instruction>(value);
  return instruction && isApproximate(*instruction) && match(value, m_Sqrt(m_Value()));
}

class EstimateBuilder {
public:
  explicit EstimateBuilder(Instruction& instruction)
      : builder_(&instruction), type_(instruction.getType()), one_(number(1)), half_(number(0.5)),
        threeEighths_(number(0.375)) {}

  // After the first step the error is 2^-28. Behind the second one, rounding is right but for
  // operands with only ones in their fraction.
  Value* reciprocal(Value* x) {
    Value* guess = estimate(kReciprocal, x);
    Value* refined = refineReciprocal(x, refineReciprocal(x, guess));
    return replaceNan(refined, guess);
  }

  // One step of Newton's method. The residue of zero and of infinity is a NaN, and any number in
  // its place leaves their guesses, infinity and zero, as they are. x86 has one instruction for
  // this minimum; other residues are below 2^-12.
  Value* reciprocalRoot(Value* x) {
    Value* guess = estimate(kReciprocalRoot, x);
    Value* product = builder_.CreateFMul(x, guess);
    Value* residue = fma(builder_.CreateFNeg(product), guess, one_);
    Value* ordered = builder_.CreateSelect(builder_.CreateFCmpOLT(residue, one_), residue, one_);
    return fma(builder_.CreateFMul(guess, ordered), half_, guess);
  }

  // The product of x and the reciprocal root. Of zero and infinity that is a NaN, and they are
  // their own roots.
  Value* root(Value* x) {
    Value* guess = estimate(kReciprocalRoot, x);
    const Residue residue = this->residue(x, guess);
    Value* correction = fma(builder_.CreateFMul(residue.product, residue.value), residue.series,
                            residue.productError);
    Value* refined = builder_.CreateFAdd(residue.product, correction);
    Value* isOwnRoot = builder_.CreateAnd(builder_.CreateFCmpUNO(refined, refined),
                                          builder_.CreateFCmpORD(guess, guess));
    return builder_.CreateSelect(isOwnRoot, x, refined);
  }

  Value* quotient(Value* dividend, Value* divisor) {
    Value* guess = estimate(kReciprocal, divisor);
    Value* reciprocal = replaceNan(refineReciprocal(divisor, guess), guess);
    Value* product = builder_.CreateFMul(dividend, reciprocal);
    Value* rest = fma(builder_.CreateFNeg(divisor), product, dividend);
    return replaceNan(fma(rest, reciprocal, product), product);
  }

private:
  // How far the square of a guess at 1/sqrt(x) is from 1/x.
  struct Residue {
    Value* product;      // x * guess, rounded
    Value* productError; // what rounding took from it
    Value* value;        // 1 - x * guess^2
    Value* series;       // of (1 - value)^(-1/2): (1/2 + 3/8 value), to be multiplied by the value
  };
  Residue residue(Value* x, Value* guess) {
    Residue residue;
    residue.product = builder_.CreateFMul(x, guess);
    residue.productError = fma(x, guess, builder_.CreateFNeg(residue.product));
    Value* rough = fma(builder_.CreateFNeg(residue.product), guess, one_);
    residue.value = fma(builder_.CreateFNeg(residue.productError), guess, rough);
    residue.series = fma(residue.value, threeEighths_, half_);
    return residue;
  }

  Value* refineReciprocal(Value* x, Value* guess) {
    return fma(guess, fma(builder_.CreateFNeg(x), guess, one_), guess);
  }

  // Refinement makes a NaN of zero, of infinity and of what overflows. The value from before is
  // right there, and for an operand that is a NaN it is one as well.
  Value* replaceNan(Value* refined, Value* before) {
    return builder_.CreateSelect(builder_.CreateFCmpUNO(refined, refined), before, refined);
  }

  Value* number(double value) { return ConstantFP::get(type_, value); }

  Value* fma(Value* a, Value* b, Value* c) {
    return builder_.CreateIntrinsic(Intrinsic::fma, {type_}, {a, b, c});
  }

  // By registers: a scalar and short vectors take part of one, long vectors several.
  Value* estimate(const Estimate& kind, Value* x) {
    auto* vector = dyn_cast<FixedVectorType>(type_);
    if (!vector) {
      auto* wide = FixedVectorType::get(type_, kFewestLanes);
      Value* all = builder_.CreateInsertElement(Constant::getNullValue(wide), x, std::uint64_t{0});
      return builder_.CreateExtractElement(estimateRegister(kind, all), std::uint64_t{0});
    }
    const unsigned lanes = vector->getNumElements();
    const unsigned lanesOfRegister = std::clamp(lanes, kFewestLanes, kMostLanes);
    if (lanes == lanesOfRegister)
      return estimateRegister(kind, x);
    SmallVector<Value*, 4> estimates;
    for (unsigned first = 0; first < lanes; first += lanesOfRegister) {
      // Lanes of the register that the vector does not have are a copy of the last one it has.
      SmallVector<int, kMostLanes> chosen;
      for (unsigned lane = 0; lane < lanesOfRegister; ++lane)
        chosen.push_back(static_cast<int>(std::min(first + lane, lanes - 1)));
      estimates.push_back(estimateRegister(kind, builder_.CreateShuffleVector(x, chosen)));
    }
    Value* all = concatenateVectors(builder_, estimates);
    return lanes < kFewestLanes
               ? builder_.CreateShuffleVector(all, createSequentialMask(0, lanes, 0))
               : all;
  }

  Value* estimateRegister(const Estimate& kind, Value* x) {
    auto* type = cast<FixedVectorType>(x->getType());
    const unsigned lanes = type->getNumElements();
    const Intrinsic::ID id = lanes == 4 ? kind.of4 : lanes == 8 ? kind.of8 : kind.of16;
    Type* mask = builder_.getIntNTy(std::max(lanes, 8u));
    return builder_.CreateIntrinsic(
        id, {}, {x, Constant::getNullValue(type), Constant::getAllOnesValue(mask)});
  }

  IRBuilder<> builder_;
  Type* type_;
  Value *one_, *half_, *threeEighths_;
};

// Null if the instruction is nothing that there are estimates for.
Value* estimated(Instruction& instruction) {
  Value *dividend, *divisor, *x;
  EstimateBuilder builder(instruction);
  if (match(&instruction, m_FDiv(m_Value(dividend), m_Value(divisor)))) {
    if (!match(dividend, m_FPOne()))
      return builder.quotient(dividend, divisor);
    if (isRoot(divisor) && match(divisor, m_Sqrt(m_Value(x))))
      return builder.reciprocalRoot(x);
    return builder.reciprocal(divisor);
  }
  return match(&instruction, m_Sqrt(m_Value(x))) ? builder.root(x) : nullptr;
}

} // namespace

PreservedAnalyses UseEstimatesPass::run(Function& function, FunctionAnalysisManager& analyses) {
  if (!analyses.getResult<VectorTargetAnalysis>(function).estimates)
    return PreservedAnalyses::all();
  // Quotients come first, so that a root which only a quotient uses is gone when its turn comes.
  SmallVector<WeakTrackingVH, 16> quotients, roots;
  for (Instruction& instruction : instructions(function))
    if (isApproximate(instruction))
      (isa<CallBase>(instruction) ? roots : quotients).push_back(&instruction);
  bool changed = false;
  for (auto* list : {&quotients, &roots})
    for (WeakTrackingVH& handle : *list) {
      auto* instruction = dyn_cast_or_null<Instruction>(handle);
      Value* value = instruction ? estimated(*instruction) : nullptr;
      if (!value)
        continue;
      instruction->replaceAllUsesWith(value);
      RecursivelyDeleteTriviallyDeadInstructions(instruction);
      changed = true;
    }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::simt
