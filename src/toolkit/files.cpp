#include "toolkit/files.h"

#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <sys/stat.h>

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

std::string fileStamp(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0)
    return {};
  return fmt::format("{} {} {}.{}", status.st_ino, status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec);
}

} // namespace heddle::toolkit
