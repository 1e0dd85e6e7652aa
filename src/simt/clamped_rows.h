// Addresses that lie one after the other from lane to lane, except where an index is clamped, as
// image[y * width + min(max(x + k, 0), width - 1)] is at the edges of an image. Such an address
// grows by the size of an element or not at all from each lane to the next. So the lanes are
// contiguous if and only if the last lane is as far from the first as that makes it.
//
// As elsewhere (Shape::assumed), 32-bit indices are taken not to wrap around in a way that brings
// lanes to memory gigabytes away from that of their neighbours.
#pragma once

#include "simt/uniformity_analysis.h"

namespace heddle::simt {

// Is the varying address such a one, for elements of this size?
bool isClampedRow(const Shapes& shapes, const llvm::Value& address, std::int64_t bytes);

// Which operand of the instruction, of those that isClampedRow() looks through, differs from lane
// to lane. All others are uniform. None for any other instruction.
std::optional<unsigned> clampedOperand(const Shapes& shapes, const llvm::Instruction& instruction);

} // namespace heddle::simt
