// What LLVM's code generation calls for large copies and fills. Kernels have no access to the data
// of the host's C library where there is a wall between the two (memory/protection_keys.h), and its
// functions read some, so kernels then have functions of their own.
#pragma once

namespace heddle::jit {

struct MemoryFunctions {
  void* copy; // memcpy
  void* move; // memmove
  void* fill; // memset
};
MemoryFunctions memoryFunctions();

} // namespace heddle::jit
