// PTX's predefined registers, such as %tid and %laneid.
#pragma once

#include "ir/thread_op.h"
#include "ptx/types.h"

#include <optional>
#include <string_view>

namespace heddle::ptx {

struct SpecialRegisterInfo {
  std::string_view name;
  ScalarType type;
  bool vector; // has .x .y .z .w
  // The operation of thread IR that reads it, of a vector the one for .x. None: it is `constant`.
  ThreadOp operation;
  std::uint64_t constant;
  // The register is `width` bits of the operation's result, from bit `low` on; all of it when 0.
  unsigned low = 0, width = 0;
};

const SpecialRegisterInfo& specialRegister(unsigned index);
std::optional<unsigned> specialRegisterByName(std::string_view name);

} // namespace heddle::ptx
