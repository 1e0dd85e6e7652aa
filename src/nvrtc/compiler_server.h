// The compiler's process: started for the first compilation of the program, and asked to make a
// process of its own for each one, which takes a few milliseconds less than to start anew.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::nvrtc {

// A socket to a process that compiles one request. -1 when there is none, with the reason.
int connectToCompiler(const std::filesystem::path& program, std::string& reason);

} // namespace heddle::nvrtc
