// The log of calls that cusparseLoggerSetLevel() and the like turn on.
#pragma once

#include "cusparse.h"

namespace heddle::cusparse {

// Writes a line about a call of the API, if anybody wants it.
void logCall(const char* name, cusparseStatus_t status);

} // namespace heddle::cusparse
