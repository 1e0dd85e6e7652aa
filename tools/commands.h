// The subcommands of `heddle`, which is installed beside nvcc. They open libcuda and libnvidia-ml
// at run time, so that `heddle run` does not load LLVM, which the program it starts will load
// anyway.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace heddle::tools {

using Arguments = std::vector<std::string>;

// Each returns the exit code of the process.
int bin2cCommand(const Arguments& arguments);
int cacheCommand(const Arguments& arguments);
int checkCommand(const Arguments& arguments);
int computeSanitizerCommand(const Arguments& arguments);
int demangleCommand(const Arguments& arguments);
int dumpCommand(const Arguments& arguments);
int fatbinaryCommand(const Arguments& arguments);
int infoCommand(const Arguments& arguments);
int ptxCommand(const Arguments& arguments);
int runCommand(const Arguments& arguments);
int smiCommand(const Arguments& arguments);

// The directory that holds bin, lib and include.
std::filesystem::path installationPrefix();

// Vector extensions of the processor that programs can use here, the widest last.
std::vector<std::string> vectorExtensions();

} // namespace heddle::tools
