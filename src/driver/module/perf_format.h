// HEDDLE_PERF: how perf, Linux's profiler, learns of the code of kernels.
#pragma once

#include "jit/program.h"

namespace heddle::driver {

// What HEDDLE_PERF asks for. The variable is read once.
jit::PerfFormat perfFormat();

} // namespace heddle::driver
