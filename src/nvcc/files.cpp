#include "nvcc/files.h"
#include "nvcc/command_line.h"

#include <cstdint>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace heddle::nvcc {

std::string readFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  if (file)
    content << file.rdbuf();
  if (!file)
    throw FatalError(fmt::format("Could not open input file '{}'", path.string()));
  return content.str();
}

void writeFile(const std::filesystem::path& path, std::string_view content) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  file.close();
  if (!file)
    throw FatalError(fmt::format("Could not write output file '{}'", path.string()));
}

std::string digest(std::string_view text) {
  // FNV-1a with a final mix: names need to differ, not to resist an attacker.
  std::uint64_t hash = 0xcbf29ce484222325;
  for (unsigned char c : text)
    hash = (hash ^ c) * 0x100000001b3;
  hash ^= hash >> 32;
  hash *= 0xd6e8feb86659fd93;
  hash ^= hash >> 32;
  return fmt::format("{:016x}", hash);
}

} // namespace heddle::nvcc
