#include "tools/commands.h"

namespace heddle::tools {

std::filesystem::path installationPrefix() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
}

} // namespace heddle::tools
