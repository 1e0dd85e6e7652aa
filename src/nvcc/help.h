// What --help and --version print.
#pragma once

#include <string>

namespace heddle::nvcc {

std::string helpText();
std::string versionText();

} // namespace heddle::nvcc
