#include "simt/ascending_lanes.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstdlib>

using namespace llvm;

namespace heddle::simt {
namespace {

// The alignment of the first number on the far side of the limit; 1 if it is not known.
std::uint64_t alignmentOfLimit(const Shapes& shapes, const Value& limit,
                               CmpInst::Predicate predicate) {
  if (ICmpInst::isLT(predicate) || ICmpInst::isGE(predicate))
    return shapes.of(&limit).alignment();
  auto* constant = dyn_cast<ConstantInt>(&limit);
  if (!constant || constant->getBitWidth() > 64)
    return 1;
  const std::uint64_t next = constant->getZExtValue() + 1;
  return next & -next;
}

} // namespace

bool ascends(const Shapes& shapes, const Value& value, unsigned width) {
  const Shape shape = shapes.of(&value);
  auto* type = dyn_cast<IntegerType>(value.getType());
  if (!type || !shape.isAffine() || shape.assumed || shape.stride <= 0)
    return false;
  // Lanes begin at a multiple of this power of two and stay below the next one.
  const std::uint64_t span = PowerOf2Ceil(static_cast<std::uint64_t>(shape.stride) * width);
  return shape.alignment() >= span && Log2_64(span) < type->getBitWidth();
}

bool isLimitOfAscending(const Shapes& shapes, const ICmpInst& comparison, unsigned width) {
  const Value &left = *comparison.getOperand(0), &right = *comparison.getOperand(1);
  return !comparison.isEquality() &&
         ((ascends(shapes, left, width) && shapes.of(&right).isUniform()) ||
          (ascends(shapes, right, width) && shapes.of(&left).isUniform()));
}

bool isBoundsCheckOfRow(const Shapes& shapes, const ICmpInst& comparison) {
  // Offsets that far apart could wrap around after all.
  constexpr std::int64_t kLargestStride = std::int64_t{1} << 40;
  const Shape offsets = shapes.of(comparison.getOperand(0));
  return comparison.hasMetadata(kBoundsCheck) && comparison.getPredicate() == CmpInst::ICMP_UGE &&
         offsets.isExactlyAffine() && std::abs(offsets.stride) < kLargestStride &&
         shapes.of(comparison.getOperand(1)).isUniform();
}

std::uint64_t spanOfLimitedLanes(const Shapes& shapes, const ICmpInst& comparison, unsigned width) {
  if (!isLimitOfAscending(shapes, comparison, width))
    return 0;
  const unsigned limit = isa<ConstantInt>(comparison.getOperand(1)) ? 1 : 0;
  if (!isa<ConstantInt>(comparison.getOperand(limit)))
    return 0;
  const Shape lanes = shapes.of(comparison.getOperand(1 - limit));
  return PowerOf2Ceil(static_cast<std::uint64_t>(lanes.stride) * width);
}

bool isUniformComparison(const Shapes& shapes, const ICmpInst& comparison, unsigned width) {
  if (!isLimitOfAscending(shapes, comparison, width))
    return false;
  const Value *lanes = comparison.getOperand(0), *limit = comparison.getOperand(1);
  CmpInst::Predicate predicate = comparison.getPredicate();
  if (shapes.of(lanes).isUniform()) {
    std::swap(lanes, limit);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  const auto span = static_cast<std::uint64_t>(shapes.of(lanes).stride) * width;
  return alignmentOfLimit(shapes, *limit, predicate) >= PowerOf2Ceil(span);
}

bool isPartOfCondition(const Instruction& instruction) {
  if (isa<ICmpInst, MinMaxIntrinsic>(instruction))
    return true;
  return isa<BinaryOperator, SelectInst>(instruction) && instruction.getType()->isIntegerTy(1);
}

} // namespace heddle::simt
