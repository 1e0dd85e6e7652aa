// The `heddle` command, installed beside nvcc. It knows the driver and monitoring APIs (opened at
// run time, so that starting a program does not load the JIT twice), nvcc, the front end of the PTX
// compiler, and the form of fat binaries.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace heddle::tools {

using Arguments = std::vector<std::string>;

// Each returns the exit code of the process.
int bin2cCommand(const Arguments& arguments);
int demangleCommand(const Arguments& arguments);
int dumpCommand(const Arguments& arguments);
int fatbinaryCommand(const Arguments& arguments);
int infoCommand(const Arguments& arguments);
int ptxCommand(const Arguments& arguments);
int runCommand(const Arguments& arguments);
int smiCommand(const Arguments& arguments);

// The directory that holds bin, lib and include.
std::filesystem::path installationPrefix();

// Vector extensions that this machine and its operating system offer, widest last.
std::vector<std::string> vectorExtensions();

} // namespace heddle::tools
