// The device link. Every relocatable object registers itself through a function of its own name
// that only this step knows how to write, since only it sees all objects of the program. The
// functions gather the objects' containers, and the last one registers them as one module, which
// the driver links when it loads it.
#pragma once

#include "nvcc/settings.h"
#include "nvcc/step.h"
#include "nvcc/toolchain.h"
#include "nvcc/work_directory.h"

#include <span>

namespace heddle::nvcc {

// Registration functions that the objects and archives want and nobody has written yet. `libraries`
// are names as in -l, looked up as static libraries in `paths`.
std::vector<std::string> missingRegistrations(std::span<const std::filesystem::path> files,
                                              std::span<const std::string> libraries,
                                              std::span<const std::string> paths);

// The C source of these functions. `containers` are further device code, as files, to be linked in.
std::string registrationSource(std::span<const std::string> functions,
                               std::span<const std::filesystem::path> containers);

} // namespace heddle::nvcc
