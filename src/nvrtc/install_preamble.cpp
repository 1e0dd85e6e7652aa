// Run when Heddle is built: heddle_install_preamble PREFIX makes the preambles of the usual
// versions of the language, so that no program has to wait for them.
#include "nvrtc/compiler.h"

#include <iostream>

int main(int count, char** arguments) {
  using namespace heddle::nvrtc;
  if (count != 2)
    return 2;
  Request request;
  request.installation = installationAt(arguments[1]);
  std::error_code error;
  std::filesystem::remove_all(request.installation.preambles, error);
  std::filesystem::create_directories(request.installation.preambles, error);
  for (const char* standard : {"c++14", "c++17", "c++20"}) {
    request.options.standard = standard;
    std::string log;
    const bool done = heddleNvrtcInstallPreamble(request, log);
    std::cerr << log;
    if (!done)
      return 1;
  }
  return 0;
}
