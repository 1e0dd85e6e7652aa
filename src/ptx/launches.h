// Which functions of the device runtime a kernel calls, as the layers above ask about it.
#pragma once

#include <string_view>

namespace heddle::ptx {

class Module;

// Whether the kernel, or a function that it calls, launches grids (dynamic parallelism).
bool launchesGrids(const Module& module, std::string_view kernel);
// Whether the kernel, or a function that it calls, calls cudaGraphSetConditional.
bool setsGraphConditions(const Module& module, std::string_view kernel);

} // namespace heddle::ptx
