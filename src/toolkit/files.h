// Whole files as strings.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::toolkit {

// Nothing when the file cannot be read.
std::optional<std::string> readFile(const std::filesystem::path& path);
// Whether the whole content was written. A file of that name is replaced.
bool writeFile(const std::filesystem::path& path, std::string_view content);

} // namespace heddle::toolkit
