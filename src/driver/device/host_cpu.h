// What the OS says about the processor.
#pragma once

#include <cstddef>
#include <string>

namespace heddle::driver {

std::string cpuName();
// The size of the largest cache; 0 when the OS does not tell.
std::size_t lastLevelCacheBytes();

} // namespace heddle::driver
