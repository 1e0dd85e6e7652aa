// How a request is put to clang: the arguments of its front end and the text around the source.
#pragma once

#include "nvrtc/compiler.h"

namespace heddle::nvrtc {

// Directories that exist only in the compiler's view of the file system.
inline constexpr const char* memoryHeaderDirectory = "/.heddle-nvrtc/headers/";
inline constexpr const char* preamblePath = "/.heddle-nvrtc/preamble.pch";

// Equal lists have the same preamble.
std::vector<std::string> preambleArguments(const Request& request);
std::vector<std::string> sourceArguments(const Request& request);

// Where headers in quotation marks are looked for first.
std::string sourceDirectory(const Request& request);
// The -I directories, without those of toolkits, which come after our own.
std::vector<std::string> includeDirectories(const Request& request);

// The name of the function, in the text that follows the source, whose statements are the name
// expressions.
inline constexpr const char* expressionFunction = "__heddle_name_expressions";
std::string decoratedSource(const Request& request);

} // namespace heddle::nvrtc
