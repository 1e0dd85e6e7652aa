#include "simt/simt.h"

#include <algorithm>

namespace heddle::simt {

unsigned chooseGangWidth(const BlockShape& shape, const VectorTarget& target, bool usesWarp) {
  if (usesWarp)
    return 32;
  if (target.gangWidth != 0)
    return target.gangWidth;
  unsigned threads = shape.threads();
  unsigned native = std::max(target.registerBits / 32, 1u);
  unsigned most = std::min(32u, std::max(16u, native));
  // A gang within one row keeps threadIdx.x affine and the other indices uniform.
  unsigned inRow = 1;
  while (inRow < most && shape.x % (inRow * 2) == 0)
    inRow *= 2;
  if (inRow >= std::min(native, 8u))
    return inRow;
  // threadIdx.y takes the part of threadIdx.x when the block is one column.
  if (shape.x == 1) {
    unsigned inColumn = 1;
    unsigned rows = shape.y == 1 ? shape.z : shape.y;
    while (inColumn < most && rows % (inColumn * 2) == 0)
      inColumn *= 2;
    if (inColumn >= std::min(native, 8u))
      return inColumn;
  }
  if (threads < 4)
    return 1;
  // Otherwise rows share a gang and the last gang may be partly empty.
  unsigned width = 4;
  while (width < native && width * 2 <= threads)
    width *= 2;
  return width;
}

} // namespace heddle::simt
