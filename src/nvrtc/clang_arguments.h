// Translates a request for clang: into arguments of its front end, and into text around the source.
#pragma once

#include "nvrtc/compiler.h"

namespace heddle::nvrtc {

// Paths that exist only in clang's view of the file system.
inline constexpr const char* kMemoryHeaderDirectory = "/.heddle-nvrtc/headers/";
inline constexpr const char* kPreamblePath = "/.heddle-nvrtc/preamble.pch";

// Requests for which this list is equal can share a preamble.
std::vector<std::string> preambleArguments(const Request& request);
std::vector<std::string> sourceArguments(const Request& request);

// The directory where clang looks first for headers in quotation marks.
std::string sourceDirectory(const Request& request);
// The directories of -I, except those with a CUDA toolkit, which are searched after our own.
std::vector<std::string> includeDirectories(const Request& request);

// The function that decoratedSource() adds behind the source. Its statements are the name
// expressions, in their order.
inline constexpr const char* kExpressionFunction = "__heddle_name_expressions";
std::string decoratedSource(const Request& request);

} // namespace heddle::nvrtc
