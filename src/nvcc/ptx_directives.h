// The directives at the head of a PTX text.
#pragma once

#include "nvcc/architectures.h"

#include <string>
#include <string_view>

namespace heddle::nvcc {

// The value of a directive that stands at the beginning of a line; empty when there is none.
std::string_view ptxDirective(std::string_view text, std::string_view name);

// Makes PTX that clang wrote for the nearest architecture it knows PTX for `architecture`.
void retargetPtx(std::string& text, const Architecture& architecture);

} // namespace heddle::nvcc
