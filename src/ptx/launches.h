// Dynamic parallelism, as the layers above ask about it.
#pragma once

#include <string_view>

namespace heddle::ptx {

class Module;

// Does the kernel, or a function that it calls, launch grids?
bool launchesGrids(const Module& module, std::string_view kernel);

} // namespace heddle::ptx
