// The directives at the head of a PTX text.
#pragma once

#include "nvcc/architectures.h"

#include <string>
#include <string_view>

namespace heddle::nvcc {

// The value of a directive that stands at the beginning of a line; empty when there is none.
std::string_view ptxDirective(std::string_view text, std::string_view name);

// The PTX version of nvcc 13, which inline PTX may need. clang 19 knows none above 8.5; what it
// writes means the same in this one.
constexpr const char* kPtxVersion = "9.0";

// Makes PTX that clang wrote for the nearest architecture it knows PTX as nvcc 13 would write it
// for `architecture`. What nvcc 13 does not know keeps clang's version.
void retargetPtx(std::string& text, const Architecture& architecture);

} // namespace heddle::nvcc
