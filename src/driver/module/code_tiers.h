// HEDDLE_JIT: how much work goes into the native code of kernels.
#pragma once

namespace heddle::driver {

// Whether HEDDLE_JIT asks for code that is made quickly and runs more slowly. The variable is read
// once. If it has no meaning, a message on standard error says so and code is optimised.
bool wantsQuickCode();

} // namespace heddle::driver
