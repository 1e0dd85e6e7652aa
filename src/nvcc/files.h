// Whole files as strings.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace heddle::nvcc {

// Throws FatalError.
std::string readFile(const std::filesystem::path& path);
void writeFile(const std::filesystem::path& path, std::string_view content);

// 16 hexadecimal digits that depend on the text alone.
std::string digest(std::string_view text);

} // namespace heddle::nvcc
