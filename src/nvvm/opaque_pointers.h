// The older dialect of NVVM IR is written with typed pointers (`i32 addrspace(1)*`), which LLVM no
// longer reads as text.
#pragma once

#include <string>
#include <string_view>

namespace heddle::nvvm {

// The same module with `ptr` and `ptr addrspace(n)` in the place of each typed pointer. A text that
// has none is returned as it is.
std::string withOpaquePointers(std::string_view text);

} // namespace heddle::nvvm
