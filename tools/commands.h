// The `heddle` command, installed beside nvcc. It knows the driver API (opened at run time, so that
// starting a program does not load the JIT twice), nvcc, and the front end of the PTX compiler.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace heddle::tools {

using Arguments = std::vector<std::string>;

// Each returns the exit code of the process.
int infoCommand(const Arguments& arguments);
int ptxCommand(const Arguments& arguments);
int runCommand(const Arguments& arguments);

// The directory that holds bin, lib and include.
std::filesystem::path installationPrefix();

// Vector extensions that this machine and its operating system offer, widest last.
std::vector<std::string> vectorExtensions();

} // namespace heddle::tools
