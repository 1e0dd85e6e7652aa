// How far apart two addresses of a function are, or two vectors of addresses lane by lane, where
// that is a constant: what the one and the other are computed from is compared.
#pragma once

#include "llvm/IR/Value.h"

#include <cstdint>
#include <optional>

namespace heddle::simt {

struct AddressDistance {
  std::int64_t bytes = 0;
  // Whether an index with fewer bits than the address may overflow between the two. If it does, the
  // distance is another one.
  bool mayWrap = false;
};

// From the first to the second; nothing if it is not known.
std::optional<AddressDistance> addressDistance(const llvm::Value* first, const llvm::Value* second);

} // namespace heddle::simt
