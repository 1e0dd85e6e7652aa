// Short sequences of API calls, which together use most objects of the driver. Each cleans up what
// it has made, also when calls fail, and returns the first error.
#pragma once

#include <cuda.h>

#include <span>

namespace hostile {

struct Scenario {
  const char* name;
  CUresult (*run)();
  // Whether it runs LLVM, whose own functions cannot clean up after an allocation that failed.
  bool compiles;
};

std::span<const Scenario> scenarios();

} // namespace hostile
