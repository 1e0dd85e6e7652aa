// Directives of a PTX text: .version and .target at its head, and .maxnreg of its kernels.
#pragma once

#include "toolkit/architectures.h"

#include <string>
#include <string_view>

namespace heddle::toolkit {

// The value of the first directive `name` that begins a line. Empty when there is none.
std::string_view ptxDirective(std::string_view text, std::string_view name);

// The PTX version that nvcc 13 writes. Inline PTX may need it, and clang 19 writes 8.5 at most. All
// that clang writes means the same in the newer version.
constexpr const char* kPtxVersion = "9.0";

// Changes the directives of PTX that clang wrote for Architecture::clang into those that nvcc 13
// would write for `architecture`. Architectures that nvcc 13 does not know keep clang's version.
void retargetPtx(std::string& text, const Architecture& architecture);

// Limits the registers of all kernels that say nothing of them themselves, by launch bounds or
// .maxnreg: what the option -maxrregcount of nvcc and ptxas does.
void limitRegisters(std::string& text, unsigned most);

} // namespace heddle::toolkit
