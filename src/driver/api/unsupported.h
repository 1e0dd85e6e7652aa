// What is not implemented says so: the error, and once for each name a line on standard error.
#pragma once

#include "driver/api/api.h"

namespace heddle::driver {

CUresult unsupported(const char* what);

} // namespace heddle::driver
