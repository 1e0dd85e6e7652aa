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

// Transposes the square matrices of which each vector has a row. That is its own inverse.
SmallVector<Value*, 4> transpose(IRBuilder<>& builder, ArrayRef<Value*> vectors) {
  const auto size = static_cast<unsigned>(vectors.size());
  if (size == 2)
    return {interleaveHalves(builder, vectors[0], vectors[1], 2, 1, false),
            interleaveHalves(builder, vectors[0], vectors[1], 2, 1, true)};
  SmallVector<Value*, 4> pairs;
  for (const bool upper : {false, true})
    for (const unsigned first : {0u, 2u})
      pairs.push_back(interleaveHalves(builder, vectors[first], vectors[first + 1], 4, 1, upper));
  SmallVector<Value*, 4> result;
  for (const unsigned first : {0u, 2u})
    for (const bool upper : {false, true})
      result.push_back(interleaveHalves(builder, pairs[first], pairs[first + 1], 4, 2, upper));
  return result;
}

// How many matrices the widest register holds a row of.
unsigned matricesAtOnce(const Rows& rows) {
  return std::max(std::min(rows.registerBits / (8 * kRowBytes), rows.width / rows.parts), 1u);
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
      for (unsigned matrix = 0; matrix < matrices; ++matrix)
        loaded.push_back(load(lane + matrix * rows.parts + row));
      vectors.push_back(concatenateVectors(builder, loaded));
    }
    for (const auto& [part, vector] : enumerate(transpose(builder, vectors)))
      parts[part].push_back(vector);
  }
  SmallVector<Value*, 4> result;
  for (const auto& part : parts)
    result.push_back(concatenateVectors(builder, part));
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
        store(lane + matrix * rows.parts + row,
              builder.CreateShuffleVector(
                  vectors[row], createSequentialMask(matrix * rows.parts, rows.parts, 0)));
  }
}

} // namespace heddle::simt
