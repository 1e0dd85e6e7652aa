// The engine's kernels for the instruction sets that they are compiled for.
#pragma once

#include "cufft/passes.h"

namespace heddle::cufft {

struct Level {
  Kernels<float> forFloat;
  Kernels<double> forDouble;
};

// The levels that this processor can run, the one with the widest vectors first.
struct Levels {
  const Level* const* begin;
  unsigned count;
};
Levels levels();

} // namespace heddle::cufft
