// The stack of contexts of each thread. The one on top is the thread's current context.
#pragma once

#include "driver/core/driver.h"

namespace heddle::driver {

// Returns false when the thread's stack of contexts is full.
bool pushCurrentContext(Context& context);
// The calling thread must have a current context.
void popCurrentContext();

} // namespace heddle::driver
