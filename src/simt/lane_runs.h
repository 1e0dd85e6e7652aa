// Runs of lanes next to each other that access contiguous memory although the gang as a whole does
// not, as where four lanes share a row of a matrix:
//
//   word = matrix[(lane / 4) * pitch + lane % 4]
//
// A load for each run costs less than a gather, which loads lane by lane on every CPU.
#pragma once

#include "llvm/IR/Value.h"

#include <cstdint>
#include <optional>

namespace heddle::simt {

// The distance from one lane's value to the next within each run of so many lanes, for a vector
// over lanes; nothing if it is not known to be the same everywhere.
std::optional<std::int64_t> strideInRuns(const llvm::Value& vector, unsigned run);

} // namespace heddle::simt
