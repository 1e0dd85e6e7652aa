// heddle_install_preamble PREFIX: makes the preambles for the usual versions of C++, so that no
// program has to wait for them. Runs when Heddle is built.
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
