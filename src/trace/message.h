// Messages to the user on standard error. HEDDLE_QUIET=1 silences them.
#pragma once

#include <string>

namespace heddle::trace {

bool messagesAreSilenced();
void printMessage(const std::string& line);
// Says that a feature is not supported, once in a process for each feature.
void reportNotSupported(const std::string& feature);

} // namespace heddle::trace
