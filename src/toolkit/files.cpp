#include "toolkit/files.h"

#include <fstream>
#include <sstream>

namespace heddle::toolkit {

std::optional<std::string> readFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  // A directory can be opened too; that it is none shows when it is read.
  file.peek();
  if (file.fail())
    return std::nullopt;
  std::ostringstream content;
  content << file.rdbuf();
  return std::move(content).str();
}

bool writeFile(const std::filesystem::path& path, std::string_view content) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  file.close();
  return !file.fail();
}

} // namespace heddle::toolkit
