#include "simt/row_access.h"

#include "llvm/Analysis/VectorUtils.h"

#include <algorithm>

using namespace llvm;

namespace heddle::simt {
namespace {

// Takes pieces of so many elements in turn from the lower, or upper, halves of two vectors' rows.
// Processors have an instruction for that.
Value* interleaveHalves(IRBuilder<>& builder, Value* first, Value* second, unsigned rowElements,
                        unsigned piece, bool upper) {
  const unsigned length = cast<FixedVectorType>(first->getType())->getNumElements();
  const unsigned half = rowElements / 2;
  SmallVector<int, 32> mask;
  for (unsigned row = 0; row < length; row += rowElements)
    for (unsigned from = 0; from < half; from += piece)
      for (const unsigned source : {0u, length})
        for (unsigned i = 0; i < piece; ++i)
          mask.push_back(static_cast<int>(source + row + (upper ? half : 0) + from + i));
  return builder.CreateShuffleVector(first, second, mask);
}

// Exchanges blocks of `distance` elements between two rows so far apart: the right one of each two
// of the upper row goes to the left in the lower row, and the other way round.
void exchangeBlocks(IRBuilder<>& builder, Value*& upper, Value*& lower, unsigned distance) {
  const unsigned length = cast<FixedVectorType>(upper->getType())->getNumElements();
  SmallVector<int, 32> upperMask, lowerMask;
  for (unsigned i = 0; i < length; ++i) {
    const bool isRight = i & distance;
    upperMask.push_back(static_cast<int>(isRight ? length + i - distance : i));
    lowerMask.push_back(static_cast<int>(isRight ? length + i : i + distance));
  }
  Value* const above = upper;
  upper = builder.CreateShuffleVector(above, lower, upperMask);
  lower = builder.CreateShuffleVector(above, lower, lowerMask);
}

void transposeFour(IRBuilder<>& builder, MutableArrayRef<Value*> rows) {
  SmallVector<Value*, 4> pairs;
  for (const bool upper : {false, true})
    for (const unsigned first : {0u, 2u})
      pairs.push_back(interleaveHalves(builder, rows[first], rows[first + 1], 4, 1, upper));
  for (const unsigned first : {0u, 2u})
    for (const bool upper : {false, true})
      rows[first + upper] = interleaveHalves(builder, pairs[first], pairs[first + 1], 4, 2, upper);
}

// Transposes the square matrices of which each vector has a row. That is its own inverse.
SmallVector<Value*, 4> transpose(IRBuilder<>& builder, ArrayRef<Value*> vectors) {
  const auto size = static_cast<unsigned>(vectors.size());
  if (size == 2)
    return {interleaveHalves(builder, vectors[0], vectors[1], 2, 1, false),
            interleaveHalves(builder, vectors[0], vectors[1], 2, 1, true)};
  // In larger matrices blocks of four rows and columns come to their places first.
  SmallVector<Value*, 4> rows(vectors);
  for (unsigned distance = size / 2; distance >= 4; distance /= 2)
    for (unsigned row = 0; row < size; ++row)
      if ((row & distance) == 0)
        exchangeBlocks(builder, rows[row], rows[row + distance], distance);
  for (unsigned first = 0; first < size; first += 4)
    transposeFour(builder, MutableArrayRef(rows).slice(first, 4));
  return rows;
}

// Returns how many matrices are transposed by the same shuffles. A register that is wider than a
// row takes the same row of several matrices.
unsigned matricesAtOnce(const Rows& rows) {
  const auto rowBits =
      static_cast<unsigned>(rows.element->getPrimitiveSizeInBits().getFixedValue()) * rows.parts;
  return std::max(std::min(rows.registerBits / rowBits, rows.width / rows.parts), 1u);
}

} // namespace

SmallVector<Value*, 4> loadRows(IRBuilder<>& builder, const Rows& rows,
                                function_ref<Value*(unsigned)> load) {
  const unsigned matrices = matricesAtOnce(rows);
  SmallVector<SmallVector<Value*, 8>, 4> parts(rows.parts);
  for (unsigned lane = 0; lane < rows.width; lane += matrices * rows.parts) {
    SmallVector<Value*, 4> vectors;
    for (unsigned row = 0; row < rows.parts; ++row) {
      SmallVector<Value*, 4> loaded;
      for (unsigned matrix = 0; matrix < matrices; ++matrix) {
        const unsigned number = lane + matrix * rows.parts + row;
        loaded.push_back(number < rows.width
                             ? load(number)
                             : PoisonValue::get(FixedVectorType::get(rows.element, rows.parts)));
      }
      vectors.push_back(concatenateVectors(builder, loaded));
    }
    for (const auto& [part, vector] : enumerate(transpose(builder, vectors)))
      parts[part].push_back(vector);
  }
  SmallVector<Value*, 4> result;
  for (const auto& part : parts) {
    Value* const lanes = concatenateVectors(builder, part);
    const bool hasMore = cast<FixedVectorType>(lanes->getType())->getNumElements() > rows.width;
    result.push_back(
        hasMore ? builder.CreateShuffleVector(lanes, createSequentialMask(0, rows.width, 0))
                : lanes);
  }
  return result;
}

void storeRows(IRBuilder<>& builder, const Rows& rows, ArrayRef<Value*> parts,
               function_ref<void(unsigned, Value*)> store) {
  const unsigned matrices = matricesAtOnce(rows);
  const unsigned lanes = matrices * rows.parts;
  for (unsigned lane = 0; lane < rows.width; lane += lanes) {
    SmallVector<Value*, 4> vectors;
    for (Value* part : parts)
      vectors.push_back(builder.CreateShuffleVector(part, createSequentialMask(lane, lanes, 0)));
    vectors = transpose(builder, vectors);
    for (unsigned matrix = 0; matrix < matrices; ++matrix)
      for (unsigned row = 0; row < rows.parts; ++row)
        if (const unsigned number = lane + matrix * rows.parts + row; number < rows.width)
          store(number,
                builder.CreateShuffleVector(
                    vectors[row], createSequentialMask(matrix * rows.parts, rows.parts, 0)));
  }
}

} // namespace heddle::simt
