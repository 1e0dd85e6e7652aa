// The log of failed calls, which programs read with cuLogs*.
#pragma once

#include <string_view>

namespace heddle::driver {

// Adds a line that explains why the present call is going to fail.
void logMessage(std::string_view message);
// Adds the line for a call that has failed, and tells the checker of it, unless the error is
// CUDA_ERROR_NOT_READY, which is an answer, or CUDA_ERROR_NOT_INITIALIZED.
void logFailure(const char* symbol, int result);

} // namespace heddle::driver
