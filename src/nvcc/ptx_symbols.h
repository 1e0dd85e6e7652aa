// The symbols that a PTX text defines for other modules, and those it takes from them.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace heddle::nvcc {

struct PtxSymbols {
  std::set<std::string, std::less<>> defined, wanted;
};

// Adds the symbols of one PTX text.
void collectPtxSymbols(std::string_view ptx, PtxSymbols& symbols);

} // namespace heddle::nvcc
