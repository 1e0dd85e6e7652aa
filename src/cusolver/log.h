// The log of calls that cusolverDnLoggerSetLevel() and the like turn on.
#pragma once

#include "cusolver_common.h"

namespace heddle::cusolver {

// Writes a line about a call of the API if logging is turned on.
void logCall(const char* name, cusolverStatus_t status);

} // namespace heddle::cusolver
