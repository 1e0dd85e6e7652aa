// The stack of contexts of each thread. The one on top is the thread's current context.
#pragma once

#include "driver/core/driver.h"

namespace heddle::driver {

// False when the stack is full.
bool pushCurrentContext(Context& context);
// Only where there is a current context.
void popCurrentContext();

} // namespace heddle::driver
