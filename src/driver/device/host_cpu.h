// What the OS says about the processor.
#pragma once

#include <cstddef>
#include <string>

namespace heddle::driver {

std::string cpuName();
// Of the largest cache, in bytes; 0 when unknown.
std::size_t lastLevelCacheBytes();

} // namespace heddle::driver
