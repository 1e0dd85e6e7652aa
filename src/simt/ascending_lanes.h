// Numbers that grow from lane to lane, as thread numbers do, compared with one number for all
// lanes.
#pragma once

#include "simt/uniformity_analysis.h"

namespace heddle::simt {

// Does the value grow from lane to lane without wrapping, as a signed and as an unsigned number?
bool ascends(const Shapes& shapes, const llvm::Value& value, unsigned width);

// Such numbers on one side, a uniform number on the other, and an order between them. Then the
// first lane and the last one answer for those between them.
bool isLimitOfAscending(const Shapes& shapes, const llvm::ICmpInst& comparison, unsigned width);

// Metadata of a comparison that asks whether an offset lies behind the end of some memory. No
// memory has so many bytes that offsets wrap around between two lanes that are inside of it.
inline constexpr const char* kBoundsCheck = "heddle.bounds";

// Does such a comparison hold for no lane if it holds neither for the first one nor for the last?
bool isBoundsCheckOfRow(const Shapes& shapes, const llvm::ICmpInst& comparison);

// Do all lanes answer as lane 0 does? So it is where they lie between two multiples of a power of
// two and the limit is such a multiple (threadIdx.x < 64).
bool isUniformComparison(const Shapes& shapes, const llvm::ICmpInst& comparison, unsigned width);

// Ascending numbers of a gang lie between two multiples of this power of two; 0 unless a constant
// is the limit. Where lanes answer differently, the constant lies between the same two multiples,
// so that the bits above tell nothing.
std::uint64_t spanOfLimitedLanes(const Shapes& shapes, const llvm::ICmpInst& comparison,
                                 unsigned width);

// Is this a comparison, a condition made of others, or the greater or lesser of two numbers? Of
// such parts a guard is made that the first lane and the last one may answer.
bool isPartOfCondition(const llvm::Instruction& instruction);

} // namespace heddle::simt
