// What `nvcc -cuda` makes: a C++ source for the host compiler. Both sides share clang's front end,
// so the code of the host is in it as clang's assembly.
#pragma once

#include "nvcc/step.h"

namespace heddle::nvcc {

class HostSourceStep : public Step {
public:
  HostSourceStep(std::filesystem::path assembly, std::filesystem::path output)
      : assembly_(std::move(assembly)), output_(std::move(output)) {}
  std::vector<std::string> commandLine() const override;
  int run() const override;

private:
  std::filesystem::path assembly_, output_;
};

} // namespace heddle::nvcc
