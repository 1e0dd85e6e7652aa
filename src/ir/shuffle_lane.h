// Which lane a lane reads from in shfl: the arithmetic of the PTX ISA, once, for numbers and for
// whatever else has the operators of a signed integer, such as LLVM values under construction.
#pragma once

#include "ir/kernel_abi.h"

namespace heddle {

template <typename Int, typename Bool> struct ShuffleSource {
  Int lane;
  Bool isInRange; // if not, the lane gets its own value
};

// `b` and `c` are the instruction's operands: the lane or its distance; and in bits 0 to 4 of c how
// far lanes may reach, in bits 8 to 12 which bits of a lane's number name the part of the warp it
// is in.
template <typename Int>
auto shuffleSource(WarpOperation operation, const Int& lane, const Int& b, const Int& c)
    -> ShuffleSource<Int, decltype(lane <= lane)> {
  const Int segment = (c >> 8) & 31;
  const Int clamp = c & 31;
  const Int offset = b & 31;
  const Int first = lane & segment;
  const Int limit = first | (clamp & ~segment);
  switch (operation) {
  case WarpOperation::ShuffleUp: {
    const Int source = lane - offset;
    return {source, source >= limit};
  }
  case WarpOperation::ShuffleDown: {
    const Int source = lane + offset;
    return {source, source <= limit};
  }
  case WarpOperation::ShuffleButterfly: {
    const Int source = lane ^ offset;
    return {source, source <= limit};
  }
  default: { // ShuffleIndex
    const Int source = first | (offset & ~segment);
    return {source, source <= limit};
  }
  }
}

} // namespace heddle
