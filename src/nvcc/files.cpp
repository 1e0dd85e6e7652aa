#include "nvcc/files.h"
#include "nvcc/command_line.h"
#include "toolkit/files.h"

#include <cstdint>
#include <fmt/format.h>

namespace heddle::nvcc {

std::string readFile(const std::filesystem::path& path) {
  std::optional<std::string> content = toolkit::readFile(path);
  if (!content)
    throw FatalError(fmt::format("Could not open input file '{}'", path.string()));
  return std::move(*content);
}

void writeFile(const std::filesystem::path& path, std::string_view content) {
  if (!toolkit::writeFile(path, content))
    throw FatalError(fmt::format("Could not write output file '{}'", path.string()));
}

std::string digest(std::string_view text) {
  // FNV-1a with a final mix.
  std::uint64_t hash = 0xcbf29ce484222325;
  for (unsigned char c : text)
    hash = (hash ^ c) * 0x100000001b3;
  hash ^= hash >> 32;
  hash *= 0xd6e8feb86659fd93;
  hash ^= hash >> 32;
  return fmt::format("{:016x}", hash);
}

} // namespace heddle::nvcc
