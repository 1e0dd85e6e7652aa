// What the OS says about the processor.
#pragma once

#include <string>

namespace heddle::driver {

std::string cpuName();

} // namespace heddle::driver
