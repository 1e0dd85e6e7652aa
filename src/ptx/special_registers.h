// PTX's predefined registers, such as %tid and %laneid.
#pragma once

#include "ptx/types.h"

#include <optional>
#include <string_view>

namespace heddle::ptx {

struct SpecialRegisterInfo {
  std::string_view name;
  ScalarType type;
  bool vector; // has .x .y .z .w
  // The thread operation that reads it, without .x and so on. Empty where the value is `constant`.
  std::string_view function;
  std::uint64_t constant;
  // The register is `width` bits of the operation's result, from bit `low` on; all of it when 0.
  unsigned low = 0, width = 0;
};

const SpecialRegisterInfo& specialRegister(unsigned index);
std::optional<unsigned> specialRegisterByName(std::string_view name);

} // namespace heddle::ptx
