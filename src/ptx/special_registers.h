// PTX's predefined registers.
#pragma once

#include "ptx/types.h"

#include <optional>
#include <string_view>

namespace heddle::ptx {

struct SpecialRegisterInfo {
  std::string_view name;
  ScalarType type;
  bool vector; // has .x .y .z .w
  std::string_view
      function; // the heddle.* function that reads it (without .x …); empty: `constant`
  std::uint64_t constant;
  unsigned low = 0, width = 0; // a part of the function's result
};

const SpecialRegisterInfo& specialRegister(unsigned index);
std::optional<unsigned> specialRegisterByName(std::string_view name);

} // namespace heddle::ptx
