// The compiler driver `nvcc`: CUDA sources to programs, over clang 19, with our own headers and
// libraries. A command line becomes settings (command_line, settings), settings become steps
// (compile, device_link, link), and steps are printed or run (step).
#pragma once

#include <span>
#include <string>

namespace heddle::nvcc {

// Runs nvcc; `arguments` are without the program's name. Returns the exit status.
int driverMain(std::span<const std::string> arguments);

} // namespace heddle::nvcc
