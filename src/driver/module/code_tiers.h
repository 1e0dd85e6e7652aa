// HEDDLE_JIT: how much work goes into the native code of kernels.
#pragma once

#include "jit/program.h"

namespace heddle::driver {

// What HEDDLE_JIT asks for. The variable is read once. If it has no meaning, a message on standard
// error says so and the default stands.
jit::CodeTier codeTier();

} // namespace heddle::driver
