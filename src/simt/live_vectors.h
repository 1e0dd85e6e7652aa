// How many vectors a gang holds at once, as a measure of whether wider gangs still fit the vector
// registers.
#pragma once

#include "simt/uniformity_analysis.h"

namespace heddle::simt {

// The most vectors of 32-bit values that live at one place of the function; one of 64-bit values
// counts as two, and masks as none. Values of which lane 0 tells the others take no vector.
// Returns `limit` as soon as there are that many, and for functions that are too long to look at.
unsigned mostLiveVectors(const llvm::Function& function, const Shapes& shapes, unsigned limit);

} // namespace heddle::simt
