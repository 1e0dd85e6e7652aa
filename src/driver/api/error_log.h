// The log of what entry points have refused, for cuLogs*.
#pragma once

#include <string>

namespace heddle::driver {

// Why a call is going to fail.
void logMessage(const std::string& message);
// A call of an entry point of that name has failed.
void logFailure(const char* entry, int result);

} // namespace heddle::driver
