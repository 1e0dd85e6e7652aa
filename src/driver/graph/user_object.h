// CUuserObject: a resource of the program that graphs keep alive. It has a count of references, and
// a function of the program that destroys it when the last is released.
#pragma once

#include "driver/core/driver.h"

namespace heddle::driver {

void retainUserObject(CUuserObject object, unsigned count);
void releaseUserObject(CUuserObject object, unsigned count);

} // namespace heddle::driver
