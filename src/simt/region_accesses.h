// What a gang accesses in a region between two barriers, as far as its number tells. Thread numbers
// are constants once the gang's number is one, so most addresses in the block's shared memory and
// in its frame are constants, too:
//
//   define i32 @region(ptr %context, i32 %gang) {
//     %first = shl i32 %gang, 6                        ; of gang 3, the bytes 192 to 255 of
//     %at = getelementptr i8, ptr %shared, i32 %first  ; shared memory are read
//     %x = load <16 x float>, ptr %at
//
// Gangs that access no memory in common may run in any order, whatever barriers are between them
// (fused_regions.h).
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"

#include <cstdint>
#include <optional>

namespace heddle::simt {

struct RegionAccesses {
  // Memory of the block: its shared memory, or its frame, by offsets in bytes.
  struct Range {
    bool isFrame = false;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    bool isWritten = false;
  };
  llvm::SmallVector<Range, 16> ranges;
  // Memory that the kernel's parameters lead to, which is all taken for one.
  bool readsGlobal = false;
  bool writesGlobal = false;
  // How many instructions remain for the gang when its number is a constant.
  unsigned instructions = 0;
  std::uint32_t result = 0; // what the region returns for the gang

  bool writes() const;
};

// Nothing if the gang may access other memory than that, or does more than to compute and access
// memory, or if its way takes too long to follow.
std::optional<RegionAccesses> accessesOfGang(llvm::Function& region, unsigned gang);

} // namespace heddle::simt
