// What is not implemented says so: the error, and once per name a line on stderr, which
// HEDDLE_QUIET=1 silences.
#pragma once

#include "driver/api.h"

namespace heddle::driver {

CUresult unsupported(const char* what);

} // namespace heddle::driver
