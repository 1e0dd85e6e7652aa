// Whole files as strings, and how to tell that a file has changed.
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
// Identifies the present content of a file by its inode, size and time of change. Empty when there
// is no such file.
std::string fileStamp(const std::string& path);

} // namespace heddle::toolkit
