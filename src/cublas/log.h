// The log of calls that cublasLoggerConfigure and cublasSetLoggerCallback turn on.
#pragma once

#include "cublas_api.h"

namespace heddle::cublas {

// Writes a line about a call of the API, if anybody wants it.
void logCall(const char* name, cublasStatus_t status);

} // namespace heddle::cublas
