// The functions that LLVM's code generation calls for large copies and fills. Those of the host's C
// library read data of that library, to which kernels have no access where there is a wall between
// kernels and the host (memory/protection_keys.h). There, kernels have functions of their own.
#pragma once

namespace heddle::jit {

struct MemoryFunctions {
  void* copy; // memcpy
  void* move; // memmove
  void* fill; // memset
};
MemoryFunctions memoryFunctions();

} // namespace heddle::jit
