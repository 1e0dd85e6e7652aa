// Whole files as strings, with nvcc's message when it does not work.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace heddle::nvcc {

// Both throw FatalError.
std::string readFile(const std::filesystem::path& path);
void writeFile(const std::filesystem::path& path, std::string_view content);

// A hash of the text as 16 hexadecimal digits. Not for protection against an attacker.
std::string digest(std::string_view text);

} // namespace heddle::nvcc
