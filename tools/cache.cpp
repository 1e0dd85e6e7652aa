#include "tools/commands.h"

#include <stdexcept>
#include <unistd.h>

namespace heddle::tools {

int cacheCommand(const Arguments& arguments) {
  const std::string program = installationPrefix() / "lib/heddle/bin/heddle-cache";
  std::vector<char*> argv{const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments)
    argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  execv(program.c_str(), argv.data());
  throw std::runtime_error("cannot start " + program);
}

} // namespace heddle::tools
